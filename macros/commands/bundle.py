"""Writes the site as one zip that works without a server.

    python -m macros.commands.bundle FILE

Pages opened from the disk may load scripts, but read no other file and start no worker, and a link
to a folder shows its files. So links lead to files, the search index and the compiled catalog come
as scripts too, and the search runs in a frame. Material has a plugin for most of it, which would
load the script for the frame from another host.
"""

import argparse
import errno
import json
import logging
import posixpath
import re
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from macros.catalog_data.search_index import FIRST, PAGES

_SHIM = "assets/javascripts/offline.js"
_FOLDER_LINK = re.compile(r"""((?:href|action)=")(?![a-z]+:)([^"#]+/)(?=["#])""")
_DATA = {"catalog": "trainwreckCatalog", "codes": "trainwreckCodes"}
"""What pages load when they need it, with the global variable that has it."""
_LICENSES = ("LICENSE", "LICENSE-CONTENT.md")
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # of the zip format; the same content gives the same file


class OfflinePlugin(BasePlugin):  # type: ignore[type-arg,no-untyped-call]
    """Makes MkDocs build a site for the disk."""

    def on_config(self, config: MkDocsConfig) -> None:
        """Let links lead to files, and pages load the script for the search."""
        config.use_directory_urls = False
        config.extra["polyfills"] = [_SHIM]
        config.extra["offline"] = True

    def on_nav(self, nav: Navigation, *, files: Files, **_: object) -> Navigation:
        """Note where the pages lie."""
        self._addresses = addresses(file.src_uri for file in files.documentation_pages())
        return nav

    def on_page_markdown(self, markdown: str, *, page: Page, **_: object) -> str:
        """Let redirects lead to files."""
        if page.meta.get("template") == "redirect.html":
            page.meta["location"] = self._link(page.meta["location"], page)
        return markdown

    def on_page_content(self, html: str, *, page: Page, **_: object) -> str:
        """Let links that were written as HTML, which MkDocs leaves alone, lead to files."""
        return _FOLDER_LINK.sub(lambda link: link[1] + self._link(link[2], page), html)

    @event_priority(-200)
    def on_post_build(self, config: MkDocsConfig) -> None:
        """Write the search index, which is complete by now, and the catalog as scripts."""
        site = Path(config.site_dir)
        folder = site / "search"
        index = json.loads((folder / "search_index.json").read_text(encoding="utf-8"))
        # A page opened from the disk may fetch nothing: the index has to hold what others load.
        index["docs"] = [{"files": self._search_files(folder)}]
        _write(folder / "search_index.js", f"var __index = {json.dumps(index)}")
        for name, variable in _DATA.items():
            text = (site / "assets" / f"{name}.json").read_text(encoding="utf-8")
            _write(site / "assets" / f"{name}.js", f"globalThis.{variable} = {text}")

    def _search_files(self, folder: Path) -> dict[str, Any]:
        """Return the files that the search loads, and delete them."""
        files = {}
        for path in sorted(folder.rglob("*.json")):
            if path.name != "search_index.json":
                files[path.relative_to(folder).as_posix()] = json.loads(path.read_text("utf-8"))
                path.unlink()
        for document in files[PAGES]:
            document["location"] = self._addresses.get(document["location"], document["location"])
        patterns = files[FIRST]["address"]
        files[FIRST]["address"] = {
            kind: pattern.replace("*/", "*.html") for kind, pattern in patterns.items()
        }
        return files

    def _link(self, address: str, page: Page) -> str:
        """Return the link from ``page`` to the file behind ``address``, written for folders."""
        folders = {file: folder for folder, file in self._addresses.items()}
        target = posixpath.normpath(posixpath.join(folders[page.file.dest_uri], address)) + "/"
        file = self._addresses.get(target.removeprefix("./"))
        return get_relative_url(file, page.url) if file else address


def addresses(sources: Iterable[str]) -> dict[str, str]:
    """Return where each page lies, by its address on a server.

    >>> addresses(["index.md", "errors/nan-loss.md"])
    {'': 'index.html', 'errors/nan-loss/': 'errors/nan-loss.html'}
    """
    plain = (source.removesuffix(".md") for source in sources)
    return {
        "" if name == "index" else f"{name.removesuffix('/index')}/": f"{name}.html"
        for name in plain
    }


def bundle(project: Path, target: Path) -> None:
    """Build the site of the folder ``project`` and pack it into the zip ``target``.

    Until it is whole it stands in a folder of its own beside ``target``. So it shows before the
    build where no file can be written, and an older zip stays until the new one replaces it.

    Raises:
        MkDocsException: where the site cannot be built.
        OSError: where ``target`` is a folder or cannot be written.

    """
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "is a folder; name a file in it", str(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".bundle-", dir=target.parent) as scratch:
        site = Path(scratch, "site")
        _build(project, site)
        partial = Path(scratch, "zip")
        licenses = ((f"{target.stem}/{name}", project / name) for name in _LICENSES)
        _pack([*_files(site, target.stem), *licenses], partial)
        partial.replace(target)


def _build(project: Path, site: Path) -> None:
    config = load_config(str(project / "mkdocs.yml"), site_dir=str(site))
    config.plugins["offline"] = OfflinePlugin()
    config.plugins.on_startup(command="build", dirty=False)
    try:
        build(config)
    finally:
        config.plugins.on_shutdown()


def _files(site: Path, folder: str) -> Iterator[tuple[str, Path]]:
    """Yield each file of ``site`` with its name in the zip."""
    for path in site.rglob("*"):
        if path.is_file():
            yield f"{folder}/{path.relative_to(site).as_posix()}", path


def _pack(files: Iterable[tuple[str, Path]], target: Path) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in sorted(files):
            info = zipfile.ZipInfo(name, _FIRST_DAY)
            info.external_attr = 0o644 << 16
            archive.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED)


def _write(path: Path, text: str) -> None:
    path.write_text(f"{text}\n", encoding="utf-8")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m macros.commands.bundle",
        description="Pack the site into one zip that works without a server.",
        epilog="Exit status: 0 written, 1 not written, 2 wrong arguments.",
    )
    parser.add_argument(
        "file", type=Path, help="the zip to write, such as dist/trainwreck-site.zip"
    )
    given = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    try:
        bundle(Path.cwd(), given.file)
    except MkDocsException as error:
        sys.exit(f"no bundle was written: {error}")
    except OSError as error:
        sys.exit(f"no bundle was written: {error.filename}: {error.strerror}")
    size = given.file.stat().st_size / 1e6
    sys.stdout.write(f"{given.file}: {size:.1f} MB; unpack it and open index.html\n")


if __name__ == "__main__":
    main()
