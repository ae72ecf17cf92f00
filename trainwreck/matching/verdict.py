"""The one-sentence verdict on a log, and hints where to look for a cause that it doesn't show."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from trainwreck.logs.failure_reports import Failure, FailureKind
from trainwreck.logs.job_facts import JobFacts
from trainwreck.matching.aborts import is_secondary_abort
from trainwreck.matching.judgement import Role
from trainwreck.matching.results import Match, by_number

MOST_LISTED = 3
"""Ranks that are named one by one."""
ONLY_WARNING = "No failure found, only a warning: "
"""How the verdict begins if the log reports no failure."""
SAME_CALLS = "If these ranks are one process group, their code took different paths"
"""What it means that ranks waited in different collectives."""
ENDED_BY_SLURM = re.compile(r"\*\*\* (JOB|STEP) [^ ]+ ON [^ ]+ CANCELLED")
"""How Slurm reports that it ends a job on all its nodes; it names the one that says so."""
SUBJECTS = {"JOB": "The job", "STEP": "A job step"}
"""What it calls what it ends, and what the verdict calls it."""
LONGEST_QUOTE = 160
"""Characters of a failure that are quoted."""


def verdict(
    found: Sequence[Match], failures: Sequence[Failure], facts: JobFacts, line_count: int
) -> str:
    """Return one sentence: what happened, to whom, and what followed.

    Args:
        found: the matches, ranked.
        failures: what the log reports in a general form.
        facts: what the log says about the job.
        line_count: lines read.

    """
    if not found:
        return _no_match(failures, line_count)
    first = found[0]
    said = f"{_subject(first, facts)} {_predicate(first, failures)}"
    if first.is_warning and not failures:
        return f"{ONLY_WARNING}{said[0].lower()}{said[1:]}."
    if first.role is Role.SYMPTOM:
        missing, how = _missing(failures, facts, first)
        if missing and missing != first.sources:
            said += f"; {_ranks(missing)} {how}"
    elif followed := first.survived or _followed(found):
        said += f"; {followed}"
    return f"{said}."


def hints(found: Sequence[Match], failures: Sequence[Failure], facts: JobFacts) -> Iterator[str]:
    """Yield where to look next if the log shows no more than a symptom."""
    if not found or found[0].role is not Role.SYMPTOM:
        return
    missing, how = _missing(failures, facts, found[0])
    if missing:
        nodes = sorted({facts.node_of[rank] for rank in missing if rank in facts.node_of})
        where = f" on {', '.join(nodes)}" if nodes else ""
        who = _ranks(missing).capitalize()
        yield f"{who}{where} {how}: look at the log and the state of {_them(missing)}"
    yield from _places(facts.waiting)
    for file in facts.error_files:
        yield f"torchrun wrote a traceback to {file}"
    for failure in failures:
        if failure.is_first and failure.code is not None and not is_secondary_abort(failure):
            how = f"was rank {failure.source}," if _is_rank(failure.source) else "ended"
            yield f"The first process to fail {how} with {failure.text}{_meaning(failure)}"
            break


def _places(waiting: Mapping[str, str]) -> Iterator[str]:
    """Yield in which collectives ranks waited, if they are few different ones.

    The log doesn't say which of them are of the same process group.
    """
    ranks: dict[str, list[str]] = {}
    for rank, call in waiting.items():
        ranks.setdefault(call, []).append(rank)
    if 1 < len(ranks) <= MOST_LISTED:
        said = ", ".join(f"{_ranks(those)} in {call}" for call, those in sorted(ranks.items()))
        yield f"Not all waited in the same call: {said}. {SAME_CALLS}"


def _missing(
    failures: Sequence[Failure], facts: JobFacts, symptom: Match
) -> tuple[tuple[str, ...], str]:
    """Return the ranks to look at where the log shows no cause, and what is known of them."""
    if facts.lost:
        return tuple(sorted(facts.lost, key=by_number)), "stopped responding"
    return silent_ranks(failures, facts, symptom.sources), "printed no error"


def silent_ranks(
    failures: Sequence[Failure], facts: JobFacts, reporting: Iterable[str] = ()
) -> tuple[str, ...]:
    """Return the ranks that failed or hung without an error message of their own.

    Args:
        failures: what the log reports in a general form.
        facts: what the log says about the job.
        reporting: ranks that only report that something else failed.

    """
    loud = {f.source for f in failures if f.kind is FailureKind.EXCEPTION and not f.is_secondary}
    loud |= {f.source for f in failures if f.kind is FailureKind.SIGNAL and not f.is_secondary}
    heard = {source for source in loud if _is_rank(source)}
    missing = _between(heard | set(filter(_is_rank, reporting)))
    if heard:
        ended = {f.source for f in failures if f.code is not None and _is_rank(f.source)}
        missing |= {*ended, *map(str, range(facts.world_size))} - heard
    return tuple(sorted((rank for rank in missing if rank is not None), key=by_number))


def _between(heard: set[str | None]) -> set[str | None]:
    """Return the ranks between those that were heard if they are few: the log has their node."""
    numbers = {int(rank) for rank in heard if rank is not None}
    if not numbers:
        return set()
    first, last = min(numbers), max(numbers)
    if 2 * (last - first + 1 - len(numbers)) >= len(numbers):
        return set()
    return set(map(str, {*range(first, last)} - numbers))


def _no_match(failures: Sequence[Failure], line_count: int) -> str:
    lines = "1 line" if line_count == 1 else f"{line_count:,} lines"
    shown = next((f for f in failures if f.kind is FailureKind.EXCEPTION), None)
    shown = shown or next(iter(failures), None)
    if shown is None and not line_count:
        return "No match: the log is empty."
    if shown is None:
        return f"No match: {lines} without a known error message."
    who = f"Rank {shown.source} reported" if _is_rank(shown.source) else "The log reports"
    return f"No match. {who} {_quoted(shown.text)}, which no entry explains yet."


def _subject(match: Match, facts: JobFacts) -> str:
    ranks = [source for source in match.sources if _is_rank(source)]
    nodes = list(match.nodes) or [facts.node_of[rank] for rank in ranks if rank in facts.node_of]
    where = f" on {nodes[0]}" if len(set(nodes)) == 1 else ""
    if ranks:
        return _ranks(ranks).capitalize() + where
    if ended := ENDED_BY_SLURM.search(match.lines[0].text):
        return SUBJECTS[ended[1]]
    return f"A process{where}" if where else "The job"


def _predicate(match: Match, failures: Sequence[Failure]) -> str:
    if match.entry:
        said = match.entry.verdict
    else:
        said = _unknown(next(f for f in failures if f.line == match.lines[0].number))
    is_plural = sum(map(_is_rank, match.sources)) > 1
    return _plural(said) if is_plural else said


def _unknown(failure: Failure) -> str:
    if failure.kind is FailureKind.EXCEPTION:
        return f"failed with {_quoted(failure.text)}, which no entry explains yet"
    if failure.kind is FailureKind.SIGNAL:
        return f"was ended by {failure.text}"
    return f"ended with {failure.text} and printed no exception"


def _followed(found: Sequence[Match]) -> str:
    """Return what the consequences were, for the ranks that are not the cause's own."""
    own = {source for match in found if match.role is Role.CAUSE for source in match.sources}
    for match in found:
        ranks = [source for source in match.sources if _is_rank(source) and source not in own]
        if match.role is Role.CONSEQUENCE and match.entry and ranks:
            others = f"rank {ranks[0]}" if len(ranks) == 1 else f"{len(ranks)} other ranks"
            said = match.entry.verdict if len(ranks) == 1 else _plural(match.entry.verdict)
            return f"{others} then {said}"
    return ""


