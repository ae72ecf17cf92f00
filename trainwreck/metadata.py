"""The version of trainwreck and the address of its site."""

__version__ = "0.1.0"
"""Version of the package, as in its changelog."""
SITE = "https://trainwreck-catalog.github.io/trainwreck/"
"""Address of the hosted site, with a trailing slash; the ``url`` of an entry is relative to it."""
