"""Every kind of fault is reported with file, line, field, what is wrong and what would be right."""

from pathlib import Path

import pytest

from tests.entries import ENTRY, changed, make_catalog
from trainwreck.catalog import inspect

TITLE = 'title: "RuntimeError: the wheel came off"'
SEVERITY = "severity: high"
MESSAGE = '"RuntimeError: wheel <*> came off at <*> km/h"'
MESSAGES = f"  messages:\n    - {MESSAGE}\n"
STEP = "    text: Take a spanner of the right size and turn the nut clockwise."
CAUSE = "root_cause: A nut was not tightened, so the wheel came off as soon as the car moved."
VERIFIED = "verified:\n  date: 2026-11-21\n  evidence: measured\n  versions: spanner 1.0"
FIRST = "first_step: Tighten the nut."

FIELD_FAULTS = {
    "missing field": (
        (SEVERITY + "\n", ""),
        ["2: severity: is missing; add it: What the error costs."],
    ),
    "missing field inside": (
        ("  kind: crash\n", ""),
        ["7: symptom.kind: is missing; add it: What happens to the job."],
    ),
    "unknown field": (
        (SEVERITY, f"{SEVERITY}\nsevrity: low"),
        ['4: sevrity: is not a field of an entry; did you mean "severity"?'],
    ),
    "unknown field inside": (
        ("  - title: Tighten the nut", "  - title: Tighten the nut\n    titel: Tighten"),
        ['16: fix.0.titel: is not a field of an entry; did you mean "title"?'],
    ),
    "id written in the file": (
        (SEVERITY, f"{SEVERITY}\nid: wheel"),
        ["4: id: is not a field of an entry; delete it: the id is the file's name"],
    ),
    "category written in the file": (
        (SEVERITY, f"{SEVERITY}\ncategory: memory"),
        ["4: category: is not a field of an entry; delete it: the category is the folder's name"],
    ),
    "duplicate key": (
        (SEVERITY, f"{SEVERITY}\nseverity: low"),
        ["4: severity: is written twice (first on line 3); keep one of them"],
    ),
    "empty value": (
        (SEVERITY, "severity:"),
        ["3: severity: is empty; write its value, or delete the line"],
    ),
    "empty text": (
        (CAUSE, "root_cause: ' '"),
        [
            "13: root_cause: is empty; write it, or delete the field if it is optional:"
            " Markdown: one sentence that names the cause, then the detail."
        ],
    ),
    "wrong word": (
        (SEVERITY, "severity: hihg"),
        ['3: severity: "hihg" is no severity; did you mean "high"?'],
    ),
    "wrong word, nothing near": (
        (SEVERITY, "severity: 7 of 9"),
        ['3: severity: "7 of 9" is no severity; write one of critical, high, medium, low'],
    ),
    "wrong word in a list": (
        ("[pytorch]", "[pyproject]"),
        ['6: frameworks.0: "pyproject" is no framework; did you mean "pyproj"?'],
    ),
    "number where text is wanted": (
        (TITLE, "title: 502"),
        ['2: title: is a number, not text; put it in quotes: "502"'],
    ),
    "truth value where text is wanted": (
        (FIRST, "first_step: yes"),
        ['17: first_step: is a truth value, not text; put it in quotes: "yes"'],
    ),
    "list where text is wanted": (
        (FIRST, "first_step: [tighten, the nut]"),
        ["17: first_step: is a list, not text; put it in quotes"],
    ),
    "text where a list is wanted": (
        ("clusters: [any]", "clusters: any"),
        ['5: clusters: is text, not a list; begin each item with "- "'],
    ),
    "text where a mapping is wanted": (
        (VERIFIED, "verified: last year"),
        ["18: verified: is text, not a mapping; write date:, evidence:, versions: below it"],
    ),
    "empty list": (
        ("[pytorch]", "[]"),
        [
            "6: frameworks: is an empty list; give at least one:"
            " Software in which it shows or is cured."
        ],
    ),
    "repeated item": (
        ("[pytorch]", "[pytorch, nccl, pytorch]"),
        ['6: frameworks: lists "pytorch" twice; name each value once'],
    ),
    "short text": (
        (STEP, "    text: Turn it."),
        [
            "16: fix.0.text: is only 8 characters long; write at least 40:"
            " Markdown with the commands or the code, and the place to run them."
        ],
    ),
    "long title": (
        (TITLE, f"title: {'x' * 121}"),
        ["2: title: is 121 characters long; keep it within 120"],
    ),
    "several lines": (
        (TITLE, 'title: "one\\ntwo"'),
        ["2: title: spans several lines or has space at an end; write it on one line"],
    ),
    "no day": (
        ("2026-11-21", "2026-02-30"),
        ['19: verified.date: "2026-02-30" is not a day; write it as YYYY-MM-DD'],
    ),
    "no https address": (
        (FIRST, f"{FIRST}\nreferences:\n  - title: A page\n    url: http://example.org"),
        [
            '20: references.0.url: "http://example.org" is not an https address;'
            " begin it with https://, without spaces"
        ],
    ),
    "crash without message": (
        (MESSAGES, ""),
        ["7: symptom: gives no messages for a crash; add messages: with what the log prints"],
    ),
    "message without fixed text": (
        (MESSAGE, '"<*>: <*>"'),
        [
            "11: symptom.messages.0: is too general: almost nothing in it is fixed text;"
            " quote at least 7 letters or digits beside <*>"
        ],
    ),
    "message with space around it": (
        (MESSAGE, '" the wheel came off"'),
        [
            "11: symptom.messages.0: spans several lines or has space at an end;"
            " write it on one line"
        ],
    ),
    "any beside a cluster": (
        ("[any]", "[any, lumi]"),
        ['5: clusters: names "any" beside other clusters; write [any] or the clusters, not both'],
    ),
    "no schema line": (
        ("# yaml-language-server: $schema=../schema.json\n", ""),
        [
            "1: the first line does not name the schema;"
            ' write "# yaml-language-server: $schema=../schema.json"'
        ],
    ),
}

