"""Reproductions: raise the error for real, see the fix work, and judge both by the messages."""

import datetime as dt
import platform
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from textwrap import indent

from trainwreck.catalog.evidence import DEVICES, digest
from trainwreck.execution import sandbox
from trainwreck.execution.environment import Machine, remedy
from trainwreck.logs.normalizer import lines
from trainwreck.markdown.fences import snippets
from trainwreck.matching.judgement import judge
from trainwreck.matching.matcher import Matcher
from trainwreck.matching.numbers import with_numbers
from trainwreck.matching.results import Match, matches
from trainwreck.matching.sightings import Collector
from trainwreck.model.vocabulary import KINDS_THAT_PRINT
from trainwreck.snapshot.catalog import Snapshot
from trainwreck.snapshot.entry import Entry, Proof, Reproduction


class Verdict(StrEnum):
    """How a reproduction went."""

    REPRODUCED = "reproduced"
    FAILED = "failed"
    MISSING = "missing"
    """Something that it needs is not here."""
    EXEMPT = "exempt"
    UNWRITTEN = "unwritten"


@dataclass(frozen=True)
class Result:
    """What came of one entry's reproduction."""

    entry: Entry
    verdict: Verdict
    reason: str
    """Why it failed or was not run; for one that was reproduced, the message."""
    error: sandbox.Outcome | None = None
    fix: sandbox.Outcome | None = None
    record: Proof | None = None


class Reproducer:
    """Runs the reproductions of a catalog on one machine, with one Python environment."""

    def __init__(self, catalog: Snapshot, machine: Machine, python: Path | None = None) -> None:
        """Prepare to judge by all messages of ``catalog``."""
        self._machine, self._python = machine, python
        self._catalog = catalog
        self._matcher = Matcher(catalog.patterns())

    def run_all(self, entries: Iterable[Entry], jobs: int = 1) -> Iterator[Result]:
        """Yield the result of each entry, in their order, ``jobs`` of them run at a time."""
        with ThreadPoolExecutor(jobs) as pool:
            yield from pool.map(self.run, entries)

    def run(self, entry: Entry) -> Result:
        """Run the reproduction of ``entry``, the error first, then the fix."""
        reproduction = entry.reproduction
        if not reproduction:
            return Result(entry, Verdict.UNWRITTEN, "has no reproduction")
        if reproduction.exempt:
            return Result(entry, Verdict.EXEMPT, reproduction.because or "")
        missing = self._machine.missing(reproduction.needs)
        if missing:
            reason = "; ".join(f"needs {need.label}: {remedy(need)}" for need in missing)
            return Result(entry, Verdict.MISSING, reason)
        result = self._try(entry, reproduction)
        # Once more: on a loaded machine two processes may miss one another.
        return result if result.verdict is Verdict.REPRODUCED else self._try(entry, reproduction)

    def _try(self, entry: Entry, reproduction: Reproduction) -> Result:
        error = self._outcome(reproduction.error, strict=False)
        fix = self._outcome(reproduction.fix, strict=True)
        found = self.first_match(error.output)
        problem = next(self._problems(entry, error, fix, found), None)
        if problem:
            return Result(entry, Verdict.FAILED, problem, error, fix)
        record = self._record(entry, reproduction, found, error.seconds + fix.seconds)
        reason = record.message or "nothing is printed, as described"
        return Result(entry, Verdict.REPRODUCED, reason, error, fix, record)

    def first_match(self, output: str) -> Match | None:
        """Return what a diagnosis of ``output`` names first."""
        collector = Collector(self._matcher)
        collector.add(self._matcher.find(output))
        collector.read_numbers(list(lines(output)))
        seen = with_numbers(collector, self._catalog.conditions)
        return next(iter(matches(judge(seen, (), self._catalog), self._catalog)), None)

    def _outcome(self, markdown: str | None, *, strict: bool) -> sandbox.Outcome:
        snippet = next(snippet for snippet in snippets(markdown or "") if snippet.is_program)
        return sandbox.run(snippet.language, snippet.code, self._python, strict=strict)

    def _problems(
        self, entry: Entry, error: sandbox.Outcome, fix: sandbox.Outcome, found: Match | None
    ) -> Iterator[str]:
        """Yield what keeps this from being a proof."""
        for part, outcome in (("error", error), ("fix", fix)):
            if outcome.timed_out:
                yield f"{part}: did not end in {outcome.seconds:.0f} s:\n{_tail(outcome.output)}"
            if outcome.difference:
                yield f"{part}: printed something else:\n{outcome.difference}"
        if fix.status:
            yield f"fix: ended with status {fix.status}:\n{_tail(fix.output)}"
        if found and found.id != entry.id:
            yield f'error: "{found.lines[0].text}" matches {found.id} first'
        if not found and entry.symptom.kind in KINDS_THAT_PRINT:
            yield f"error: none of the messages was printed, but this:\n{_tail(error.output)}"
        again = self.first_match(fix.output)
        if again and again.id == entry.id:
            yield f'fix: still prints "{again.lines[0].text}"'

    def _neutral(self, line: str) -> str:
        """Return ``line`` without the folders of this machine."""
        environment = (self._python or Path(sys.executable)).absolute().parent.parent
        line = line.replace(str(environment), "<environment>")
        return re.sub(r"/\S*?/trainwreck-\w+/home", "<home>", line)

    def _record(
        self,
        entry: Entry,
        reproduction: Reproduction,
        found: Match | None,
        seconds: float,
    ) -> Proof:
        used = {str(need): self._machine.versions[need] for need in reproduction.needs}
        on_device = not DEVICES.isdisjoint(reproduction.needs)
        return Proof(
            id=entry.id,
            date=dt.datetime.now(dt.UTC).date(),
            platform=f"{platform.system()} {platform.machine()}",
            device=self._machine.device if on_device else "CPU",
            versions={"python": self._machine.python, **used},
            message=self._neutral(found.lines[0].text) if found else None,
            template=found.message if found else None,
            seconds=round(seconds, 1),
            digest=digest(reproduction),
        )


