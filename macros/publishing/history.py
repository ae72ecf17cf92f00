"""When each entry was published and last changed, by the history that git keeps of its file."""

import datetime as dt
import logging
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from trainwreck import Entry

_LOG = logging.getLogger("mkdocs.hooks.history")
_MOMENT = "@"


@dataclass(frozen=True)
class Moments:
    """Two times in the life of an entry, in UTC."""

    published: dt.datetime
    """Of the first commit that touched its file, in whichever folder it lay."""
    changed: dt.datetime
    """Of the last one."""


History = Mapping[str, Moments]
"""By id. An entry that was never committed is missing."""


def read_history(folder: Path) -> History:
    """Return the history of the entries in ``folder``.

    It is empty where git knows nothing of the folder, as in a tarball, and in a shallow clone,
    whose oldest commit would pass for the one that changed everything.
    """
    try:
        if _git(folder, "rev-parse", "--is-shallow-repository").strip() == "true":
            _LOG.info("A shallow clone: the feed goes by the days on which entries were verified")
            return {}
        log = _git(folder, "log", f"--format={_MOMENT}%ct", "--name-only", "--relative", "--", ".")
    except (OSError, subprocess.CalledProcessError):
        _LOG.info("No git history: the feed goes by the days on which entries were verified")
        return {}
    return _moments(log)


def changed(entry: Entry, history: History) -> dt.datetime:
    """Return when ``entry`` last changed: the day of its proof where the history lacks it."""
    if entry.id in history:
        return history[entry.id].changed
    return dt.datetime.combine(entry.verified.date, dt.time(), dt.UTC)


def _moments(log: str) -> dict[str, Moments]:
    """Return the times of each entry from ``log``: a line with the time, then names of files."""
    times: dict[str, list[dt.datetime]] = {}
    moment = dt.datetime.min.replace(tzinfo=dt.UTC)
    for line in log.splitlines():
        if line.startswith(_MOMENT):
            moment = dt.datetime.fromtimestamp(int(line.removeprefix(_MOMENT)), dt.UTC)
        elif line.endswith(".yml"):
            times.setdefault(PurePosixPath(line).stem, []).append(moment)
    return {id_: Moments(min(found), max(found)) for id_, found in times.items()}


def _git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603  fixed
