"""What the scripts of the site share with the package, as JSON.

    python -m macros.scripts.shared_data FOLDER

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

from macros.scripts.javascript_patterns import (
    javascript,
    javascript_prefilter,
    javascript_replacement,
)
from macros.scripts.matching_data import matching_data
from trainwreck.drafting import first_look, proposals
from trainwreck.logs import failure_rules, job_facts
from trainwreck.logs.error_lines import TELLING
from trainwreck.logs.pattern_literals import literals
from trainwreck.logs.redaction_rules import redaction_data
from trainwreck.markdown import prose_rules
from trainwreck.matching import sightings
from trainwreck.model.frameworks import Framework
from trainwreck.output import numbers
from trainwreck.series import (
    limits,
    line_parser,
    metric_data,
    points,
    progress,
    reader,
    spikes,
    statistics,
    steps,
    tables,
)

_ROOT = Path(__file__).parent.parent.parent
_RANKING = resources.files("trainwreck.matching") / "ranking.json"
# Rules that say whether a line outside of a traceback is of interest.
_MATCHED_RULES = (
    "traceback",
    "chained",
    "ignored",
    "logged",
    "exception",
    "summary_root",
    "summary_rank",
    "summary_host",
    "summary_process",
    "summary_end",
    "forced",
)


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
        "failures": _failures(),
        "matching": matching_data(),
        "ranking": _ranking(),
        "redaction": redaction_data(),
        "series": _series(),
    }
    for name, part in parts.items():
        yield f"{name}.json", json.dumps(part, ensure_ascii=False)


def _failures() -> dict[str, Any]:
    rules = dataclasses.asdict(failure_rules.FAILURE_RULES)
    return {
        "rules": {name: _translated(rule) for name, rule in rules.items()},
        "reports": [javascript(pattern) for pattern in failure_rules.REPORTS],
        "aborts": [javascript(pattern) for pattern in failure_rules.ABORTS],
        "prefilters": _prefilters(rules),
        "signals": failure_rules.SIGNALS,
        "signal_texts": failure_rules.SIGNAL_TEXTS,
        "facts": {
            "world_sizes": [javascript(pattern) for pattern in job_facts.WORLD_SIZES],
            "node_of_rank": [javascript(pattern) for pattern in job_facts.NODE_OF_RANK],
            "nodes": [javascript(pattern) for pattern in job_facts.NODES],
            "lost": javascript(job_facts.LOST),
            "lost_worker": javascript(job_facts.LOST_WORKER),
            "lost_rank": javascript(job_facts.LOST_RANK),
            "rank_of_process": javascript(job_facts.RANK_OF_PROCESS),
            "waiting": javascript(job_facts.WAITING),
            "error_file": javascript(job_facts.ERROR_FILE),
            "finished": javascript(job_facts.FINISHED),
            "signs_of_end": job_facts.SIGNS_OF_END,
            "not_nodes": sorted(job_facts.NOT_NODES),
            "most_ranks": job_facts.MOST_RANKS,
            "most_files": job_facts.MOST_FILES,
        },
    }


def _prefilters(rules: dict[str, Any]) -> dict[str, Any]:
    """Return what finds the lines that are worth trying the rules on, each kind at once."""
    matched = [rules[name] for name in _MATCHED_RULES]
    matched += [*failure_rules.REPORTS, *failure_rules.ABORTS]
    inside = [pattern for pattern in matched if pattern.pattern.startswith((".*", "(?P<said>.*"))]
    return {
        "at_start": javascript_prefilter(rule for rule in matched if rule not in inside),
        "anywhere": literals(inside),
        "world_sizes": javascript_prefilter(job_facts.WORLD_SIZES),
        "facts": literals(
            [*job_facts.WORLD_SIZES, job_facts.ERROR_FILE, job_facts.RANK_OF_PROCESS]
        ),
    }


def _series() -> dict[str, Any]:
    names = metric_data.metric_data()
    plain = dataclasses.asdict(names)
    patterns = (
        *("PAIR", "RATE", "MEASURED", "TIMER", "MILLISECONDS"),
        *("COUNT", "TIME", "NOT_WORDS", "ROWS"),
    )
    return {
        **{name: _listed(value) for name, value in plain.items()},
        "patterns": {name.lower(): javascript(getattr(metric_data, name)) for name in patterns},
        "number": javascript(re.compile(metric_data.NUMBER, re.IGNORECASE)),
        "head": javascript(tables.HEAD),
        "signs_of_steps": sightings.SIGNS_OF_STEPS,
        "signs_of_checkpoints": reader.SIGNS,
        "trial": javascript(steps.TRIAL),
        "limits": {
            "longest_line": line_parser.LONGEST_LINE,
            "phase_reach": line_parser.PHASE_REACH,
            "most_columns": tables.MOST_COLUMNS,
            "most_buckets": points.MOST_BUCKETS,
            "most_series": reader.MOST_SERIES,
            "usual_length": reader.USUAL_LENGTH,
            "time_reach": reader.TIME_REACH,
            "many_lines": reader.MANY_LINES,
            "least_lines": reader.LEAST_LINES,
            "strides": reader.STRIDES,
            "most_runs": progress.MOST_RUNS,
            "most_steps": steps.MOST_STEPS,
            "most_sources": steps.MOST_SOURCES,
            "spike": spikes.SPIKE,
            "above": spikes.ABOVE,
            "recent": spikes.RECENT,
            "most_spikes": spikes.MOST_SPIKES,
            "longest_label": spikes.LONGEST_LABEL,
            "most_points": numbers.MOST_POINTS,
            "most_shown": numbers.MOST_SERIES,
        },
        "evaluation": {
            name.lower(): value for name, value in vars(limits).items() if name.isupper()
        },
        "to_deviation": statistics.TO_DEVIATION,
    }


def _listed(value: Any) -> Any:
    """Return a value of the names of metrics as JSON has it."""
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, dict):
        return {name: _listed(item) for name, item in value.items()}
    return _translated(value)


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


def _translated(rule: Any) -> Any:
    return javascript(rule) if isinstance(rule, re.Pattern) else rule


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m macros.scripts.shared_data",
        description="Write the data that the scripts of the site share with the package.",
    )
    parser.add_argument("folder", type=Path, help="where to write it, such as .build/browser")
    schema = (_ROOT / "errors" / "schema.json").read_text(encoding="utf-8")
    write_script_data(parser.parse_args().folder, schema)


if __name__ == "__main__":
    main()
