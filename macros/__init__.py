"""What a page may call: the module that mkdocs-macros loads."""

from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError

import trainwreck
from macros.markdown import SiteMarkdown


def define_env(env: Any) -> None:
    """Load the catalog and register the macros.

    ``env`` is the mkdocs-macros plugin. The catalog of this build is left on it for the hooks.
    """
    try:
        env.catalog = trainwreck.load(Path(env.project_dir) / "errors")
    except trainwreck.CatalogError as error:
        raise PluginError(f"the catalog has faults:\n{error}") from error
    site = SiteMarkdown(env.catalog, repository=env.conf["repo_url"])
    for macro in site.macros:
        env.macro(macro)
