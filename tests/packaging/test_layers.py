"""The packages of trainwreck are layers: each imports only those below it, lazily or not."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PACKAGE = ROOT / "trainwreck"
LAYERS = (
    ("metadata", "files"),
    ("markdown",),
    ("logs",),
    ("series",),
    ("model",),
    ("snapshot",),
    ("matching",),
    ("catalog",),
    ("api",),
    ("execution",),
    ("checks",),
    ("drafting",),
    ("output",),
    ("mcp",),
    ("cli",),
    ("__init__", "__main__"),
)
"""From the lowest to the highest; a module of the package itself is a layer, too."""
LEVELS = {name: level for level, names in enumerate(LAYERS) for name in names}
MODULES = sorted(PACKAGE.rglob("*.py"))


def layer(path: Path) -> str:
    """Return the layer of a module by its file."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imported(path: Path) -> Iterator[str]:
    """Yield every module of trainwreck that a file imports, wherever in it, and for types, too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert not node.level, f"{path}: a relative import"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def own(module: str) -> str | None:
    """Return the layer of an imported module; None for a module of others."""
    name, *rest = module.split(".")
    if name != "trainwreck":
        return None
    return rest[0] if rest and rest[0] in LEVELS else None


def test_every_module_belongs_to_a_layer() -> None:
    assert {layer(path) for path in MODULES} == set(LEVELS)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_module_imports_nothing_above_it(path: Path) -> None:
    level = LEVELS[layer(path)]
    above = {name for name in imported(path) if (found := own(name)) and LEVELS[found] > level}
    assert above == set()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_module_knows_nothing_of_the_site(path: Path) -> None:
    assert {name.split(".")[0] for name in imported(path)} & {"macros", "mkdocs", "tests"} == set()


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.glob("*/__init__.py")), ids=lambda path: path.parent.name
)
def test_package_says_what_belongs_there_and_imports_nothing(path: Path) -> None:
    module = ast.parse(path.read_text(encoding="utf-8"))
    assert len(module.body) == 1
    text = " ".join((ast.get_docstring(module) or "").split())
    assert text.endswith(".")


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): {
            name for name in imported(path) if name.startswith("trainwreck.")
        }
        for path in MODULES
    }
    known = {name: found & graph.keys() for name, found in graph.items()}
    while leaves := {name for name, found in known.items() if not found}:
        known = {name: found - leaves for name, found in known.items() if name not in leaves}
    assert known == {}


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(("diagnose", "-"), 1), (("search", "quota"), 0), (("show", "nan-loss"), 0)],
    ids=["diagnose", "search", "show"],
)
def test_reading_the_catalog_needs_neither_yaml_nor_pydantic(
    arguments: tuple[str, ...], status: int
) -> None:
    code = (
        "import sys\nfrom trainwreck.cli.main import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit as end:\n    status = end.code\n"
        "print(status, sorted({name.partition('.')[0] for name in sys.modules}"
        " & {'pydantic', 'yaml', 'mcp'}))"
    )
    command = [sys.executable, "-c", code, *arguments]
    # The first run compiles the catalog of a checkout.
    for _ in range(2):
        done = subprocess.run(command, input="", capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == f"{status} []"
