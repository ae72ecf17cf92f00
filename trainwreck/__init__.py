"""The catalog of the errors that training jobs on GPUs and clusters die of."""

from typing import TYPE_CHECKING, Any

from trainwreck.metadata import SITE
from trainwreck.metadata import __version__ as __version__

if TYPE_CHECKING:
    from trainwreck.catalog.loader import Catalog, load
    from trainwreck.matching.engine import diagnose
    from trainwreck.model.entry import Entry
    from trainwreck.model.problems import CatalogError, Fault

__all__ = ["SITE", "Catalog", "CatalogError", "Entry", "Fault", "diagnose", "load"]

_MODULES = {
    "Catalog": "catalog.loader",
    "CatalogError": "model.problems",
    "Entry": "model.entry",
    "Fault": "model.problems",
    "diagnose": "matching.engine",
    "load": "catalog.loader",
}


def __getattr__(name: str) -> Any:
    """Import a public name on first use: a diagnosis does not need the entry model."""
    import importlib  # noqa: PLC0415  as above

    if name in _MODULES:
        return getattr(importlib.import_module(f"trainwreck.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names only, whichever modules have been imported."""
    return sorted(__all__)
