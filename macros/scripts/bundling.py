"""The scripts of the site, bundled from the modules in ``browser/`` by esbuild.

``browser/README.md`` says what is where, and which packages take part and why.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from mkdocs.exceptions import PluginError

from macros.scripts.shared_data import write_script_data

FOLDER = "assets/javascripts"
"""Where the scripts are, relative to the site."""
_BUNDLER = Path("browser", "build", "bundle.js")
_SET_UP = "run make site, which sets up what it needs"


def scripts(project: Path, schema: str) -> Iterator[tuple[str, str]]:
    """Yield the address of each script, relative to the site, and its text.

    One more file is the text of the licenses of the packages in them.

    Args:
        project: the folder that contains ``browser`` and ``node_modules``.
        schema: the JSON Schema of an entry, by which the form for a new error judges.

    Raises:
        PluginError: where they cannot be bundled; it says why and what to do.

    """
    with tempfile.TemporaryDirectory(prefix="trainwreck-scripts-") as scratch:
        data, target = Path(scratch, "data"), Path(scratch, "scripts")
        write_script_data(data, schema)
        _bundle(project, data, target)
        for path in sorted(target.iterdir()):
            yield f"{FOLDER}/{path.name}", path.read_text(encoding="utf-8")


def node() -> str:
    """Return the path of Node.js: of this environment, or the machine's.

    Raises:
        PluginError: where there is none.

    """
    places = (str(Path(sys.executable).parent), os.environ.get("PATH", ""))
    if found := shutil.which("node", path=os.pathsep.join(places)):
        return found
    raise PluginError(f"Node.js is missing, which bundles the scripts of the site; {_SET_UP}")


def _bundle(project: Path, data: Path, target: Path) -> None:
    if not (project / "node_modules" / "esbuild").is_dir():
        raise PluginError(
            f"{project / 'node_modules'} lacks esbuild, which bundles the scripts of the site;"
            f" {_SET_UP}, or npm ci --ignore-scripts"
        )
    command = [node(), str(project / _BUNDLER), str(data), str(target)]
    done = subprocess.run(  # noqa: S603  a program of the project, with folders of its own
        command, capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise PluginError(f"the scripts of the site cannot be bundled:\n{done.stderr.strip()}")
