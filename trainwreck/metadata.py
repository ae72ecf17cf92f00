"""The version of trainwreck and the address of its site."""

__version__ = "0.1.0"
"""Version of the package, as in its changelog."""
SITE = "https://trainwreck-catalog.github.io/trainwreck/"
"""Address of the hosted site, with a trailing slash; the ``url`` of an entry is relative to it."""
REPOSITORY = "https://github.com/trainwreck-catalog/trainwreck"
"""Address of the repository, from which pip installs until there is a release."""


def installing(extra: str = "") -> str:
    """Return the command that installs trainwreck with the packages of ``extra``."""
    return f'pip install "trainwreck{f"[{extra}]" if extra else ""} @ git+{REPOSITORY}"'
