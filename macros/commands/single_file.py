"""Writes trainwreck as one file for machines without pip: ``python3 trainwreck.pyz diagnose LOG``.

python -m macros.commands.single_file FILE
"""

import argparse
import sys
from pathlib import Path

from macros.publishing.single_file import single_file
from trainwreck import CatalogError
from trainwreck.checks.checker import require_no_problems
from trainwreck.files import write_whole


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m macros.commands.single_file",
        description="Pack trainwreck into one file that any Python from 3.11 on runs.",
        epilog="Exit status: 0 written, 1 not written, 2 wrong arguments.",
    )
    parser.add_argument("file", type=Path, help="the file to write, such as dist/trainwreck.pyz")
    target: Path = parser.parse_args().file
    try:
        require_no_problems(Path("errors"))
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, single_file(Path()))
        target.chmod(0o755)
    except CatalogError as error:
        sys.exit(f"nothing was written: the catalog has problems:\n{error}")
    except OSError as error:
        sys.exit(f"nothing was written: {error.filename or target}: {error.strerror}")
    sys.stdout.write(f"{target}: {target.stat().st_size / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()
