"""Reproductions: raise the error for real, see the fix work, and judge both by the messages."""

import datetime as dt
import platform
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from textwrap import indent

from trainwreck import evidence, sandbox
from trainwreck.catalog import Catalog
from trainwreck.evidence import Evidence
from trainwreck.message import Template, parse
from trainwreck.model import Entry, Reproduction
from trainwreck.needs import Machine, remedy
from trainwreck.noise import stream
from trainwreck.snippets import Snippet, snippets
from trainwreck.vocabulary import Need

_ON_A_DEVICE = {Need.CUDA, Need.TWO_CUDA, Need.HIP}


class Verdict(StrEnum):
    """How a reproduction went."""

    REPRODUCED = "reproduced"
    FAILED = "failed"
    MISSING = "missing"
    """Something that it needs is not here."""
    EXEMPT = "exempt"
    STALE = "stale"
    """It is exempt, and this machine shows that it need not be."""
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
    record: Evidence | None = None


class Reproducer:
    """Runs the reproductions of a catalog on one machine, with one Python environment."""

    def __init__(self, catalog: Catalog, machine: Machine, python: Path | None = None) -> None:
        """Prepare to judge by all messages of ``catalog``."""
        self._machine, self._python = machine, python
        self._templates = [
            (entry.id, parse(text)) for entry in catalog for text in entry.symptom.messages
        ]

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
            return Result(
                entry, Verdict.EXEMPT, f"{reproduction.exempt.label}: {reproduction.because}"
            )
        missing = self._machine.missing(reproduction.needs)
        if missing:
            reason = "; ".join(f"needs {need.label}: {remedy(need)}" for need in missing)
            return Result(entry, Verdict.MISSING, reason)
        error = self._outcome(reproduction.error, strict=False)
        fix = self._outcome(reproduction.fix, strict=True)
        found = self.first_match(error.output)
        problem = self._problem(entry, error, fix, found)
        if problem:
            return Result(entry, Verdict.FAILED, problem, error, fix)
        record = self._record(entry, reproduction, found, error.seconds + fix.seconds)
        reason = record.message or "nothing is printed, as described"
        return Result(entry, Verdict.REPRODUCED, reason, error, fix, record)

    def first_match(self, output: str) -> tuple[str, Template, str] | None:
        """Return id, template and line of the most specific message in ``output``."""
        text = stream(output)
        best: tuple[int, int, str, Template] | None = None
        for id_, template in self._templates:
            for start, _ in template.matches(text):
                if best is None or (-template.weight, start) < best[:2]:
                    best = (-template.weight, start, id_, template)
                break
        if best is None:
            return None
        return best[2], best[3], text.line_at(best[1]).raw.strip()

    def _outcome(self, markdown: str | None, *, strict: bool) -> sandbox.Outcome:
        snippet = only_snippet(markdown or "")
        return sandbox.run(snippet.language, snippet.code, self._python, strict=strict)

    def _problem(
        self,
        entry: Entry,
        error: sandbox.Outcome,
        fix: sandbox.Outcome,
        found: tuple[str, Template, str] | None,
    ) -> str | None:
        """Return why this is no proof; None where it is one."""
        for part, outcome in (("error", error), ("fix", fix)):
            if outcome.timed_out:
                return f"{part}: did not end in {outcome.seconds:.0f} s"
            if outcome.difference:
                return f"{part}: printed something else:\n{outcome.difference}"
        if fix.status:
            return f"fix: ended with status {fix.status}:\n{_tail(fix.output)}"
        if found and found[0] != entry.id:
            return f'error: "{found[2]}" matches {found[0]} first'
        if entry.symptom.messages and not found:
            return f"error: none of the messages was printed, but this:\n{_tail(error.output)}"
        again = self.first_match(fix.output)
        if again and again[0] == entry.id:
            return f'fix: still prints "{again[2]}"'
        return None

    def _record(
        self,
        entry: Entry,
        reproduction: Reproduction,
        found: tuple[str, Template, str] | None,
        seconds: float,
    ) -> Evidence:
        used = {need: self._machine.versions[need] for need in reproduction.needs}
        on_device = not _ON_A_DEVICE.isdisjoint(reproduction.needs)
        return Evidence(
            id=entry.id,
            date=dt.datetime.now(dt.UTC).date(),
            platform=f"{platform.system()} {platform.machine()}",
            device=self._machine.device if on_device else "CPU",
            versions={"python": self._machine.python, **used},
            message=found[2] if found else None,
            template=found[1].text if found else None,
            seconds=round(seconds, 1),
            digest=evidence.digest(reproduction),
        )


def only_snippet(markdown: str) -> Snippet:
    """Return the one code fence that can be run in ``markdown``.

    Raises:
        ValueError: where there is none or more than one.

    """
    runnable = [item for item in snippets(markdown) if item.language in ("python", "bash")]
    if len(runnable) != 1:
        raise ValueError(f"holds {len(runnable)} code fences of python or bash, not one")
    return runnable[0]


def on_a_device(entry: Entry) -> bool:
    """Tell whether the reproduction of ``entry`` needs an accelerator."""
    needs = entry.reproduction.needs if entry.reproduction else ()
    return not _ON_A_DEVICE.isdisjoint(needs)


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


def exit_status(results: Sequence[Result], *, named: bool) -> int:
    """Return 1 where one failed or is not written, 2 where one that was ``named`` cannot run."""
    verdicts = {result.verdict for result in results}
    if verdicts & {Verdict.FAILED, Verdict.STALE, Verdict.UNWRITTEN}:
        return 1
    return 2 if named and Verdict.MISSING in verdicts else 0


def _tail(output: str, lines: int = 15) -> str:
    return "\n".join(output.rstrip().splitlines()[-lines:]) or "(nothing)"