def _plural(predicate: str) -> str:
    if predicate.startswith("was "):
        predicate = "were " + predicate.removeprefix("was ")
    return re.sub(r"\bits\b", "their", predicate)


def _ranks(ranks: Iterable[str]) -> str:
    listed = sorted(ranks, key=by_number)
    if len(listed) == 1:
        return f"rank {listed[0]}"
    if len(listed) <= MOST_LISTED:
        return f"ranks {', '.join(listed[:-1])} and {listed[-1]}"
    numbers = list(map(int, listed))
    if numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"ranks {numbers[0]} to {numbers[-1]}"
    return f"{len(listed)} ranks"


def _them(ranks: Sequence[str]) -> str:
    return "that rank" if len(ranks) == 1 else "these ranks"


def _is_rank(source: str | None) -> bool:
    return source is not None and source.isdecimal()


def _quoted(text: str) -> str:
    line = text.strip().rstrip(".:")
    if len(line) > LONGEST_QUOTE:
        line = line[:LONGEST_QUOTE].rsplit(" ", 1)[0] + " …"
    return f'"{line}"'


def _meaning(failure: Failure) -> str:
    if failure.kind is FailureKind.EXIT_CODE and failure.code == 1:
        return ": usually a Python exception, printed above or in that rank's own log"
    return ""
