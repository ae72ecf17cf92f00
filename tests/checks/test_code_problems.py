"""A problem of a table of codes is reported with file, line, field, what is wrong and the fix."""

from pathlib import Path

import pytest

from tests.support.code_tables import TABLE, write_table
from tests.support.entries import ENTRY, make_catalog
from trainwreck.catalog.store import read_snapshot
from trainwreck.checks.checker import check_catalog

PROBLEMS = {
    "missing field": (
        ("priority: 3\n", ""),
        "2: priority: is missing; add it: How likely a bare number is one of this table: 1 comes"
        " first where several tables have it.",
    ),
    "unknown field": (
        ("priority: 3", "priority: 3\npatern: x"),
        '9: patern: is not a field of a table of codes; did you mean "patterns"?',
    ),
    "id written in the file": (
        ("priority: 3", "priority: 3\nid: wheel"),
        "9: id: is not a field of a table of codes; delete it: the id is the file's name",
    ),
    "no schema": (
        ("# yaml-language-server: $schema=schema.json\n", "# wheels\n"),
        "1: the first line does not name the schema; write"
        ' "# yaml-language-server: $schema=schema.json"',
    ),
    "unknown entry": (
        ("entry: wheel", "entry: whel"),
        '19: rows.0.entry: "whel" is not the id of an entry; did you mean "wheel"?',
    ),
    "neither number nor name": (
        ("number: 8\n    name: WHEEL_FLAT", "text: flat"),
        "20: rows.1: has neither number nor name; add number: or name:",
    ),
    "neither meaning nor plain": (
        ("    plain: true\n", ""),
        "20: rows.1: needs either a meaning or plain; write what it means for a job in meaning:,"
        " or plain: true, not both",
    ),
    "meaning and plain": (
        ("    entry: wheel", "    plain: true"),
        "15: rows.0: needs either a meaning or plain; write what it means for a job in meaning:,"
        " or plain: true, not both",
    ),
    "plain with an action": (
        ("plain: true", "plain: true\n    action: retry"),
        "20: rows.1: is plain but says more; write its meaning, or delete the rest",
    ),
    "number that is none": (
        ("number: 8", "number: eight"),
        '20: rows.1.number: "eight" is not a whole number; write digits, such as 79 or 0x1008',
    ),
    "unknown action": (
        ("entry: wheel", "action: retyr"),
        '19: rows.0.action: "retyr" is not a valid action; did you mean "retry"?',
    ),
    "code twice": (
        ("number: 8\n    name: WHEEL_FLAT", "number: 7\n    name: WHEEL_OFF"),
        '20: rows.1: lists "7 WHEEL_OFF" twice (first on line 15); keep one',
    ),
    "pattern without a code": (
        ("wheel code <number>", "wheel code <*>"),
        "13: patterns.0: does not say which part is the code;"
        " write one of <number>, <name>, <text> in its place",
    ),
    "general pattern": (
        ("wheel code <number>", "at <number>"),
        "13: patterns.0: is too general: it has almost no fixed text; quote a word of 3 characters"
        " or more beside the code",
    ),
    "long meaning": (
        ("because a nut was loose.", "because. A nut. Was loose. Again."),
        "18: rows.0.meaning: is too long for a table; say it in one or two sentences",
    ),
    "HTML in a meaning": (
        ("The wheel came off, because", "The <b>wheel</b> came off, because"),
        "18: rows.0.meaning: ",
    ),
}


def problems(folder: Path, text: str, name: str = "wheel.yml") -> list[str]:
    """Return what the check says of a table beside a valid entry."""
    root = make_catalog(folder, {"numerics/wheel": ENTRY})
    path = write_table(folder, text, name)
    found = check_catalog(root, use_cache=False).problems
    assert all(problem.file == str(path) for problem in found)
    return [f"{problem.line}: {problem.text}" for problem in found]


def test_valid_table_has_no_problem(tmp_path: Path) -> None:
    assert problems(tmp_path, TABLE) == []


@pytest.mark.parametrize(("change", "expected"), PROBLEMS.values(), ids=PROBLEMS)
def test_problem_is_reported(change: tuple[str, str], expected: str, tmp_path: Path) -> None:
    assert change[0] in TABLE
    found = problems(tmp_path, TABLE.replace(*change))
    assert any(problem.startswith(expected) for problem in found), found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- 1\n", "1: is not a mapping; begin with title: and the other fields of a table"),
        ("", "1: the file is empty"),
        ("title: [\n", "2: is not valid YAML"),
    ],
)
def test_file_that_is_not_a_table_is_reported(text: str, expected: str, tmp_path: Path) -> None:
    assert problems(tmp_path, text)[0].startswith(expected)


def test_name_of_the_file_is_an_id(tmp_path: Path) -> None:
    assert 'the name "Wheel_1" is not an id' in problems(tmp_path, TABLE, "Wheel_1.yml")[0]


def test_what_is_kept_of_a_check_is_used_again_and_follows_changes(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    path = write_table(tmp_path, TABLE.replace("entry: wheel", "entry: whel"))
    for _ in range(2):
        (problem,) = check_catalog(root).problems
        assert problem.field == "rows.0.entry"
    path.write_text(TABLE, encoding="utf-8")
    assert check_catalog(root).problems == ()


def test_snapshot_follows_changes_and_leaves_out_what_cannot_be_read(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    path = write_table(tmp_path, TABLE)
    write_table(tmp_path, "title: [", "broken.yml")
    assert read_snapshot(root).code_table_ids == ("wheel",)
    path.write_text(TABLE.replace("came off, because", "was lost, because"), encoding="utf-8")
    table = read_snapshot(root).code_table("wheel")
    assert table.codes[0].meaning == "The wheel was lost, because a nut was loose."
    assert [code.anchor for code in table.codes] == ["7", "8"]
    with pytest.raises(KeyError):
        read_snapshot(root).code_table("broken")
