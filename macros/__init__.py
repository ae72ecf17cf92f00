"""What a page may call: the module that mkdocs-macros loads."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError

import trainwreck
from macros.background import problems_of, require_checked, started_apart
from macros.catalog_data.frequencies import FrequencyError, frequencies, read_tables
from macros.pages.coverage import read_sources
from macros.pages.guides import GuideError, read_guides
from macros.rendering.fault_logs import fault_logs, kill_reports
from macros.rendering.markdown import SiteMarkdown
from macros.rendering.worked_example import WorkedExample
from trainwreck.catalog.store import load_snapshot
from trainwreck.markdown.fences import without_marks
from trainwreck.snapshot.catalog import Snapshot


def define_env(env: Any) -> None:
    """Load the catalog and register the macros.

    ``env`` is the mkdocs-macros plugin. The catalog of this build is left on it for the hooks, with
    the check of it, which goes on meanwhile.
    """
    root = Path(env.project_dir)
    env.check = started_apart(problems_of, root / "errors")
    try:
        env.catalog = load_snapshot(root / "errors")
        macros = page_macros(root, env.catalog, env.conf["repo_url"])
    except trainwreck.CatalogError as error:
        require_checked(env.check)
        raise PluginError(f"the catalog has problems:\n{error}") from error
    except (GuideError, FrequencyError) as error:
        require_checked(env.check)
        raise PluginError(str(error)) from error
    for macro in macros:
        env.macro(macro)


def page_macros(root: Path, catalog: Snapshot, repository: str) -> tuple[Callable[..., Any], ...]:
    """Return the functions that pages call, by their names.

    Args:
        root: folder of the project.
        catalog: the entries of its ``errors``.
        repository: address of the repository, for links.

    Raises:
        GuideError: where a guide names what is not there.
        FrequencyError: where a table of frequencies does.

    """
    guides = read_guides(root / "docs" / "guides", catalog)
    sources = read_sources(root / "docs" / "sources.yml")
    published = read_tables(root / "docs" / "frequencies.yml", catalog.ids)

    def worked_example(id_: str) -> WorkedExample:
        """Return the entry with this id for a page to take apart."""
        return WorkedExample(root / "errors", catalog[id_])

    made = SiteMarkdown(
        catalog,
        repository,
        guides,
        sources,
        tables=catalog.code_tables(),
        published=published,
        faults=lambda: fault_logs(root, catalog, frequencies(published)),
        kills=lambda: kill_reports(root, catalog),
    )
    return (*made.macros, worked_example)


def on_post_page_macros(env: Any) -> None:
    """Take from the page what only the tests of its code read, which no renderer knows."""
    env.markdown = without_marks(env.markdown)
