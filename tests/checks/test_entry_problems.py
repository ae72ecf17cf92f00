"""A problem of an entry is reported with file, line, field, what is wrong and what is right."""

from pathlib import Path

import pytest

from tests.support.entries import (
    ENTRY,
    FIRST_STEP,
    MESSAGE,
    SEVERITY,
    TITLE,
    VERIFIED,
    changed,
    make_catalog,
)
from trainwreck.checks.checker import check_catalog
from trainwreck.model.frameworks import Framework

QUOTED = f'"{MESSAGE}"'
MESSAGES = f"  messages:\n    - {QUOTED}\n"
STEP = "    text: Take a spanner of the right size and turn the nut clockwise."
CAUSE = "cause: A nut was not tightened, so the wheel came off as soon as the car moved."

FIELDS = {
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
        (CAUSE, "cause: ' '"),
        [
            "13: cause: is empty; write it, or delete the field if it is optional:"
            " The usual root cause in one sentence; Markdown, but code spans only."
        ],
    ),
    "wrong word": (
        (SEVERITY, "severity: hihg"),
        ['3: severity: "hihg" is not a valid severity; did you mean "high"?'],
    ),
    "wrong word, nothing near": (
        (SEVERITY, "severity: 7 of 9"),
        ['3: severity: "7 of 9" is not a valid severity; write one of critical, high, medium, low'],
    ),
    "wrong word in a list": (
        ("[pytorch]", "[pyproject]"),
        ['6: frameworks.0: "pyproject" is not a valid framework; did you mean "pyproj"?'],
    ),
    "framework that the catalog doesn't know": (
        ("[pytorch]", "[quuxml]"),
        [
            '6: frameworks.0: "quuxml" is not a valid framework;'
            f" none of the {len(Framework)} known names is like it;"
            " for a new one, describe it in trainwreck/model/frameworks.py"
        ],
    ),
    "number where text is wanted": (
        (TITLE, "title: 502"),
        ['2: title: is a number, not text; put it in quotes: "502"'],
    ),
    "truth value where text is wanted": (
        (FIRST_STEP, "first_step: yes"),
        ['17: first_step: is a boolean, not text; put it in quotes: "yes"'],
    ),
    "list where text is wanted": (
        (FIRST_STEP, "first_step: [tighten, the nut]"),
        ["17: first_step: is a list, not text; put it in quotes"],
    ),
    "message with a colon that is not quoted": (
        (MESSAGES, "  messages:\n    - RuntimeError: the wheel came off the axle\n"),
        [
            "11: symptom.messages.0: is a mapping, not text;"
            ' put the message in quotes: it contains ": "'
        ],
    ),
    "message with a field that is misspelled": (
        (MESSAGES, "  messages:\n    - txt: the wheel came off the axle\n"),
        [
            "11: symptom.messages.0.text: is missing; add it:"
            " What the log prints; <*> stands for the part that varies.",
            '11: symptom.messages.0.txt: is not a field of an entry; did you mean "text"?',
        ],
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
            " Software in which it occurs or is fixed."
        ],
    ),
    "repeated item": (
        ("[pytorch]", "[pytorch, nccl, pytorch]"),
        ['6: frameworks: lists "pytorch" twice; list each value once'],
    ),
    "short text": (
        (STEP, "    text: Turn it."),
        [
            "16: fix.0.text: is only 8 characters long; write at least 40:"
            " Markdown with commands or code, and where to run them."
        ],
    ),
    "title of one letter": (
        (TITLE, "title: x"),
        [
            "2: title: is only 1 character long; write at least 3:"
            " The error as the log prints it, or the symptom if nothing is printed."
        ],
    ),
    "long title": (
        (TITLE, f"title: {'x' * 121}"),
        ["2: title: is 121 characters long; keep it within 120"],
    ),
    "several lines": (
        (TITLE, 'title: "one\\ntwo"'),
        ["2: title: spans several lines, or starts or ends with a space; write it on one line"],
    ),
    "no day": (
        ("2026-11-21", "2026-02-30"),
        ['19: verified.date: "2026-02-30" is not a day; write it as YYYY-MM-DD'],
    ),
    "no https address": (
        (FIRST_STEP, f"{FIRST_STEP}\nreferences:\n  - title: A page\n    url: http://example.org"),
        [
            '20: references.0.url: "http://example.org" is not an https address;'
            " begin it with https://; write spaces, brackets and quotes as %20, %28 and so on"
        ],
    ),
    "crash without message": (
        (MESSAGES, ""),
        ["7: symptom: gives no messages for a crash; add messages: with what the log prints"],
    ),
    "message without fixed text": (
        (QUOTED, '"<*>: <*>"'),
        [
            "11: symptom.messages.0: is too general: almost nothing in it is fixed text;"
            " quote at least 7 letters or digits besides <*>;"
            " 4 are enough for a whole line without placeholders"
        ],
    ),
    "bounds that are none": (
        (QUOTED, '"Address already in use at <#1-9>"'),
        [
            '11: symptom.messages.0: has "<#1-9>", which is no placeholder;'
            " write <#> for any number, or one with bounds: <#1..9>, <#1..> or <#..9>"
        ],
    ),
    "bounds in the wrong order": (
        (QUOTED, '"Address already in use at <#9..1>"'),
        ['11: symptom.messages.0: has "<#9..1>", which no number is within; exchange its bounds'],
    ),
    "number with bounds in front": (
        (QUOTED, '"<#1..9> Address already in use"'),
        [
            '11: symptom.messages.0: has "<#1..9>" without fixed text before it;'
            " write fixed text there, or <=>, or <#> instead"
        ],
    ),
    "number with bounds after another placeholder": (
        (QUOTED, '"Address already in use <~> <#1..9>"'),
        [
            '11: symptom.messages.0: has "<#1..9>" without fixed text before it;'
            " write fixed text there, or <=>, or <#> instead"
        ],
    ),
    "number with bounds before another placeholder": (
        (QUOTED, '"Address already in use <#1..9> <*>"'),
        [
            '11: symptom.messages.0: has "<#1..9>" without fixed text behind it;'
            " write fixed text there, or <#> instead"
        ],
    ),
    "short message with a gap": (
        (QUOTED, '"<*> Killed"'),
        [
            "11: symptom.messages.0: is too general: almost nothing in it is fixed text;"
            " quote at least 7 letters or digits besides <*>;"
            " 4 are enough for a whole line without placeholders"
        ],
    ),
    "mail address": (
        (TITLE, 'title: "Thing of jdoe@uni.no"'),
        ['2: title: "jdoe@uni.no" is an e-mail address; write <e-mail>'],
    ),
    "token in a text": (
        (
            STEP,
            "    text: |\n      Take a spanner of the right size, log in and turn the nut:\n"
            "      login(hf_abcdefghijklmnopqrst)",
        ),
        ['18: fix.0.text: "hf_a…" looks like a secret; write <token>'],
    ),
    "home folder in a message": (
        (QUOTED, '"cannot read /home/alice/axle.bin at all"'),
        ['11: symptom.messages.0: "alice" looks like the name of a person; write <*>'],
    ),
    "message with space around it": (
        (QUOTED, '" the wheel came off"'),
        [
            "11: symptom.messages.0: starts or ends with whitespace;"
            " delete it; begin a block with |- and not with |"
        ],
    ),
    "message of many lines": (
        (QUOTED, r'"the\nwheel\ncame\noff"'),
        ["11: symptom.messages.0: spans 4 lines; quote at most 3 that identify the error"],
    ),
    "message with an empty line": (
        (QUOTED, r'"the wheel\n\ncame off"'),
        [
            "11: symptom.messages.0: contains an empty line;"
            " delete it: lines in between don't matter"
        ],
    ),
    "any beside a cluster": (
        ("[any]", "[any, lumi]"),
        [
            '5: clusters: lists "any" together with other clusters; '
            "write [any] or the clusters, not both"
        ],
    ),
    "no schema line": (
        ("# yaml-language-server: $schema=../schema.json\n", ""),
        [
            "1: the first line does not name the schema;"
            ' write "# yaml-language-server: $schema=../schema.json"'
        ],
    ),
}

