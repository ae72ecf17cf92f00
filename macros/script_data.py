"""What the scripts of the site share with the package, as JSON: ``python -m macros.script_data``.

The modules in ``browser/`` import these files under the name ``#data/``. The build of the site
writes them to a folder of its own; the command writes them to ``.build/browser``, where the linter,
the type checker and the tests of the scripts find them.
"""

import argparse
import dataclasses
import json
import re
import tempfile
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

from macros.javascript_patterns import javascript, javascript_replacement
from trainwreck.drafting import first_look, proposals
from trainwreck.logs import templates
from trainwreck.logs.error_lines import TELLING
from trainwreck.logs.noise_rules import NOISE_RULES
from trainwreck.logs.redaction_rules import redaction_data
from trainwreck.markdown import prose_rules
from trainwreck.matching import judgement, sightings
from trainwreck.model.frameworks import Framework

_ROOT = Path(__file__).parent.parent
_RANKING = resources.files("trainwreck.matching") / "ranking.json"
_RESULTS = {
    "shown_lines": sightings.SHOWN_LINES,
    "shown_length": sightings.SHOWN_LENGTH,
    "specific": judgement.SPECIFIC,
    "vague": judgement.VAGUE,
}


def write_script_data(folder: Path, schema: str) -> None:
    """Write the files; those that are up to date stay as they are, for others may read them.

    Args:
        folder: where to write them; it is made where it does not exist.
        schema: the JSON Schema of an entry, by which the form for a new error judges.

    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("schema.json", schema), *_shared()):
        path = folder / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=folder, delete=False) as file:
            file.write(text)
        Path(file.name).replace(path)


def _shared() -> Iterator[tuple[str, str]]:
    parts = {
        "drafting": _drafting(),
        "error-lines": javascript(TELLING),
        "matching": _matching(),
        "ranking": _ranking(),
        "redaction": redaction_data(),
    }
    for name, part in parts.items():
        yield f"{name}.json", json.dumps(part, ensure_ascii=False)


def _matching() -> dict[str, Any]:
    noise = dataclasses.asdict(NOISE_RULES)
    return {
        "noise": {name: _source(rule) for name, rule in noise.items()},
        "placeholders": {
            mark: {
                "reach": gap.reach,
                "holds": gap.holds and _source(gap.holds),
                "ends": gap.ends,
            }
            for mark, gap in templates.GAPS.items()
        },
        "part": _source(templates.PART),
        "anywhere": templates.ANYWHERE,
        "results": _RESULTS,
    }


def _ranking() -> dict[str, Any]:
    ranking: dict[str, Any] = json.loads(_RANKING.read_text(encoding="utf-8"))
    phrases = [
        {
            "pattern": javascript(re.compile(phrase["pattern"], re.IGNORECASE)),
            "replacement": javascript_replacement(phrase["replacement"]),
        }
        for phrase in ranking["phrases"]
    ]
    return ranking | {"phrases": phrases}


def _drafting() -> dict[str, Any]:
    patterns = first_look.PATTERNS | proposals.PATTERNS
    patterns |= {"toWrite": prose_rules.PATTERNS["toWrite"]}
    limits = {
        "title": first_look.LONGEST_TITLE,
        "wordsOfAnId": first_look.WORDS_OF_AN_ID,
    }
    return {
        "patterns": {name: javascript(pattern) for name, pattern in patterns.items()},
        "limits": proposals.LIMITS | limits,
        "signs": {str(term): sorted(term.words) for term in Framework},
    }


def _source(rule: Any) -> Any:
    return javascript(rule)["source"] if isinstance(rule, re.Pattern) else rule


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m macros.script_data",
        description="Write the data that the scripts of the site share with the package.",
    )
    parser.add_argument("folder", type=Path, help="where to write it, such as .build/browser")
    schema = (_ROOT / "errors" / "schema.json").read_text(encoding="utf-8")
    write_script_data(parser.parse_args().folder, schema)


if __name__ == "__main__":
    main()
