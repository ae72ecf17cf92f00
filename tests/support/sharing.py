"""What takes long to make, and is made once for all worker processes of a test run."""

from collections.abc import Callable
from pathlib import Path

from filelock import FileLock


def made_once(path: Path, make: Callable[[Path], None]) -> Path:
    """Return ``path``, which ``make`` makes in whichever process comes first; others wait."""
    done = path.with_name(f"{path.name}.made")
    path.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(path.with_name(f"{path.name}.lock")):
        if not done.exists():
            make(path)
            done.touch()
    return path
