"""The catalog is checked while the site is made of it, and its problems stop the build."""

import os
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from mkdocs.exceptions import PluginError

import macros
from macros import define_env, hooks
from macros.background import require_checked, started, started_apart
from macros.catalog_data.browser_catalog import HtmlRenderer, catalog_file
from macros.catalog_data.compiled_catalog import compiled_catalog
from macros.conversion.extensions import exchange_extensions
from tests.support.entries import FIRST_STEP, changed, make_catalog
from tests.support.paths import ROOT
from trainwreck import Problem
from trainwreck.catalog.store import load_snapshot

PROBLEM = Problem("errors/a.yml", 1, "title", "is bad", "write a better one")


def failing(*_: object) -> tuple[Problem, ...]:
    """Find a problem."""
    return (PROBLEM,)


def plugin_for(folder: Path) -> Any:
    """Return what stands for the plugin for macros of a project in ``folder``."""
    (folder / "docs" / "guides").mkdir(parents=True)
    for name in ("sources.yml", "frequencies.yml"):
        (folder / "docs" / name).write_text("[]\n")
    registered: list[Any] = []
    conf = {"repo_url": "https://example.org/"}
    return SimpleNamespace(project_dir=folder, conf=conf, macro=registered.append)


def test_work_goes_on_meanwhile_and_its_result_is_there_later() -> None:
    begun = threading.Event()
    work = started(lambda: begun.wait(60) and "done")
    begun.set()
    assert work.result() == "done"


def test_work_can_go_on_in_another_process() -> None:
    assert started_apart(os.getpid).result() != os.getpid()


def test_problems_stop_the_build_and_are_named() -> None:
    with pytest.raises(PluginError, match=r"the catalog has problems:\nerrors/a.yml:1: title"):
        require_checked(started(failing))


def test_a_catalog_without_problems_is_passed(tmp_path: Path) -> None:
    make_catalog(tmp_path, {"numerics/wheel": changed()})
    plugin = plugin_for(tmp_path)
    define_env(plugin)
    require_checked(plugin.check)
    assert list(plugin.catalog.ids) == ["wheel"]


def test_an_entry_that_only_the_check_refuses_stops_the_build(tmp_path: Path) -> None:
    make_catalog(tmp_path, {"numerics/wheel": changed((FIRST_STEP, "first_step: Use it."))})
    plugin = plugin_for(tmp_path)
    define_env(plugin)
    with pytest.raises(PluginError, match=r"the catalog has problems:\n.*first_step"):
        require_checked(plugin.check)


def test_an_entry_that_cannot_be_read_is_named_by_the_check(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": changed()})
    (root / "numerics" / "wheel.yml").write_text("title: [")
    with pytest.raises(PluginError, match=r"the catalog has problems:\n.*wheel.yml"):
        define_env(plugin_for(tmp_path))


def test_problems_of_the_catalog_come_before_those_of_a_guide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_catalog(tmp_path, {"numerics/wheel": changed()})
    plugin = plugin_for(tmp_path)
    (tmp_path / "docs" / "guides" / "x.md").write_text("---\nerrors: [no-such]\n---\n")
    monkeypatch.setattr(macros, "problems_of", failing)
    with pytest.raises(PluginError, match="the catalog has problems"):
        define_env(plugin)


def test_problems_explain_what_else_goes_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> list[Any]:
        raise KeyError("wheel")

    monkeypatch.setattr(hooks, "_files", broken)
    config: Any = SimpleNamespace(plugins={"macros": SimpleNamespace(check=started(failing))})
    with pytest.raises(PluginError, match="the catalog has problems"):
        hooks.on_files(None, config)  # type: ignore[arg-type]


def test_no_page_is_written_for_a_catalog_with_problems() -> None:
    config: Any = SimpleNamespace(plugins={"macros": SimpleNamespace(check=started(failing))})
    with pytest.raises(PluginError, match="the catalog has problems"):
        hooks.on_env(None, config=config, files=None)  # type: ignore[arg-type]


def test_another_process_renders_texts_as_this_one_does() -> None:
    configs: dict[str, Any] = {}
    extensions: list[Any] = ["tables", "pymdownx.highlight", "pymdownx.superfences"]
    exchange_extensions(extensions, configs)
    renderer = HtmlRenderer([*extensions, object()], configs)
    compiled = compiled_catalog(load_snapshot(ROOT / "errors"))
    compiled["entries"] = compiled["entries"][:5]
    made = started_apart(catalog_file, "a.json", compiled, renderer).result()
    assert made == catalog_file("a.json", compiled, renderer)
    assert b"<pre>" in made["a.json"]