YAML = {
    "colon in plain text": (
        (TITLE, "title: RuntimeError: the wheel came off"),
        [
            "2: is not valid YAML: mapping values are not allowed in this context;"
            ' put text that holds ": " in quotes, or after "|" on lines of its own'
        ],
    ),
    "backslash in double quotes": (
        (FIRST_STEP, 'first_step: "Tighten the nut\\m."'),
        [
            "17: is not valid YAML: found unknown escape character;"
            " write \\\\ for a backslash in double quotes, or use single quotes"
        ],
    ),
    "digits after a backslash in double quotes": (
        (FIRST_STEP, 'first_step: "Tighten the nut in C:\\Users."'),
        [
            "17: is not valid YAML: did not find expected hexdecimal number;"
            " write \\\\ for a backslash in double quotes, or use single quotes"
        ],
    ),
    "quote that another one closes": (
        (FIRST_STEP, 'first_step: "Tighten the nut.\nverdict: lost a "wheel"'),
        [
            "17: is not valid YAML: the quote that opens here goes on up to line 18;"
            " close it, and put \\ before a double quote within it"
        ],
    ),
    "quote that nothing closes": (
        (FIRST_STEP, "first_step: 'Tighten the nut."),
        [
            "17: is not valid YAML: the quote that opens here goes on up to line 26;"
            " close it, and put \\ before a double quote within it"
        ],
    ),
    "anchor": (
        ("symptom:", "symptom: &wheel"),
        ["7: anchor &wheel is not allowed; write the value where it is used"],
    ),
    "alias": (
        (FIRST_STEP, "first_step: *wheel"),
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
        (FIRST_STEP, f"? [a, b]\n: c\n{FIRST_STEP}"),
        ["17: has a list or mapping as a key; use plain words as keys"],
    ),
    "two documents": (
        (FIRST_STEP, f"{FIRST_STEP}\n---"),
        ["18: is not valid YAML: but found another document; give each entry a file of its own"],
    ),
    "deep nesting": (
        (FIRST_STEP, f"first_step: {'[' * 12}{']' * 12}"),
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

PROSE = {
    "HTML": (
        (STEP, "    text: Take a <b>spanner</b> of the right size; `<nut>` is the nut's number."),
        ['16: fix.0.text: "<b>" would be read as HTML; put it in backticks'],
    ),
    "HTML in a later line": (
        (
            STEP,
            "    text: |\n      Take a spanner of the right size.\n\n      Turn <nut> clockwise.",
        ),
        ['19: fix.0.text: "<nut>" would be read as HTML; put it in backticks'],
    ),
    "heading": (
        (STEP, "    text: |\n      # Tightening\n\n      Turn the nut clockwise until it squeaks."),
        ["17: fix.0.text: starts with #, which makes a heading; use a paragraph or another field"],
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
        ["19: fix.0.text: a code fence has no language; write ```text or the like"],
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
    "link to a place on the page": (
        (STEP, "    text: Take a spanner and see [the axle](#nope) for more of the same."),
        [
            '16: fix.0.text: links to "#nope";'
            " write the whole https address, or /errors/<id>.md for an entry"
        ],
    ),
    "unmarked danger": (
        (
            STEP,
            "    text: |\n      Stop the car at once:\n\n      ```sh\n      kill -9 42\n      ```",
        ),
        [
            '16: fix.0.text: contains a destructive command ("kill -9");'
            " add danger: with what can be lost, or give a safe alternative"
        ],
    ),
    "message with the numbers of one log": (
        (QUOTED, '"RuntimeError: wheel <*> came off in epoch 41 on cuda:3 at <*> km/h"'),
        [
            '11: symptom.messages.0: has a value that differs between logs: "cuda:3";'
            ' write "cuda:<#>"',
            '11: symptom.messages.0: has a value that differs between logs: "epoch 41";'
            ' write "epoch <#>"',
        ],
    ),
    "unknown framework": (
        ("frameworks: [pytorch]", "frameworks: [quux-zw]"),
        [
            '6: frameworks.0: "quux-zw" is not a valid framework; none of the'
            f" {len(Framework)} known names is like it;"
            " for a new one, describe it in trainwreck/model/frameworks.py"
        ],
    ),
    "unknown cluster": (
        ("clusters: [any]", "clusters: [quux]"),
        [
            '5: clusters.0: "quux" has no page in docs/clusters; write one of betzy, lumi, any;'
            " for a new one, write docs/clusters/<name>.md"
        ],
    ),
    "unmarked deletion": (
        (
            STEP,
            "    text: |\n      Clean up:\n\n      ```python\n      shutil.rmtree(path)\n      ```",
        ),
        [
            '16: fix.0.text: contains a destructive command ("rmtree(");'
            " add danger: with what can be lost, or give a safe alternative"
        ],
    ),
    "unknown option of Slurm": (
        (
            STEP,
            "    text: |\n      Do it:\n\n      ```bash not-run: cluster\n"
            "      sbatch --exclde=node1 train.sh\n      ```",
        ),
        [
            '20: fix.0.text: "--exclde" is not an option of sbatch; did you mean "exclude"'
            ' or "exclusive"?'
        ],
    ),
}

TEMPLATES = {
    "text of the template": (
        (
            STEP,
            "    text: |\n      Take a spanner of the right size.\n\n      <to write: where to\n"
            "      turn the nut>",
        ),
        [
            "19: fix.0.text: still contains the prompt; write where to turn the nut",
        ],
    ),
    "text of the template in code": (
        (
            STEP,
            "    text: |\n      Turn the nut until it squeaks:\n\n      ```sh\n"
            "      <to write: commands that turn it>\n      ```",
        ),
        ["20: fix.0.text: still contains the prompt; write commands that turn it"],
    ),
    "text of the template, half deleted": (
        (CAUSE, "cause: 'A nut was loose, so the wheel came off. <to write: the detail'"),
        ["13: cause: still contains the prompt; write the detail"],
    ),
    "text of the template where no Markdown stands": (
        ("versions: spanner 1.0", 'versions: "<to write: the versions that showed it>"'),
        ["21: verified.versions: still contains the prompt; write the versions that showed it"],
    ),
    "text of the template in a message": (
        (QUOTED, '"<to write: the line that the program prints>"'),
        [
            "11: symptom.messages.0: still contains the prompt;"
            " write the line that the program prints"
        ],
    ),
}

LINKS = {
    "no such entry": (
        (FIRST_STEP, f"{FIRST_STEP}\nrelated: [weel-off]"),
        ['18: related.0: "weel-off" is not an entry; did you mean "wheel-off" or "wheel"?'],
    ),
    "link to itself": (
        (FIRST_STEP, f"{FIRST_STEP}\nrelated: [wheel]"),
        ["18: related.0: links to the entry itself; delete it"],
    ),
    "cause and related": (
        (FIRST_STEP, f"{FIRST_STEP}\ncaused_by: [wheel-off]\nrelated: [wheel-off]"),
        ['19: related.0: "wheel-off" is also listed under caused_by; keep it there only'],
    ),
    "no such cluster": (
        ("clusters: [any]", "clusters: [lmui]"),
        ['5: clusters.0: "lmui" has no page in docs/clusters; did you mean "lumi"?'],
    ),
    "no such cluster, nothing near": (
        ("clusters: [any]", "clusters: [quux]"),
        [
            '5: clusters.0: "quux" has no page in docs/clusters;'
            " write one of betzy, lumi, any; for a new one, write docs/clusters/<name>.md"
        ],
    ),
    "no such cluster in a step": (
        (STEP, f"    clusters: [betzi]\n{STEP}"),
        ['16: fix.0.clusters.0: "betzi" has no page in docs/clusters; did you mean "betzy"?'],
    ),
    "alias of another entry": (
        (FIRST_STEP, f"{FIRST_STEP}\naliases: [wheel-off]"),
        [
            '18: aliases.0: "wheel-off" already leads to wheel-off;'
            " a former ID can lead to only one entry: delete it from one of them"
        ],
    ),
}


@pytest.mark.parametrize(
    ("replacement", "expected"),
    [
        pytest.param(*case, id=name)
        for group in (FIELDS, YAML, PROSE, TEMPLATES, LINKS)
        for name, case in group.items()
    ],
)
def test_problem_is_reported_with_its_line_and_fix(
    replacement: tuple[str, str],
    expected: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    entries = {"numerics/wheel": changed(replacement), "numerics/wheel-off": ENTRY}
    root = make_catalog(tmp_path, entries, clusters=("betzy", "lumi"))
    found = [str(problem) for problem in check_catalog(root).problems]
    assert found == [f"errors/numerics/wheel.yml:{problem}" for problem in expected]


def test_code_may_hold_what_prose_may_not(tmp_path: Path) -> None:
    text = (
        "    text: |\n      Turn `<nut>` and ``a ` <b>``, which `goes on\n      in <line> two`:\n\n"
        "      ```text\n      # <b>bold</b> [x](y)\n      ```\n"
    )
    root = make_catalog(tmp_path, {"numerics/wheel": changed((STEP + "\n", text))})
    assert check_catalog(root).problems == ()


def test_open_backtick_does_not_hide_the_next_paragraph(tmp_path: Path) -> None:
    text = (
        "    text: |\n      Turn the `nut clockwise.\n\n      Then turn <nut> until it ` squeaks.\n"
    )
    root = make_catalog(tmp_path, {"numerics/wheel": changed((STEP + "\n", text))})
    assert [problem.line for problem in check_catalog(root).problems] == [17, 19, 19]


def test_valid_catalog_has_no_problems(tmp_path: Path) -> None:
    root = make_catalog(tmp_path, {"numerics/wheel": ENTRY})
    assert check_catalog(root).problems == ()
