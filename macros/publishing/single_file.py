"""The package with its catalog as one file that any Python from 3.11 on runs, without pip.

The file holds the package, the compiled catalog, and click. All of it is pure Python. Hyperscan and
zstandard are used where they are installed; without them large logs are read in Python alone.
Commands for people who write entries need pip.
"""

import importlib.metadata
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import trainwreck
from trainwreck.catalog.store import PACKAGED, compiled

NAME = "trainwreck.pyz"
"""Address of the file, relative to the site."""
_CARRIED = ("click",)
"""Packages of others that go into the file, all of them pure Python."""
_OF_INSTALLER = frozenset({"INSTALLER", "RECORD", "REQUESTED"})
"""What depends on how a package was installed."""
_LICENSES = ("LICENSE", "LICENSE-CONTENT.md")
_SHEBANG = b"#!/usr/bin/env python3\n"
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # of the zip format; the same content gives the same file
_MAIN = b"""\
import sys

if sys.version_info < (3, 11):
    sys.exit("trainwreck needs Python 3.11 or newer; this is %d.%d" % sys.version_info[:2])

from trainwreck.cli.main import main

main(prog_name="trainwreck")
"""


def single_file(project: Path) -> bytes:
    """Return the file with the catalog of the folder ``project``.

    Raises:
        CatalogError: if an entry cannot be read.
        OSError: if a file of the package or a license cannot be read.

    """
    packed = io.BytesIO(_SHEBANG)
    packed.seek(0, io.SEEK_END)
    with zipfile.ZipFile(packed, "a", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(_content(project)):
            archive.writestr(_member(name), content)
    return packed.getvalue()


def _content(project: Path) -> Iterator[tuple[str, bytes]]:
    """Yield names and contents of the files."""
    yield "__main__.py", _MAIN
    for name in _LICENSES:
        yield name, (project / name).read_bytes()
    package = Path(trainwreck.__file__).parent
    yield f"{package.name}/{PACKAGED.relative_to(package)}", compiled(project / "errors")
    for file in package.rglob("*"):
        place = file.relative_to(package.parent)
        is_own = not any(part.startswith((".", "__pycache__")) for part in place.parts)
        if file.is_file() and is_own and file != PACKAGED:
            yield place.as_posix(), file.read_bytes()
    for carried in _CARRIED:
        for part in importlib.metadata.files(carried) or ():
            is_own = part.parts[0] != ".." and "__pycache__" not in part.parts
            if is_own and part.name not in _OF_INSTALLER:
                yield part.as_posix(), Path(str(part.locate())).read_bytes()


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _FIRST_DAY)
    info.external_attr = 0o644 << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    return info
