"""Rules on the records of reproductions, the files in ``evidence/``."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from trainwreck.catalog.evidence import RecordError, parse_record
from trainwreck.catalog.sources import Sources
from trainwreck.model.problems import Problem, did_you_mean, shown

AGAIN = "delete it and run: make reproduce"


def examine(
    files: Sequence[Path], sources: Sources, before: Mapping[str, list[str]]
) -> dict[str, list[str]]:
    """Return the digest of each record and what is wrong in it, by the id.

    Args:
        files: the records.
        sources: reads them.
        before: what this returned the last time.

    """
    found = {}
    for path in files:
        digest = sources.digest(path)
        known = before.get(path.stem)
        if not known or known[0] != digest:
            known = [digest, _flaw(path, sources.content(path))]
        found[path.stem] = known
    return found


def problems(
    files: Sequence[Path], examined: Mapping[str, Sequence[str]], ids: Collection[str]
) -> Iterator[Problem]:
    """Yield what is wrong with the records of a catalog with these ``ids``."""
    for path in files:
        if path.stem not in ids:
            message = f'is a record of "{path.stem}", which is not an entry'
            advice = did_you_mean(path.stem, list(ids))
            yield Problem(shown(path), 1, "", message, f"rename or delete it; {advice}")
        elif examined[path.stem][1]:
            yield Problem(shown(path), 1, "", examined[path.stem][1], AGAIN)


def _flaw(path: Path, content: bytes | None) -> str:
    if content is None:
        return "cannot be read"
    try:
        parse_record(path.stem, content)
    except RecordError as error:
        return str(error)
    return ""
