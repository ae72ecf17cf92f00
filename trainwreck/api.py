"""The functions of the library that need a catalog: what ``import trainwreck`` offers."""

import functools

from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser
from trainwreck.matching.results import Diagnosis


@functools.cache
def _diagnoser() -> Diagnoser:
    return Diagnoser(load_snapshot())


def diagnose(text: str | bytes) -> Diagnosis:
    """Return what explains the log ``text``, by the catalog that comes with the package.

    It reads no file but the catalog and asks no other host. The catalog is read at the first call
    and kept. Any text is a log: if nothing in it is known, ``matches`` is empty.

    Args:
        text: what a job printed, whole or in part, with whatever color codes, times and ranks;
            bytes are in UTF-8 or an encoding that extends ASCII. Not the name of a file: pass what
            ``Path(name).read_bytes()`` returns.

    Raises:
        TypeError: if ``text`` is neither text nor bytes.
        CatalogError: in a checkout of which no entry can be read; an installed package has none.

    Examples:
        >>> import trainwreck
        >>> found = trainwreck.diagnose("[rank3]: RuntimeError: No HIP GPUs are available")
        >>> [match.id for match in found.matches]
        ['no-hip-gpus-available']
        >>> print(found.matches[0].role, found.matches[0].confidence, *found.matches[0].sources)
        cause likely 3

    """
    if isinstance(text, str):
        content = text.encode("utf-8", "replace")
    elif isinstance(text, (bytes, bytearray, memoryview)):
        content = bytes(text)
    else:
        name = type(text).__name__
        raise TypeError(f"diagnose() takes the text of a log as str or bytes, not {name}")
    return _diagnoser().diagnose([content], size=len(content))
