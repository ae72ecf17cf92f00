"""Measure how the build of the site grows with the catalog, against plain Material for MkDocs.

    python -m benchmarks.build [ENTRIES ...]

For each number of entries a catalog is generated from copies of the real one. Where it has fewer
entries, the hand-written pages that link to others are left out. Ours is the project's own build.
The peer is MkDocs with Material, the same theme, extensions and plugins but without macros, hooks
and catalog, building the same pages with their Markdown already rendered. Both are timed in the
same run, as processes. The ratio is what the catalog costs beyond the site generator.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import jinja2
import yaml

from benchmarks.generated import write_project
from macros import page_macros
from macros.pages.generated import pages
from trainwreck.catalog.store import load_snapshot

ROOT = Path(__file__).parent.parent
REPOSITORY = "https://example.org/repository"
OURS_ONLY = ("macros", "hooks", "watch")


def main() -> None:
    """Print a line for each number of entries."""
    parser = argparse.ArgumentParser(
        description="Time the build of catalogs of several sizes against plain Material for MkDocs."
    )
    parser.add_argument("entries", nargs="*", type=int, default=[100, 1000, 3000])
    print("entries  seconds  ms/entry  peer s  ratio  bytes/entry page  site MB")
    for number in parser.parse_args().entries:
        print(measured(number), flush=True)


def measured(number: int) -> str:
    """Build ``number`` entries both ways and return the line to print."""
    with tempfile.TemporaryDirectory() as folder:
        ours, peer = Path(folder) / "ours", Path(folder) / "peer"
        write_project(ours, number)
        make_peer(ours, peer)
        seconds, peer_seconds = build_time(ours), build_time(peer)
        ids = [path.stem for path in (ours / "errors").glob("*/*.yml")]  # not their former ids
        pages = [ours / "site" / "errors" / id_ / "index.html" for id_ in ids]
        sizes = [page.stat().st_size for page in pages if page.exists()]
        total = sum(file.stat().st_size for file in (ours / "site").rglob("*") if file.is_file())
        if len(sizes) != number or not (peer / "site" / "errors").is_dir():
            raise SystemExit(f"{len(sizes)} pages built for {number} entries")
    return (
        f"{number:7}  {seconds:7.1f}  {1000 * seconds / number:8.1f}  {peer_seconds:6.1f}"
        f"  {seconds / peer_seconds:5.2f}  {sum(sizes) / number:16,.0f}  {total / 1e6:7.1f}"
    )


def make_peer(ours: Path, peer: Path) -> None:
    """Write the pages of ``ours`` to ``peer`` with their macros rendered."""
    shutil.copytree(ours / "docs", peer / "docs")
    shutil.copytree(ours / "overrides", peer / "overrides")
    catalog = load_snapshot(ours / "errors")
    environment = jinja2.Environment(autoescape=False)  # noqa: S701  Markdown, as in mkdocs-macros
    macros = page_macros(ours, catalog, REPOSITORY)
    environment.globals |= {macro.__name__: macro for macro in macros}
    environment.globals["config"] = {"repo_url": REPOSITORY}
    for page in pages(catalog, catalog.code_tables()):
        target = peer / "docs" / page.uri
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page.content)
    for file in (peer / "docs").rglob("*.md"):
        head, _, body = file.read_text().removeprefix("---\n").partition("\n---\n")
        file.write_text(f"---\n{head}\n---\n{environment.from_string(body).render()}")
    config = yaml.safe_load((ours / "mkdocs.yml").read_text())
    config = {name: value for name, value in config.items() if name not in OURS_ONLY}
    config["plugins"] = [plugin for plugin in config["plugins"] if "macros" not in plugin]
    config["strict"] = False  # the files that the hook makes, which pages link to, are not there
    config["not_in_nav"] = "/errors/\n/categories/\n/symptoms/\n"
    (peer / "mkdocs.yml").write_text(yaml.safe_dump(config))


def build_time(project: Path) -> float:
    """Build the site of ``project`` and return the seconds that it took."""
    command = [str(Path(sys.executable).parent / "mkdocs"), "build"]
    start = time.perf_counter()
    result = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    if result.returncode:
        raise SystemExit(f"the build of {project.name} failed:\n{result.stderr[-2000:]}")
    return seconds


if __name__ == "__main__":
    main()