def on_a_device(entry: Entry) -> bool:
    """Tell whether the reproduction of ``entry`` needs an accelerator."""
    needs = entry.reproduction.needs if entry.reproduction else ()
    return not DEVICES.isdisjoint(needs)


def as_text(result: Result, *, in_full: bool = False) -> str:
    """Return ``result`` in a line, or ``in_full`` with all that was printed."""
    seconds = sum(outcome.seconds for outcome in (result.error, result.fix) if outcome)
    head = f"{result.entry.id}: {result.verdict}"
    head += f" in {seconds:.1f} s" if seconds else ""
    if not in_full or not result.error or not result.fix:
        return f"{head}: {result.reason}"
    parts = [("What the error printed", result.error), ("What the fix printed", result.fix)]
    shown = [f"{title}:\n\n{indent(outcome.output, '    ')}" for title, outcome in parts]
    return "\n".join([*shown, f"{head}: {result.reason}"])


def summary(results: Sequence[Result]) -> str:
    """Return how many came to which verdict."""
    counts = Counter(result.verdict for result in results)
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])


def exit_status(results: Sequence[Result], *, all_wanted: bool, strict: bool) -> int:
    """Return the exit status that sums ``results`` up.

    It is 1 where a reproduction failed or is not written; 2 where something is missing for one, if
    ``all_wanted``, or, if ``strict``, for one that needs no accelerator and has no record yet.
    """
    verdicts = {result.verdict for result in results}
    if verdicts & {Verdict.FAILED, Verdict.UNWRITTEN}:
        return 1
    missing = [result.entry for result in results if result.verdict is Verdict.MISSING]
    unproved = [e for e in missing if not on_a_device(e) and not e.proof]
    return 2 if (all_wanted and missing) or (strict and unproved) else 0


def _tail(output: str, lines: int = 15) -> str:
    return "\n".join(output.rstrip().splitlines()[-lines:]) or "(nothing)"
