"""MkDocs events: hands over what is made or installed, and gives the search its entries."""

import gc
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

from macros.background import require_checked, started, started_apart
from macros.catalog_data.browser_catalog import HtmlRenderer, catalog_file
from macros.catalog_data.browser_codes import browser_codes
from macros.catalog_data.compiled_catalog import compiled_catalog, searched_texts
from macros.catalog_data.search_index import PAGES, search_files
from macros.conversion.extensions import add_extensions, exchange_extensions
from macros.pages import navigation
from macros.pages.generated import pages
from macros.publishing import single_file
from macros.publishing.exports import exports
from macros.publishing.history import read_history
from macros.publishing.page_twins import page_twin, read_pages, twin_address
from macros.publishing.social_cards import drawn_cards, entry_card, site_card
from macros.scripts.bundling import scripts
from macros.security.content_security import with_policy
from macros.security.sanitizer import sanitize_headings, sanitized
from macros.theme.navigation_items import remember_items
from trainwreck import SITE
from trainwreck.model.json_schema import schema
from trainwreck.snapshot.catalog import Snapshot

CATALOG = "assets/catalog.json"
"""What the page for diagnoses loads."""
_SELDOM = (50_000, 20, 20)
"""Objects after which Python looks for garbage. A build keeps most of what it makes to its end."""


@dataclass
class _Run:
    """What MkDocs was called for; it keeps this module, and so this, for each build of a run."""

    is_served: bool = False


_run = _Run()


def on_startup(command: str, **_: object) -> None:
    """Note whether the site is only served to somebody who writes it."""
    _run.is_served = command == "serve"


def on_config(config: MkDocsConfig) -> None:
    """Add what is made from the catalog to the navigation; the plugin for macros has loaded it."""
    catalog = _catalog(config)
    nav = list(config.nav or ())
    config.nav = navigation.with_generated(nav, catalog, catalog.code_tables())
    exchange_extensions(config.markdown_extensions, config.mdx_configs)
    add_extensions(config.markdown_extensions)
    gc.set_threshold(*_SELDOM)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages made from the catalog, and what browsers need: the catalog and the scripts."""
    plugin = _plugin(config)
    try:
        for file in _files(config):
            files.append(file)
    except Exception:  # the problems of the catalog explain whatever else goes wrong
        require_checked(plugin.check)
        raise
    compiled = compiled_catalog(plugin.catalog)
    renderer = HtmlRenderer(config.markdown_extensions, config.mdx_configs)
    cards = {f"assets/cards/{entry.id}.png": entry_card(entry) for entry in plugin.catalog}
    cards["assets/cards/site.png"] = site_card(config.site_description or "")
    plugin.apart = [started_apart(catalog_file, CATALOG, compiled, renderer)]
    files.append(File.generated(config, CATALOG, content=""))
    if not config.extra.get("offline"):  # only other hosts show cards
        plugin.apart.append(started_apart(drawn_cards, cards))
        for uri in cards:
            files.append(File.generated(config, uri, content=""))
    return files


def _files(config: MkDocsConfig) -> Iterator[File]:
    """Yield the files that are neither in ``docs/`` nor made in the other process."""
    catalog = _catalog(config)
    project = Path(config.config_file_path).parent
    bundled = started(lambda: tuple(scripts(project, schema(catalog.clusters))))
    macros = _plugin(config).macros
    for page in pages(catalog, catalog.code_tables()):
        content, inclusion = page.rendered(macros), InclusionLevel.NOT_IN_NAV
        file = File.generated(config, page.uri, content=content, inclusion=inclusion)
        file.edit_uri = page.edit_uri
        yield file
    renderer = HtmlRenderer(config.markdown_extensions, config.mdx_configs)
    codes = json.dumps(browser_codes(catalog, renderer), ensure_ascii=False)
    yield File.generated(config, "assets/codes.json", content=codes)
    searched = json.dumps(searched_texts(catalog), ensure_ascii=False)
    yield File.generated(config, "assets/searched-texts.json", content=searched)
    history = read_history(project / "errors")
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    written = read_pages(Path(config.docs_dir))
    for uri, text in exports(catalog, config.site_url or SITE, history, written, epoch):
        yield _exported(config, uri, text)
    yield File.generated(config, single_file.NAME, content=single_file.single_file(project))
    for uri, text in bundled.result():
        yield File.generated(config, uri, content=text)


def on_env(env: Environment, *, config: MkDocsConfig, files: Files) -> None:
    """Take over from the other process, and let the theme render items of the navigation once."""
    plugin = _plugin(config)
    require_checked(plugin.check)
    for made in plugin.apart:
        for uri, content in made.result().items():
            files.src_uris[uri].content_bytes = content
    pages = (file.page for file in files.documentation_pages())
    remember_items(env, [page for page in pages if page])


@event_priority(-25)  # after the macros
def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
    """Add the Markdown twin of the page, whose macros have run by now; entries have theirs."""
    source = page.file.src_uri
    if not source.startswith("errors/"):
        title = str(page.meta.get("title", config.site_name))
        base = (config.site_url or SITE).rstrip("/") + "/"
        twin = page_twin(markdown, source, title, base)
        files.append(_exported(config, twin_address(source), twin))


@event_priority(-100)  # after whatever else adds to the content
def on_page_content(html: str, *, page: Page, **_: object) -> str:
    """Take out of the page what no template made."""
    sanitize_headings(page.toc.items)
    return sanitized(html, page.file.src_uri)


@event_priority(-100)  # after whatever else changes the page
def on_post_page(output: str, *, config: MkDocsConfig, **_: object) -> str:
    """Add the policy that says which scripts the page may run."""
    return _with_policy(output, config)


@event_priority(-100)
def on_post_template(output: str, *, template_name: str, config: MkDocsConfig) -> str:
    """Add the policy to pages without a source, such as the one for addresses that don't exist."""
    if not template_name.endswith(".html"):
        return output
    return _with_policy(output, config)


def _with_policy(output: str, config: MkDocsConfig) -> str:
    allow_inline = _run.is_served or bool(config.extra.get("offline"))
    return with_policy(output, tuple(config.theme.dirs), allow_inline=allow_inline)


def _exported(config: MkDocsConfig, uri: str, text: str) -> File:
    # MkDocs takes whatever ends in .md for the source of a page, so these are named otherwise.
    file = File.generated(config, f"{uri}.txt" if uri.endswith(".md") else uri, content=text)
    file.dest_uri = uri
    return file


@event_priority(-100)
def on_post_build(config: MkDocsConfig) -> None:
    """Write what the search looks up, beside the index that the search plugin has written by now.

    Its documents move into a file of their own: Material's pages load the index at once, although
    few visits search.
    """
    folder = Path(config.site_dir, "search")
    index = json.loads((folder / "search_index.json").read_text(encoding="utf-8"))
    for name, content in (*search_files(_catalog(config)), (PAGES, index["docs"])):
        _write(folder / name, content)
    _write(folder / "search_index.json", index | {"docs": []})


def _write(path: Path, data: object) -> None:
    path.parent.mkdir(exist_ok=True)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    path.write_text(text, encoding="utf-8")


def _catalog(config: MkDocsConfig) -> Snapshot:
    catalog: Snapshot = _plugin(config).catalog
    return catalog


def _plugin(config: MkDocsConfig) -> Any:
    """Return the plugin for macros, on which this build leaves what it needs later."""
    return config.plugins["macros"]
