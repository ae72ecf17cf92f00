"""A project with a handful of entries and pages, whose site is built in a few seconds."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from tests.support.entries import ENTRY
from tests.support.paths import ROOT

_PAGES = {
    "index": "# Home",
    "matrix": "# All errors\n\n{{ matrix() }}",
    "quick-reference": "# Quick reference\n\n{{ quick_reference() }}",
    "legend": "# Legend\n\n{{ legend() }}",
    "tags": "# Tags\n\n{{ tags() }}",
    "new-error": "# New error\n\n{{ new_error_form() }}",
}
_NAV = """
nav:
  - Home: index.md
  - Errors:
      - All errors: matrix.md
      - Quick reference: quick-reference.md
  - Find: [tags.md, legend.md, new-error.md]
"""


def make_small_project(folder: Path, entries: Mapping[str, str] | None = None) -> Path:
    """Write a project with all that the build of the site needs, and return its folder.

    Args:
        folder: where to write it.
        entries: text of each entry by category and id; the wheel of numerics by default.

    """
    for name in ("macros", "overrides"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("browser", "node_modules"):
        (folder / name).symlink_to(ROOT / name)
    for name in ("codes", "trainwreck"):  # watched for changes; the installed package is used
        (folder / name).mkdir()
    for name in ("Makefile", "LICENSE", "LICENSE-CONTENT.md"):
        shutil.copy(ROOT / name, folder)
    config, _, _ = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")
    (folder / "mkdocs.yml").write_text(f"{config}\n{_NAV}", encoding="utf-8")
    _write_pages(folder / "docs")
    for place, text in (entries or {"numerics/wheel": ENTRY}).items():
        path = folder / "errors" / f"{place}.yml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def _write_pages(docs: Path) -> None:
    shutil.copytree(ROOT / "docs" / "assets", docs / "assets")
    shutil.copy(ROOT / "docs" / "sources.yml", docs)
    (docs / "frequencies.yml").write_text("[]\n", encoding="utf-8")
    for name, body in _PAGES.items():
        title = body.partition("\n")[0].removeprefix("# ")
        (docs / f"{name}.md").write_text(f"---\ntitle: {title}\n---\n\n{body}\n", encoding="utf-8")
