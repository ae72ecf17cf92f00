"""The page that teaches by an entry shows all of it, and of worse versions what the check says."""

import shutil
from collections.abc import Callable
from pathlib import Path

import jinja2
import pytest
from bs4 import BeautifulSoup

import trainwreck
from macros.rendering.worked_example import WorkedExample
from tests.support.entries import ENTRY, make_catalog
from tests.support.paths import ROOT
from trainwreck.checks.checker import check_catalog

PAGE = ROOT / "docs" / "write-an-entry.md"


class Recorder(WorkedExample):
    """Notes what the page calls."""

    def __init__(self, id_: str) -> None:
        self.entry = trainwreck.load(ROOT / "errors")[id_]
        super().__init__(ROOT / "errors", self.entry)
        self.worse: dict[str, str] = {}

    @property
    def file(self) -> Path:
        return Path("errors", self.entry.category, f"{self.entry.id}.yml")

    def refused(self, field: str, caller: Callable[[], str]) -> str:
        self.worse[field] = self.with_lines(field, caller().strip("\n"))
        return super().refused(field, caller)


@pytest.fixture(scope="module")
def recorder() -> Recorder:
    """Render the page and return what was called."""
    made: list[Recorder] = []

    def worked_example(id_: str) -> Recorder:
        made.append(Recorder(id_))
        return made[-1]

    template = jinja2.Environment(autoescape=False).from_string(PAGE.read_text(encoding="utf-8"))  # noqa: S701
    template.render(worked_example=worked_example)
    (recorder,) = made
    return recorder


@pytest.fixture(scope="module")
def page(site: Path) -> BeautifulSoup:
    """Read the built page."""
    path = site / "write-an-entry" / "index.html"
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def test_every_line_of_the_entry_is_shown_once_and_in_order(
    recorder: Recorder, page: BeautifulSoup
) -> None:
    shown = [block.get_text().rstrip("\n") for block in page.select(".from-the-entry code")]
    assert "\n".join(shown) + "\n" == (ROOT / recorder.file).read_text(encoding="utf-8")


def test_line_numbers_are_those_of_the_file(recorder: Recorder, page: BeautifulSoup) -> None:
    numbers = [int(str(tag["data-linenos"])) for tag in page.select("[data-linenos]")]
    lines = (ROOT / recorder.file).read_text(encoding="utf-8").splitlines()
    assert numbers == list(range(1, len(lines) + 1))


def test_whole_check_says_of_worse_versions_what_the_page_shows(
    recorder: Recorder, page: BeautifulSoup, tmp_path: Path
) -> None:
    shutil.copytree(ROOT / "errors", tmp_path / "errors")
    shutil.copytree(ROOT / "docs" / "clusters", tmp_path / "docs" / "clusters")
    said = []
    for text in recorder.worse.values():
        (tmp_path / recorder.file).write_text(text, encoding="utf-8")
        problems = check_catalog(tmp_path / "errors").problems
        said.append("\n".join(str(problem).replace(f"{tmp_path}/", "") for problem in problems))
    boxes = page.select(".admonition.failure")
    assert [box.select("code")[-1].get_text().strip() for box in boxes] == said
    assert all(said)


@pytest.fixture
def example(tmp_path: Path) -> WorkedExample:
    """Take a small entry."""
    root = make_catalog(tmp_path, {"memory/wheel": ENTRY})
    return WorkedExample(root, trainwreck.load(root)["wheel"])


def test_lines_of_a_field_are_those_below_it(example: WorkedExample) -> None:
    assert example.lines("symptom.messages") == (
        '```{ .yaml .from-the-entry linenums="10" }\n'
        "  messages:\n"
        '    - "RuntimeError: wheel <*> came off at <*> km/h"\n'
        "```"
    )


def test_lines_reach_to_the_end_of_the_file(example: WorkedExample) -> None:
    assert "  versions: spanner 1.0\n```" in example.lines("first_step", "verified")


def test_field_that_is_not_there_is_an_error(example: WorkedExample) -> None:
    with pytest.raises(LookupError, match=r"memory/wheel\.yml has no fix\.1"):
        example.lines("fix.1")


def test_problems_are_named_as_in_the_checkout(example: WorkedExample) -> None:
    refused = example.refused("severity", lambda: "\nseverity: hihg\n")
    assert 'errors/memory/wheel.yml:3: severity: "hihg" is not a valid severity' in refused


def test_worse_lines_that_the_check_lets_pass_are_an_error(example: WorkedExample) -> None:
    with pytest.raises(ValueError, match="nothing against these lines for severity"):
        example.refused("severity", lambda: "severity: low")
