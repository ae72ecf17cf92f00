"""The scripts of the site are bundled, complete, small and without anything that others forbid."""

import os
import re
import shutil
from pathlib import Path

import pytest
from mkdocs.exceptions import PluginError

from macros.scripts.bundling import FOLDER, scripts
from macros.scripts.javascript_patterns import javascript, javascript_replacement
from tests.support.paths import ROOT

SCHEMA = (ROOT / "errors" / "schema.json").read_text(encoding="utf-8")
PACKAGES = {"ajv", "fzstd", "iframe-worker", "js-yaml", "pako", "uplot"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project with scripts of its own and the packages of this one."""
    shutil.copytree(ROOT / "browser", tmp_path / "browser")
    shutil.copy(ROOT / "package.json", tmp_path)
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    return tmp_path


@pytest.fixture(scope="module")
def bundled() -> dict[str, str]:
    """Return the scripts by their names."""
    return {uri.removeprefix(f"{FOLDER}/"): text for uri, text in scripts(ROOT, SCHEMA)}


def test_the_same_modules_give_the_same_scripts(bundled: dict[str, str], project: Path) -> None:
    again = {uri.removeprefix(f"{FOLDER}/"): text for uri, text in scripts(project, SCHEMA)}
    assert again == bundled


def test_no_script_needs_what_a_strict_policy_forbids(bundled: dict[str, str]) -> None:
    for name, text in bundled.items():
        assert not re.search(r"\beval\(|new Function\b|Function\(", text), name


def test_nothing_leads_to_the_sources(bundled: dict[str, str]) -> None:
    assert not [name for name in bundled if name.endswith(".map")]
    assert not [name for name, text in bundled.items() if "sourceMappingURL" in text]


def test_matcher_is_in_no_other_script(bundled: dict[str, str]) -> None:
    assert [name for name, text in bundled.items() if "box_left" in text] == ["matcher.js"]


def test_licenses_of_the_packages_in_the_scripts_are_there(bundled: dict[str, str]) -> None:
    text = bundled["licenses.txt"]
    assert set(re.findall(r"^(\S+) \d+\.\d+\.\d+$", text, re.MULTILINE)) == PACKAGES
    assert text.lower().count("copyright (c)") >= len(PACKAGES)


def test_missing_packages_are_named_with_the_command(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match=r"lacks esbuild.*npm ci --ignore-scripts"):
        list(scripts(tmp_path, SCHEMA))


def test_missing_node_is_named_with_the_command(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name, path: None)  # noqa: ARG005
    with pytest.raises(PluginError, match=r"Node\.js is missing.*run make site"):
        list(scripts(project, SCHEMA))


def test_error_in_a_module_is_told_with_its_line(project: Path) -> None:
    module = project / "browser" / "site" / "scrollable.js"
    module.write_text(module.read_text() + "\nimport { gone } from './gone.js'\nconst = 1\n")
    with pytest.raises(PluginError, match=r"cannot be bundled:\n") as failure:
        list(scripts(project, SCHEMA))
    assert re.search(r"site/scrollable\.js:\d+:\d+", str(failure.value))
    assert f"{os.sep}node_modules{os.sep}" not in str(failure.value)


def test_pattern_without_counterpart_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\\B has no counterpart"):
        javascript(re.compile(r"\Bword"))


def test_replacement_means_the_same_in_javascript() -> None:
    assert javascript_replacement(r"\g<before><user> \g<0> $1") == "$<before><user> $& $$1"
