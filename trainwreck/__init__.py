"""The catalog of the errors that training jobs on GPUs and clusters die of."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trainwreck.catalog import Catalog, load
    from trainwreck.doctor import diagnose
    from trainwreck.faults import CatalogError, Fault
    from trainwreck.model import Entry

__all__ = ["Catalog", "CatalogError", "Entry", "Fault", "diagnose", "load"]
__version__ = "0.1.0"
SITE = "https://trainwreck-catalog.github.io/trainwreck/"
"""Address of the hosted site, with a slash at its end; the ``url`` of an entry follows on it."""

_HOMES = {
    "Catalog": "catalog",
    "CatalogError": "faults",
    "Entry": "model",
    "Fault": "faults",
    "diagnose": "doctor",
    "load": "catalog",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is used: the entry model takes longer than a diagnosis."""
    import importlib  # noqa: PLC0415  as above

    if name in _HOMES:
        return getattr(importlib.import_module(f"trainwreck.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
