"""Builds the site as ``mkdocs build`` does, and keeps each page as it was before it was sanitized.

    python -m tests.support.observed_build SITE PAGES

PAGES is JSON: of each page the source, and its HTML before and after.
"""

import json
import sys
from pathlib import Path
from unittest import mock

from mkdocs.__main__ import cli

from macros.security import sanitizer


def main(site: str, record: str) -> None:
    """Build into ``site`` and write the pages to ``record``."""
    pages: list[tuple[str, str, str]] = []
    sanitized = sanitizer.sanitized

    def noting(html: str, source: str) -> str:
        cleaned = sanitized(html, source)
        pages.append((source, html, cleaned))
        return cleaned

    # Before MkDocs loads the hooks, which take the function over.
    with mock.patch.object(sanitizer, "sanitized", noting):
        cli(["build", "--site-dir", site], standalone_mode=False)
    Path(record).write_text(json.dumps(pages), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
