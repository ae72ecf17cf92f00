"""What a page may call: the module that mkdocs-macros loads."""

from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError

import trainwreck
from macros.coverage import read_sources
from macros.guides import GuideError, read_guides
from macros.markdown import SiteMarkdown
from macros.worked_example import WorkedExample
from trainwreck.snippets import without_marks


def define_env(env: Any) -> None:
    """Load the catalog and register the macros.

    ``env`` is the mkdocs-macros plugin. The catalog of this build is left on it for the hooks.
    """
    root = Path(env.project_dir)
    try:
        env.catalog = trainwreck.load(root / "errors")
        guides = read_guides(root / "docs" / "guides", env.catalog)
    except trainwreck.CatalogError as error:
        raise PluginError(f"the catalog has faults:\n{error}") from error
    except GuideError as error:
        raise PluginError(str(error)) from error
    sources = read_sources(root / "docs" / "sources.yml")
    site = SiteMarkdown(env.catalog, env.conf["repo_url"], guides, sources)
    for macro in site.macros:
        env.macro(macro)

    def worked_example(id_: str) -> WorkedExample:
        """Return the entry with this id for a page to take apart."""
        return WorkedExample(root / "errors", env.catalog.entries[id_])

    env.macro(worked_example)


def on_post_page_macros(env: Any) -> None:
    """Take from the page what only the tests of its code read, which no renderer knows."""
    env.markdown = without_marks(env.markdown)
