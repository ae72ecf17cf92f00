"""Whose log a file is, by its name and folder, where launchers with a file per process say it.

torchrun --log-dir writes attempt_0/3/stderr.log, where 3 is the local rank.
"""

import re
from dataclasses import dataclass

_BY_TORCHRUN = re.compile(
    r"(?P<run>(?:.*/)?attempt_\d+)/(?P<local>\d+)/(?:stdout|stderr)\.log(?!\w)"
)
_BY_NAME = re.compile(
    r"(?:.*/)?(?:[^/]*?[^/A-Za-z0-9])??(?:local[-_.]?rank|(?P<own>rank|task))"
    r"[-_.=]?(?P<number>\d+)(?!\d)[^/]*",
    re.IGNORECASE,
)
_BY_STEP = re.compile(r"(?P<run>(?:.*/)?[^/]*\d{4,})-\d{1,5}\.[a-z][^/]*")
"""As srun --output=%x-%j-%t.out names them. An array job may name its logs so, too."""


@dataclass(frozen=True, slots=True)
class FileRank:
    """The process whose log a file is."""

    name: str
    """In words, such as "rank 3"."""
    rank: str | None
    """Its rank; None if only its rank on its node is known."""


def rank_of(path: str) -> FileRank | None:
    """Return the process whose log the file at ``path`` is; None if the path doesn't say it."""
    if match := _BY_TORCHRUN.fullmatch(_plain(path)):
        return FileRank(f"local rank {int(match['local'])}", None)
    if match := _BY_NAME.fullmatch(path):
        number = str(int(match["number"]))
        return FileRank(f"rank {number}", number) if match["own"] else None
    return None


def run_of(path: str) -> str | None:
    """Return what the logs of one run have in common, if the file at ``path`` is one of several."""
    if match := _BY_TORCHRUN.fullmatch(_plain(path)) or _BY_STEP.fullmatch(path):
        return match["run"]
    if match := _BY_NAME.fullmatch(path):
        return path[: match.start("number")]
    return None


def _plain(path: str) -> str:
    return re.sub(r"\.(?:gz|bz2|xz|zst)$", "", path)
