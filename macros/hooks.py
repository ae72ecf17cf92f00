"""MkDocs events: hands the generated pages and the compiled catalog to the build."""

import json

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel

from macros.pages import pages
from trainwreck import Catalog
from trainwreck.compiled import compile_catalog


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made from the catalog, and the catalog itself for the browser."""
    catalog: Catalog = vars(config.plugins["macros"])["catalog"]
    for page in pages(catalog):
        file = File.generated(
            config, page.uri, content=page.content, inclusion=InclusionLevel.NOT_IN_NAV
        )
        file.edit_uri = page.edit_uri
        files.append(file)
    compiled = json.dumps(compile_catalog(catalog), ensure_ascii=False)
    files.append(File.generated(config, "assets/catalog.json", content=compiled))
    return files