YAML_FAULTS = {
    "colon in plain text": (
        (TITLE, "title: RuntimeError: the wheel came off"),
        [
            "2: is not valid YAML: mapping values are not allowed in this context;"
            ' put text that holds ": " in quotes, or after "|" on lines of its own'
        ],
    ),
    "anchor": (
        ("symptom:", "symptom: &wheel"),
        ["7: anchor &wheel is not allowed; write the value where it is used"],
    ),
    "alias": (
        (FIRST, "first_step: *wheel"),
        ["17: alias *wheel is not allowed; write the value out"],
    ),
    "tag": (
        ("[pytorch]", "!!python/tuple [pytorch]"),
        [
            "6: tag tag:yaml.org,2002:python/tuple is not allowed;"
            " write plain text, lists and mappings"
        ],
    ),
    "list as a key": (
        (FIRST, f"? [a, b]\n: c\n{FIRST}"),
        ["17: has a list or mapping as a key; use plain words as keys"],
    ),
    "two documents": (
        (FIRST, f"{FIRST}\n---"),
        ["18: is not valid YAML: but found another document; give each entry a file of its own"],
    ),
    "deep nesting": (
        (FIRST, f"first_step: {'[' * 12}{']' * 12}"),
        ["17: nests too deep; no entry needs more than 8 levels"],
    ),
    "tab": (
        (STEP, f"\t{STEP}"),
        [
            "16: is not valid YAML: found a tab character that violates indentation;"
            " indent with spaces, not tabs"
        ],
    ),
    "control character": (
        ("spanner 1.0", "spanner \x00 1.0"),
        ["21: is not valid YAML: control characters are not allowed; delete the control character"],
    ),
}

PROSE_FAULTS = {
    "HTML": (
        (STEP, "    text: Take a <b>spanner</b> of the right size; `<nut>` is the nut's number."),
        ['16: fix.0.text: "<b>spanner</b> of th" would be read as HTML; put it in backticks'],
    ),
    "HTML in a later line": (
        (
            STEP,
            "    text: |\n      Take a spanner of the right size.\n\n      Turn <nut> clockwise.",
        ),
        ['19: fix.0.text: "<nut> clockwise." would be read as HTML; put it in backticks'],
    ),
    "heading": (
        (STEP, "    text: |\n      # Tightening\n\n      Turn the nut clockwise until it squeaks."),
        [
            "17: fix.0.text: holds a heading;"
            " the page makes the headings: use a paragraph or another field"
        ],
    ),
    "open fence": (
        (
            STEP,
            "    text: |\n      Turn the nut until it squeaks, no more:\n\n      ```sh\n      turn",
        ),
        ["19: fix.0.text: a code fence is never closed; end it with a line of ```"],
    ),
    "fence without a language": (
        (
            STEP,
            "    text: |\n      Turn the nut until it squeaks:\n\n      ```\n      turn\n      ```",
        ),
        ["19: fix.0.text: a code fence names no language; write ```text or the like"],
    ),
    "relative link": (
        (STEP, "    text: Take [a spanner](spanner.md) and turn the nut clockwise."),
        [
            '16: fix.0.text: links to "spanner.md";'
            " write the whole https address, or /errors/<id>.md for an entry"
        ],
    ),
    "link to no entry": (
        (STEP, "    text: Take a spanner and see [the axle](/errors/wheel-offf.md) for more."),
        [
            '16: fix.0.text: links to "wheel-offf", which is not an entry;'
            ' did you mean "wheel-off" or "wheel"?'
        ],
    ),
    "unmarked danger": (
        (
            STEP,
            "    text: |\n      Stop the car at once:\n\n      ```sh\n      kill -9 42\n      ```",
        ),
        [
            '16: fix.0.text: holds "kill -9", which destroys;'
            " add danger: with what can be lost, or give a safe way"
        ],
    ),
}

