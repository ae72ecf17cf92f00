"""Joins the parts of the site's matcher into the one script that pages and workers load.

A page opened from the disk can load classic scripts only, which cannot import one another, and each
file more would be one more wait of the search's worker. So the parts are joined when the site is
built; each defines one name, which those after it may use.
"""

from pathlib import Path

URI = "assets/javascripts/matcher.js"
"""Address of the script, relative to the site."""
_PARTS = (
    "characters",
    "noise",
    "stream",
    "message",
    "anchors",
    "matching",
    "diagnosis",
    "scan",
    "doctor",
)


def matcher_script(docs: Path) -> str:
    """Return the script, which defines ``TrainwreckMatcher``.

    Args:
        docs: folder of the site's sources, which holds the parts.

    """
    folder = docs / Path(URI).with_suffix("")
    return "\n".join((folder / f"{part}.js").read_text(encoding="utf-8") for part in _PARTS)
