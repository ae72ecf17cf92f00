"""What the site's matcher shares with the package: noise rules, placeholders and limits."""

import dataclasses
import re
from typing import Any

from macros.scripts.javascript_patterns import javascript
from trainwreck.logs import mentions, placeholders, templates
from trainwreck.logs.error_lines import FAILURE
from trainwreck.logs.noise_rules import NOISE_RULES
from trainwreck.matching import (
    bare_messages,
    code_sightings,
    explanation,
    judgement,
    results,
    sightings,
    survival,
    verdict,
)
from trainwreck.model.vocabulary import Kind

_RESULTS = {
    "shown_lines": sightings.SHOWN_LINES,
    "shown_length": sightings.SHOWN_LENGTH,
    "specific": judgement.SPECIFIC,
    "vague": judgement.VAGUE,
    "stopping": judgement.STOPPING,
    "warning": Kind.WARNING,
    "communication": results.COMMUNICATION,
    "terminal": explanation.TERMINAL,
    "abort": explanation.ABORT,
    "of_exceptions": explanation.OF_EXCEPTIONS,
    "crashes": sorted(explanation.CRASHES),
    "several_ranks": javascript(re.compile(f"^(?:{explanation.SEVERAL_RANKS.pattern})$")),
    "beyond_signals": explanation.BEYOND_SIGNALS,
    "signal_name": javascript(explanation.SIGNAL_NAME),
    "most_listed": verdict.MOST_LISTED,
    "only_warning": verdict.ONLY_WARNING,
    "longest_quote": verdict.LONGEST_QUOTE,
    "same_calls": verdict.SAME_CALLS,
    "ended_by_slurm": javascript(verdict.ENDED_BY_SLURM),
    "subjects": verdict.SUBJECTS,
    "most_excluded": results.MOST_EXCLUDED,
    "logged": results.LOGGED,
    "least_steps": survival.LEAST_STEPS,
    "least_of_several": survival.LEAST_OF_SEVERAL,
    "held_back": survival.HELD_BACK,
    "of_shells": survival.OF_SHELLS,
    "of_ssh": survival.OF_SSH,
    "of_scheduler": survival.OF_SCHEDULER,
    "cancelled": survival.CANCELLED,
    "gave_up": survival.GAVE_UP,
}


def matching_data() -> dict[str, Any]:
    """Return the data."""
    noise = dataclasses.asdict(NOISE_RULES)
    return {
        "noise": {name: _source(rule) for name, rule in noise.items()},
        "placeholders": [_placeholder(gap) for gap in placeholders.GAPS.values()],
        "bounded": [_placeholder(gap) for gap in placeholders.BOUNDED_GAPS],
        "placeholder": _source(placeholders.PLACEHOLDER),
        "part": _source(placeholders.PART),
        "anywhere": templates.ANYWHERE,
        "results": _RESULTS,
        "bare": _bare_messages(),
        "mentions": {
            "reach": mentions.REACH,
            "before": [javascript(pattern) for pattern in mentions.BEFORE],
            "behind": [javascript(pattern) for pattern in mentions.BEHIND],
            "handled": javascript(mentions.HANDLED),
        },
        "codes": {
            "reported": code_sightings.REPORTED,
            "ends": sorted(code_sightings.ENDS),
            "tail": code_sightings.TAIL,
            "most_shown": code_sightings.MOST_SHOWN,
        },
    }


def _bare_messages() -> dict[str, Any]:
    return {
        "most_lines": bare_messages.MOST_LINES,
        "longest": bare_messages.LONGEST,
        "open": bare_messages.OPEN,
        "exception": javascript(bare_messages.EXCEPTION),
        "kinds": [
            {"least": least, "pattern": javascript(pattern)}
            for least, pattern in bare_messages.KINDS
        ],
        "failure": javascript(FAILURE),
    }


def _placeholder(gap: placeholders.Gap) -> dict[str, Any]:
    return {
        "mark": gap.mark,
        "reach": gap.reach,
        "holds": gap.holds and _source(gap.holds),
        "ends": gap.ends,
    }


def _source(rule: Any) -> Any:
    return javascript(rule)["source"] if isinstance(rule, re.Pattern) else rule
