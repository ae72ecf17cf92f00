"""Finds dumps of PyTorch's flight recorder among other files, by how they begin."""

import re
from collections.abc import Iterable
from pathlib import Path

from trainwreck.files import read_regular

MOST_LOOKED_AT = 1000
"""Files of a folder that are looked at for dumps, those first whose names suggest it."""
_HEAD = 4096
# A pickle of a dictionary, or JSON of an object with one of the recorder's fields first.
_BEGINNING = re.compile(
    rb"\x80[\x02-\x05](?:\x95.{8})?\}"
    rb'|\s*\{\s*"(?:comm_lib_version|entries|nccl_\w+|pg_config|pg_status|rank|version)"\s*:',
    re.DOTALL,
)
_NAME = re.compile(r"rank|trace|dump|flight|record|fr[-_]", re.IGNORECASE)
_FIELD = re.compile(rb"pg_config|pg_status|collective_seq_id|profiling_name|nccl_comm_state")


def begins_like_a_dump(path: Path) -> bool:
    """Tell whether the beginning of a file looks like a dump of the flight recorder.

    A pipe, a folder, or what can't be read is none.
    """
    try:
        if not path.is_file():
            return False
        head = read_regular(path, _HEAD)
    except (OSError, ValueError):
        return False
    return bool(_BEGINNING.match(head) and _FIELD.search(head))


def dumps_in(folder: Path) -> tuple[Path, ...]:
    """Return the files of a folder that begin like dumps, in the order of their names.

    Only files with a number in their name are looked at, since dumps are named after ranks.
    """
    try:
        paths = [path for path in folder.iterdir() if any(map(str.isdigit, path.name))]
    except OSError:
        return ()
    paths.sort(key=lambda path: not _NAME.search(path.name))
    return dumps_among(sorted(paths[:MOST_LOOKED_AT]))


def dumps_among(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return those of ``paths`` that begin like dumps."""
    return tuple(path for path in paths if begins_like_a_dump(path))
