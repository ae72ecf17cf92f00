"""Writes trainwreck as one file for machines without pip: ``python3 trainwreck.pyz diagnose LOG``.

    python -m macros.commands.single_file FILE

The file holds the package with its catalog, and click. Both are pure Python, so it runs with any
Python from 3.11 on. Hyperscan and zstandard are used where they are installed; without them large
logs are read in Python alone. Commands for people who write entries need pip.
"""

import argparse
import importlib.metadata
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

_CARRIED = ("click",)
"""Packages of others that go into the file, all of them pure Python."""
_SHEBANG = b"#!/usr/bin/env python3\n"
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # of the zip format; the same content gives the same file
_MAIN = b"""\
import sys

if sys.version_info < (3, 11):
    sys.exit("trainwreck needs Python 3.11 or newer; this is %d.%d" % sys.version_info[:2])

from trainwreck.cli.main import main

main(prog_name="trainwreck")
"""


def single_file(project: Path, target: Path) -> None:
    """Pack the package of the folder ``project`` and what it needs into ``target``.

    Raises:
        CalledProcessError: if the package cannot be built.
        OSError: if ``target`` cannot be written.

    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".pyz-", dir=target.parent) as scratch:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", scratch]
        subprocess.run(command, cwd=project, check=True, capture_output=True)  # noqa: S603  own arguments
        (wheel,) = Path(scratch).glob("*.whl")
        partial = Path(scratch, "pyz")
        with partial.open("wb") as file:
            file.write(_SHEBANG)
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, content in sorted(_content(wheel)):
                    archive.writestr(_member(name), content)
        partial.chmod(0o755)
        partial.replace(target)


def _content(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """Yield names and contents of the files."""
    yield "__main__.py", _MAIN
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            yield name, packed.read(name)
    for package in _CARRIED:
        for file in importlib.metadata.files(package) or ():
            if file.parts[0] != ".." and "__pycache__" not in file.parts:
                yield file.as_posix(), Path(str(file.locate())).read_bytes()


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _FIRST_DAY)
    info.external_attr = 0o644 << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m macros.commands.single_file",
        description="Pack trainwreck into one file that any Python from 3.11 on runs.",
        epilog="Exit status: 0 written, 1 not written, 2 wrong arguments.",
    )
    parser.add_argument("file", type=Path, help="the file to write, such as dist/trainwreck.pyz")
    given = parser.parse_args()
    try:
        single_file(Path.cwd(), given.file)
    except subprocess.CalledProcessError as error:
        sys.exit(f"nothing was written: the package cannot be built:\n{error.stderr.decode()}")
    except OSError as error:
        sys.exit(f"nothing was written: {error.filename}: {error.strerror}")
    sys.stdout.write(f"{given.file}: {given.file.stat().st_size / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()
