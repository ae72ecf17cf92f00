"""The JavaScript packages of others that pages load, from ``node_modules`` into the site.

The versions stand in ``package.json``. 8 is the line of Ajv that knows draft 2020-12 of JSON
Schema; its licence comes with ``ajv`` only, so both keep to one minor version. 5 is the line of
js-yaml in which each value has a style of its own, and which knows YAML 1.1, as PyYAML does. fzstd
has no 1 yet.
No page loads a script from another host.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from mkdocs.exceptions import PluginError

FOLDER = "assets/javascripts/packages"
SCRIPTS = (
    "ajv-dist/dist/ajv2020.min.js",
    "js-yaml/dist/browser/js-yaml.umd.min.js",
    "fzstd/umd/index.js",
)
_INSIDE = ("ajv", "fast-deep-equal", "fast-uri", "json-schema-traverse", "js-yaml", "fzstd")
"""Packages of which these scripts consist."""


def packages(modules: Path) -> Iterator[tuple[str, str]]:
    """Yield the address of each script of others, relative to the site, and its text.

    The last one is the text of their licences.

    Args:
        modules: the folder ``node_modules``.

    Raises:
        PluginError: where a package is not installed; it names the command that installs it.

    """
    try:
        for script in SCRIPTS:
            name = Path(script).parts[0]
            yield f"{FOLDER}/{name}.js", (modules / script).read_text(encoding="utf-8")
        yield f"{FOLDER}/licences.txt", "\n".join(_licence(modules / name) for name in _INSIDE)
    except FileNotFoundError as error:
        raise PluginError(
            f"{error.filename} is missing: the site loads packages of npm; run make site, or"
            " npm ci --ignore-scripts"
        ) from error


def _licence(package: Path) -> str:
    version = json.loads((package / "package.json").read_text(encoding="utf-8"))["version"]
    text = (package / "LICENSE").read_text(encoding="utf-8").strip()
    return f"{package.name} {version}\n\n{text}\n"
