"""Measure how often the diagnosis of a log is right.

    python -m benchmarks.recall CASES.jsonl ...

A case is a JSON object on a line: ``text``, the ``id`` of the entry that explains it, or null where
none does; optionally ``also``, ids that are as right, and ``kind``. For each kind is printed how
often the first entry named is right, how often one of the first three is, and how often an entry is
named for a text that none explains.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trainwreck.compiled import load_compiled
from trainwreck.doctor import Doctor

THREE = 3


@dataclass
class Score:
    """How one kind of cases went."""

    cases: int = 0
    first: int = 0
    in_three: int = 0
    unexplained: int = 0
    false_alarms: int = 0

    def __str__(self) -> str:
        """Return the shares with the counts behind them."""
        parts = []
        if self.cases:
            parts += [
                f"first {share(self.first, self.cases)}",
                f"in three {share(self.in_three, self.cases)}",
            ]
        if self.unexplained:
            parts.append(f"false alarms {share(self.false_alarms, self.unexplained)}")
        return ", ".join(parts)


def share(part: int, whole: int) -> str:
    """Return a count and its share of the whole."""
    return f"{part}/{whole} ({100 * part / whole:.1f} %)"


def main() -> None:
    """Print the misses and a line for each kind of cases."""
    parser = argparse.ArgumentParser(description="Measure how often a diagnosis is right.")
    parser.add_argument("cases", nargs="+", type=Path)
    parser.add_argument("--misses", action="store_true", help="Print each wrong diagnosis.")
    arguments = parser.parse_args()
    doctor = Doctor(load_compiled())
    scores: dict[str, Score] = defaultdict(Score)
    for case in read(arguments.cases):
        matches = doctor.diagnose([case["text"].encode()]).matches
        found = [match.entry.id for match in matches]
        score = scores[case.get("kind", "log")]
        right = {case["id"], *case.get("also", [])}
        if case["id"] is None:
            score.unexplained += 1
            score.false_alarms += bool(found)
            wrong = bool(found)
        else:
            score.cases += 1
            score.first += bool(right & set(found[:1]))
            score.in_three += bool(right & set(found[:THREE]))
            wrong = not right & set(found[:1])
        if wrong and arguments.misses:
            print(f"{case['id']}: {case.get('source', '')}: found {found}")
    for kind, score in scores.items():
        print(f"{kind}: {score}")


def read(paths: list[Path]) -> Iterator[dict[str, Any]]:
    """Yield the cases of all files."""
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                yield json.loads(line)


if __name__ == "__main__":
    main()
