"""The catalog of the errors that training jobs on GPUs and clusters die of."""

from trainwreck.catalog import Catalog, load
from trainwreck.faults import CatalogError, Fault
from trainwreck.model import Entry

__all__ = ["Catalog", "CatalogError", "Entry", "Fault", "load"]
__version__ = "0.1.0"
