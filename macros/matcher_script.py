"""Joins the parts of the site's matcher into the one script that pages and workers load.

A page opened from the disk can load classic scripts only, which cannot import one another, and each
file more would be one more wait of the search's worker. So the parts are joined when the site is
built; each defines one name, which those after it may use. Before them stands what they share with
the package: what tells noise, gaps and lines that say what went wrong, and limits of a match.
"""

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

from macros.javascript_patterns import javascript
from trainwreck.logs import templates as message
from trainwreck.logs.error_lines import TELLING
from trainwreck.logs.noise_rules import NOISE_RULES
from trainwreck.matching import results as diagnosis

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
_OF_DIAGNOSIS = ("SHOWN_LINES", "SHOWN_LENGTH", "SPECIFIC", "VAGUE")


def matcher_script(docs: Path) -> str:
    """Return the script, which defines ``TrainwreckMatcher``.

    Args:
        docs: folder of the site's sources, which holds the parts.

    """
    folder = docs / Path(URI).with_suffix("")
    parts = [(folder / f"{part}.js").read_text(encoding="utf-8") for part in _PARTS]
    return "\n".join([f"globalThis.TrainwreckRules = {json.dumps(_rules())}\n", *parts])


def _rules() -> dict[str, Any]:
    noise = dataclasses.asdict(NOISE_RULES)
    return {
        "noise": {name: _plain(rule) for name, rule in noise.items()},
        "gaps": {
            mark: {
                "reach": gap.reach,
                "holds": gap.holds and _plain(gap.holds),
                "ends": gap.ends,
            }
            for mark, gap in message.GAPS.items()
        },
        "part": _plain(message.PART),
        "anywhere": message.ANYWHERE,
        "telling": _plain(TELLING),
        "diagnosis": {name: getattr(diagnosis, name) for name in _OF_DIAGNOSIS},
    }


def _plain(rule: Any) -> Any:
    return javascript(rule)["source"] if isinstance(rule, re.Pattern) else rule
