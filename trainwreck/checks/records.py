"""Rules on the records of reproductions, the files in ``evidence/``."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from trainwreck.catalog.evidence import RecordError, parse_record
from trainwreck.catalog.sources import Sources
from trainwreck.checks.unchanged import Examined, examined
from trainwreck.model.problems import Problem, did_you_mean, shown

AGAIN = "delete it and run: make reproduce"


def examine(
    files: Sequence[Path], sources: Sources, before: Mapping[str, Examined]
) -> dict[str, Examined]:
    """Return what is wrong in each record, by the id.

    Args:
        files: the records.
        sources: reads them.
        before: what this returned the last time.

    """
    return examined(files, sources, before, lambda path, content: [_flaw(path, content)])


def problems(
    files: Sequence[Path], known: Mapping[str, Examined], ids: Collection[str]
) -> Iterator[Problem]:
    """Yield what is wrong with the records of a catalog with these ``ids``."""
    for path in files:
        if path.stem not in ids:
            message = f'is a record of "{path.stem}", which is not an entry'
            advice = did_you_mean(path.stem, list(ids))
            yield Problem(shown(path), 1, "", message, f"rename or delete it; {advice}")
        elif known[path.stem][1]:
            yield Problem(shown(path), 1, "", known[path.stem][1], AGAIN)


def _flaw(path: Path, content: bytes | None) -> str:
    if content is None:
        return "cannot be read"
    try:
        parse_record(path.stem, content)
    except RecordError as error:
        return str(error)
    return ""