TEMPLATE_FAULTS = {
    "text of the template": (
        (
            STEP,
            "    text: |\n      Take a spanner of the right size.\n\n      <to write: where to\n"
            "      turn the nut>",
        ),
        [
            "19: fix.0.text: still holds the text of the template; write where to turn the nut",
        ],
    ),
    "text of the template in code": (
        (
            STEP,
            "    text: |\n      Turn the nut until it squeaks:\n\n      ```sh\n"
            "      <to write: commands that turn it>\n      ```",
        ),
        ["20: fix.0.text: still holds the text of the template; write commands that turn it"],
    ),
    "text of the template, half deleted": (
        (CAUSE, "root_cause: 'A nut was loose, so the wheel came off. <to write: the detail'"),
        ["13: root_cause: still holds the text of the template; write the detail"],
    ),
    "text of the template where no Markdown stands": (
        ("versions: spanner 1.0", 'versions: "<to write: the versions that showed it>"'),
        [
            "21: verified.versions: still holds the text of the template;"
            " write the versions that showed it"
        ],
    ),
    "text of the template in a message": (
        (MESSAGE, '"<to write: the line that the program prints>"'),
        [
            "11: symptom.messages.0: still holds the text of the template;"
            " write the line that the program prints"
        ],
    ),
}

LINK_FAULTS = {
    "no such entry": (
        (FIRST, f"{FIRST}\nrelated: [weel-off]"),
        ['18: related.0: "weel-off" is not an entry; did you mean "wheel-off" or "wheel"?'],
    ),
    "link to itself": (
        (FIRST, f"{FIRST}\nrelated: [wheel]"),
        ["18: related.0: links to the entry itself; delete it"],
    ),
    "cause and related": (
        (FIRST, f"{FIRST}\ncaused_by: [wheel-off]\nrelated: [wheel-off]"),
        ['19: related.0: "wheel-off" stands under caused_by too; keep it there only'],
    ),
    "no such cluster": (
        ("clusters: [any]", "clusters: [lmui]"),
        ['5: clusters.0: "lmui" has no page in docs/clusters; did you mean "lumi"?'],
    ),
    "no such cluster in a step": (
        (STEP, f"    clusters: [betzi]\n{STEP}"),
        ['16: fix.0.clusters.0: "betzi" has no page in docs/clusters; did you mean "betzy"?'],
    ),
    "alias of another entry": (
        (FIRST, f"{FIRST}\naliases: [wheel-off]"),
        [
            '18: aliases.0: "wheel-off" already leads to wheel-off;'
            " an old id leads to one entry only: delete it here or there"
        ],
    ),
}


