"""MkDocs events: hands the generated pages to the build."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel

from macros.pages import pages
from trainwreck import Catalog


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made from the catalog."""
    catalog: Catalog = vars(config.plugins["macros"])["catalog"]
    for page in pages(catalog):
        file = File.generated(
            config, page.uri, content=page.content, inclusion=InclusionLevel.NOT_IN_NAV
        )
        file.edit_uri = page.edit_uri
        files.append(file)
    return files
