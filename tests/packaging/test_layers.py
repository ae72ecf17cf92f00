"""Packages are layers: each module imports only from those below its own, lazily or not."""

import ast
import functools
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT

LAYERS = {
    "trainwreck": (
        ("metadata", "files"),
        ("markdown",),
        ("logs",),
        ("series", "flight_recorder"),
        ("model",),
        ("snapshot",),
        ("matching",),
        ("catalog",),
        ("notes",),
        ("api",),
        ("execution",),
        ("checks",),
        ("drafting",),
        ("output",),
        ("survey",),
        ("mcp",),
        ("cli",),
        ("__init__", "__main__"),
    ),
    "macros": (
        ("background", "conversion", "scripts", "security", "theme"),
        ("catalog_data", "entry_form", "pages"),
        ("rendering",),
        ("publishing",),
        ("__init__", "hooks"),
        ("commands",),
    ),
}
"""By package, from the lowest to the highest; a module of the package itself is a layer, too."""
LEVELS = {
    (package, name): level
    for package, layers in LAYERS.items()
    for level, names in enumerate(layers)
    for name in names
}
MODULES = sorted(path for package in LAYERS for path in (ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    """Return the path of a module's file from the repository, for the names of tests."""
    return str(path.relative_to(ROOT))


def layer(path: Path) -> tuple[str, str]:
    """Return package and layer of a module by its file."""
    package, name, *_ = path.relative_to(ROOT).with_suffix("").parts
    return package, name


@functools.cache
def imported(path: Path) -> frozenset[str]:
    """Return every module that a file imports, wherever in it, and for types, too."""
    return frozenset(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert not node.level, f"{path}: a relative import"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layer_of_import(module: str) -> tuple[str, str] | None:
    """Return package and layer of an imported module; None for a module of others."""
    package, name, *_ = [*module.split("."), ""]
    return (package, name) if (package, name) in LEVELS else None


def test_every_module_belongs_to_a_layer() -> None:
    assert {layer(path) for path in MODULES} == set(LEVELS)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_module_imports_from_no_layer_beside_or_above_its_own(path: Path) -> None:
    own = layer(path)
    above = {
        name
        for name in imported(path)
        if (found := layer_of_import(name))
        and found[0] == own[0]
        and found != own
        and LEVELS[found] >= LEVELS[own]
    }
    assert above == set()


@pytest.mark.parametrize(
    "path", [path for path in MODULES if layer(path)[0] == "trainwreck"], ids=name_of
)
def test_module_of_the_library_knows_nothing_of_the_site(path: Path) -> None:
    assert {name.split(".")[0] for name in imported(path)} & {"macros", "mkdocs", "tests"} == set()


@pytest.mark.parametrize(
    "path",
    sorted(path for package in LAYERS for path in (ROOT / package).glob("*/__init__.py")),
    ids=lambda path: f"{path.parent.parent.name}.{path.parent.name}",
)
def test_package_says_what_belongs_there_and_imports_nothing(path: Path) -> None:
    module = ast.parse(path.read_text(encoding="utf-8"))
    assert len(module.body) == 1
    text = " ".join((ast.get_docstring(module) or "").split())
    assert text.endswith(".")
    assert text.count(". ") >= 1, "a second sentence"


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): {
            name for name in imported(path) if name.split(".")[0] in LAYERS
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