@pytest.mark.parametrize(
    ("replacement", "expected"),
    [
        pytest.param(*case, id=name)
        for group in (FIELD_FAULTS, YAML_FAULTS, PROSE_FAULTS, TEMPLATE_FAULTS, LINK_FAULTS)
        for name, case in group.items()
    ],
)
def test_fault_is_reported_with_its_line_and_remedy(
    replacement: tuple[str, str],
    expected: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    entries = {"numerics/wheel": changed(replacement), "numerics/wheel-off": ENTRY}
    root = make_catalog(tmp_path, entries, clusters=("betzy", "lumi"))
    found = [str(fault) for fault in inspect(root)[1]]
    assert found == [f"errors/numerics/wheel.yml:{fault}" for fault in expected]


REPRODUCTION = """\
reproduction:
  error: |
    ```bash
    echo RuntimeError: wheel 1 came off at 2 km/h
    ```
  fix: |
    ```bash
    true
    ```
"""
REPRODUCTION_FAULTS = {
    "exempt and given": (
        ("  fix: |", "  exempt: site\n  because: No car.\n  fix: |"),
        "18: reproduction: is both exempt and given; delete exempt: and because:",
    ),
    "no fix": (
        ("  fix: |\n    ```bash\n    true\n    ```\n", ""),
        "18: reproduction: does not show both the error and the fix;"
        " give error: and fix:, or exempt: and because:",
    ),
    "two programs": (
        ("    true\n    ```\n", "    true\n    ```\n\n    ```python\n    x = 1\n    ```\n"),
        "23: reproduction.fix: holds 2 code fences of python or bash;"
        " write the one that is to be run",
    ),
    "no program": (
        ("```bash\n    true", "```text\n    true"),
        "23: reproduction.fix: holds 0 code fences of python or bash;"
        " write the one that is to be run",
    ),
    "unknown need": (
        ("  error: |", "  needs: [troch]\n  error: |"),
        '19: reproduction.needs.0: "troch" is no need; did you mean "torch"',
    ),
}
EXEMPT = "reproduction:\n  exempt: {}\n  because: {}\n"


@pytest.mark.parametrize("name", REPRODUCTION_FAULTS)
def test_fault_of_a_reproduction_is_reported(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    replacement, expected = REPRODUCTION_FAULTS[name]
    text = changed((VERIFIED, REPRODUCTION + VERIFIED), replacement)
    root = make_catalog(tmp_path, {"numerics/wheel": text})
    (fault,) = inspect(root)[1]
    assert str(fault).startswith(f"errors/numerics/wheel.yml:{expected}")


@pytest.mark.parametrize(
    ("reproduction", "evidence", "problem"),
    [
        (EXEMPT.format("site", "No car."), "measured", "is called measured, but the error was not"),
        ("reproduction:\n  exempt: site\n", "reported", "does not say why it is exempt"),
        ("reproduction:\n  because: No car.\n", "reported", "gives a reason but no exemption"),
        ("", "reproduced", "cannot be written by hand"),
        (EXEMPT.format("site", "No car."), "reported", None),
        (EXEMPT.format("nothing-to-raise", "No car."), "measured", None),
    ],
)
def test_evidence_must_fit_the_reproduction(
    reproduction: str, evidence: str, problem: str | None, tmp_path: Path
) -> None:
    verified = VERIFIED.replace("measured", evidence)
    text = changed((VERIFIED, reproduction + verified))
    faults = inspect(make_catalog(tmp_path, {"numerics/wheel": text}))[1]
    assert [fault.problem[: len(problem or "")] for fault in faults] == (
        [problem] if problem else []
    )


def with_sample(message: str, sample: str) -> str:
    quoted = f"    - '{message}'\n  samples:\n    - |\n      {sample}"
    return changed((MESSAGES.removeprefix("  messages:\n").rstrip(), quoted))


def test_message_of_two_entries_is_reported_in_the_second(tmp_path: Path) -> None:
    other = changed(("wheel <*> came off", "WHEEL  <*>came off"))
    assert other != ENTRY
    root = make_catalog(tmp_path, {"memory/axle": other, "numerics/wheel": ENTRY})
    (fault,) = inspect(root)[1]
    assert (Path(fault.file).stem, fault.field) == ("wheel", "symptom.messages.0")
    assert fault.problem == "is a message of axle too"


def test_sample_that_leads_elsewhere_is_reported(tmp_path: Path) -> None:
    sample = "The whole axle broke in two and so the wheel came off at 90 km/h"
    entries = {
        "memory/axle": with_sample("The whole axle broke in two", sample),
        "numerics/wheel": with_sample("the wheel came off at", sample),
        "numerics/nut": with_sample("a nut was lost on the road", sample),
    }
    faults = inspect(make_catalog(tmp_path, entries))[1]
    problems = {Path(fault.file).stem: fault.problem for fault in faults}
    assert problems["wheel"].startswith("leads to axle first, by its message")
    assert problems["nut"].startswith("leads to axle first")
    assert "axle" not in problems


def test_sample_that_leads_nowhere_is_reported(tmp_path: Path) -> None:
    sample = "Nothing in this sample is a message of any entry at all."
    root = make_catalog(tmp_path, {"numerics/nut": with_sample("a nut was lost", sample)})
    (fault,) = inspect(root)[1]
    assert fault.problem == "leads to no entry: no message stands in it"


def test_code_may_hold_what_prose_may_not(tmp_path: Path) -> None:
    text = (
        "    text: |\n      Turn `<nut>` and ``a ` <b>``, which `goes on\n      in <line> two`:\n\n"
        "      ```html\n      # <b>bold</b> [x](y)\n      ```\n"
    )
    root = make_catalog(tmp_path, {"numerics/wheel": changed((STEP + "\n", text))})
    assert inspect(root)[1] == ()


def test_open_backtick_does_not_hide_the_next_paragraph(tmp_path: Path) -> None:
    text = (
        "    text: |\n      Turn the `nut clockwise.\n\n      Then turn <nut> until it ` squeaks.\n"
    )
    root = make_catalog(tmp_path, {"numerics/wheel": changed((STEP + "\n", text))})
    (fault,) = inspect(root)[1]
    assert fault.line == 19


def test_sound_catalog_has_no_faults(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    assert inspect(root)[1] == ()


def test_all_faults_of_all_files_come_in_one_run(tmp_path: Path) -> None:
    faulty = changed((SEVERITY, "severity: hihg"), (FIRST, f"{FIRST}\nrelated: [whel]"))
    broken = changed((TITLE, "title: a: b"))
    entries = {"memory/axle": broken, "numerics/wheel": faulty}
    found = inspect(make_catalog(tmp_path, entries))[1]
    assert [(Path(fault.file).stem, fault.field) for fault in found] == [
        ("axle", ""),
        ("wheel", "severity"),
        ("wheel", "related.0"),
    ]


def test_broken_file_still_counts_as_the_target_of_links(tmp_path: Path) -> None:
    linking = changed((FIRST, f"{FIRST}\ncaused_by: [axle]"))
    entries = {"memory/axle": changed((TITLE, "title: a: b")), "numerics/wheel": linking}
    found = inspect(make_catalog(tmp_path, entries))[1]
    assert [Path(fault.file).stem for fault in found] == ["axle"]


def test_causal_cycle_is_reported_in_each_of_its_entries(tmp_path: Path) -> None:
    entries = {
        f"numerics/{name}": changed((FIRST, f"{FIRST}\ncaused_by: [{cause}]"))
        for name, cause in {"axle": "nut", "nut": "wheel", "wheel": "axle"}.items()
    }
    found = inspect(make_catalog(tmp_path, entries))[1]
    assert [(Path(fault.file).stem, fault.line) for fault in found] == [
        ("axle", 18),
        ("nut", 18),
        ("wheel", 18),
    ]
    assert {fault.problem for fault in found} == {
        "closes a causal cycle: axle -> nut -> wheel -> axle"
    }


def test_long_causal_chain_is_walked_without_recursion(tmp_path: Path) -> None:
    length = 1500
    entries = {
        f"numerics/wheel-{number}": changed((FIRST, f"{FIRST}\ncaused_by: [wheel-{number + 1}]"))
        for number in range(length)
    }
    entries[f"numerics/wheel-{length}"] = ENTRY
    assert inspect(make_catalog(tmp_path, entries))[1] == ()


def test_id_must_be_unique_in_the_whole_catalog(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"memory/wheel": ENTRY, "numerics/wheel": ENTRY})
    (fault,) = inspect(root)[1]
    assert fault.file.endswith("numerics/wheel.yml")
    assert fault.problem == "has the same id as memory/wheel.yml"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "numerics/Wheel_Off",
            'the name "Wheel_Off" is not an id;'
            ' use lower-case words joined by hyphens, such as "wheel-off"',
        ),
        ("numerric/wheel", 'the folder "numerric" is not a category; did you mean "numerics"?'),
    ],
)
def test_place_of_the_file_is_checked(name: str, expected: str, tmp_path: Path) -> None:
    (fault,) = inspect(make_catalog(tmp_path, {name: ENTRY}))[1]
    assert fault.message == expected


def test_former_id_leads_to_one_entry_only(tmp_path: Path) -> None:
    aliased = changed((FIRST, f"{FIRST}\naliases: [old-wheel]"))
    root = make_catalog(tmp_path, {"memory/axle": aliased, "numerics/wheel": aliased})
    (fault,) = inspect(root)[1]
    assert fault.problem == '"old-wheel" already leads to axle'


def test_other_files_in_the_catalog_are_faults_but_hidden_ones_are_not(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    (root / "numerics" / "axle.yaml").write_text(ENTRY)
    (root / "numerics" / ".wheel.yml.swp").write_text("")
    (fault,) = inspect(root)[1]
    assert fault.message == "is no entry; move it away, or end its name in .yml"


def test_cluster_page_must_say_what_the_cluster_is(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    (tmp_path / "docs" / "clusters" / "lumi.md").write_text("# LUMI\n")
    (fault,) = inspect(root)[1]
    assert fault.file.endswith("docs/clusters/lumi.md")
    assert fault.problem == "does not say what the cluster is"


def test_folder_without_entries_is_a_fault(tmp_path: Path) -> None:
    (fault,) = inspect(make_catalog(tmp_path, {}))[1]
    assert fault.problem == "holds no entries"
