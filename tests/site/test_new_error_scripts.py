"""The modules of the form for a new error read logs and write files as trainwreck new does."""

import datetime as dt
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from macros.catalog_data.compiled_catalog import compiled_catalog
from macros.entry_form.form import form_data
from tests.support.contributor import LOG, MESSAGE
from tests.support.node import NodeProcess, node_process
from tests.support.paths import CLEAN_LOGS, ROOT
from trainwreck.catalog.store import load_snapshot
from trainwreck.drafting import proposals
from trainwreck.drafting.first_look import first_look, id_like, title_of
from trainwreck.drafting.skeleton import Draft, as_yaml
from trainwreck.logs.normalizer import lines
from trainwreck.logs.redaction import redacted, traces
from trainwreck.matching.engine import Diagnoser
from trainwreck.model.frameworks import Framework
from trainwreck.model.vocabulary import Category, Kind, Severity, TimeToDiagnose
from trainwreck.output.terminal import printable

CATALOG = load_snapshot(ROOT / "errors")
COMPILED = compiled_catalog(CATALOG)
DATA = form_data(CATALOG)
FORM = "entry-form"
TODAY = dt.date(2026, 11, 21)
WORDS = {
    "category": "numerics",
    "kind": "crash",
    "severity": "high",
    "time_to_diagnose": "hours",
    "clusters": ["lumi"],
    "frameworks": ["pytorch"],
}
SETTINGS = settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True
)


@pytest.fixture(scope="module")
def node() -> Iterator[NodeProcess]:
    """Start Node.js with the modules of the form and the entries of the catalog."""
    with node_process() as process:
        process.call(FORM, "setEntries", COMPILED["entries"])
        yield process


SCHEMA = json.loads((ROOT / "errors" / "schema.json").read_text(encoding="utf-8"))
ENTRIES = sorted((ROOT / "errors").glob("*/*.yml"))
VALUES: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(["", "x", "crash", "any", "lumi", "x" * 41, "x" * 200, None, 3, True, [], {}]),
    st.lists(st.sampled_from(["any", "lumi", "pytorch", "nan-loss", "No Id", 3]), max_size=2),
)


def plain(path: Path) -> Any:
    """Return an entry as plain data."""
    data = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return json.loads(json.dumps(data, default=str))


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where each part of an entry is."""
    yield place
    for key, part in (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    ):
        yield from places(part, (*place, key))


@settings(SETTINGS, max_examples=400)
@given(path=st.sampled_from(ENTRIES), value=VALUES, data=st.data())
def test_schema_is_applied_as_by_another_validator(
    node: NodeProcess, path: Path, value: Any, data: st.DataObject
) -> None:
    entry = plain(path)
    *parents, key = data.draw(st.sampled_from([place for place in places(entry) if place]))
    part: Any = entry
    for parent in parents:
        part = part[parent]
    change = data.draw(st.sampled_from(["replace", "delete", "add"]))
    if change == "delete":
        del part[key]
    elif change == "add" and isinstance(part, dict):
        part["unknown"] = value
    else:
        part[key] = value
    expected = Draft202012Validator(SCHEMA).is_valid(entry)
    assert node.call(FORM, "isValid", entry) == expected


AWKWARD = st.sampled_from(
    [
        *("yes", "1e3", "12:30:00", "2026-11-21", "null", "~", "0x1f", "1_000", "=", "<<", ".nan"),
        *(
            "#x",
            "a #b",
            "a: b",
            "- a",
            "? a",
            "! a",
            "& a",
            "* a",
            "| a",
            "> a",
            "% a",
            "@ a",
            "`a",
        ),
        *("---", "...", "\t", "a\tb", " a ", "\u202eabc", "\u2066", "\U0001f600", "\u2028", "\x85"),
        *(
            "\ufeff",
            "\x00",
            "'",
            '"',
            "\\",
            "{a}",
            "[a]",
            "{{ a }}",
            "<img src=x onerror=a>",
            "\xa0",
        ),
    ]
)
TEXT = st.lists(
    st.one_of(AWKWARD, st.text(st.characters(exclude_categories=["Cs"]), max_size=8)), max_size=4
).map(" ".join)
ONE_LINE = TEXT.map(lambda text: re.sub(r"[\r\n]", " ", text))
SAMPLE = st.lists(ONE_LINE, max_size=4).map("\n".join)


def raw_answers(**changes: Any) -> dict[str, Any]:
    """Return what stands in the fields of a form in which little was written."""
    blank = dict.fromkeys(DATA["fields"], "")
    return blank | WORDS | {"title": "a title", "id": "an-id", "reproduction": ""} | changes


def draft(answers: dict[str, Any]) -> Draft:
    return Draft(
        category=Category.NUMERICS,
        id="an-id",
        title=answers["title"],
        severity=Severity.HIGH,
        time_to_diagnose=TimeToDiagnose.HOURS,
        clusters=("lumi",),
        frameworks=(Framework.PYTORCH,),
        kind=Kind.CRASH,
        messages=tuple(answers["messages"]),
        sample=answers["sample"] or None,
        versions=answers["versions"] or None,
    )


@SETTINGS
@given(title=ONE_LINE, versions=ONE_LINE, messages=st.lists(ONE_LINE, max_size=3), sample=SAMPLE)
def test_file_holds_what_the_command_would_write(
    node: NodeProcess, title: str, versions: str, messages: list[str], sample: str
) -> None:
    raw = raw_answers(title=title, versions=versions, messages="\n".join(messages), sample=sample)
    answers, text = node.call(FORM, "write", raw, DATA, str(TODAY))
    assert yaml.safe_load(text) == yaml.safe_load(as_yaml(draft(answers), TODAY))
    assert answers["title"] == printable(answers["title"])


def test_file_is_that_of_the_command_to_the_byte(node: NodeProcess) -> None:
    sample = "\n".join(LOG.splitlines()[1:5])
    raw = raw_answers(title="RuntimeError: no", messages=f"{MESSAGE}\nb", sample=sample)
    answers, text = node.call(FORM, "write", raw, DATA, str(TODAY))
    assert text == as_yaml(draft(answers), TODAY)


@SETTINGS
@given(texts=st.fixed_dictionaries(dict.fromkeys(("summary", "fix_text", "error"), SAMPLE)))
def test_texts_come_back_from_the_file_as_they_were_written(
    node: NodeProcess, texts: dict[str, str]
) -> None:
    raw = raw_answers(**texts, reproduction="script")
    answers, text = node.call(FORM, "write", raw, DATA, str(TODAY))
    entry = yaml.safe_load(text)
    skeleton = DATA["skeleton"]
    assert entry["symptom"]["summary"] == (answers["summary"] or skeleton["symptom"]["summary"])
    assert entry["fix"][0]["text"] == (answers["fix_text"] or skeleton["fix"][0]["text"])
    assert answers["error"] in entry["reproduction"]["error"]


PIECES = st.sampled_from(
    [
        *("RuntimeError: ", "failed to ", "warning: ", "/home/bob42/x", "bob42", "bob42@n1:~/c$ "),
        *("node07", "on uan01", "host b1n07.uni.no:", "on rank3", "node ", "compute-0-12", "gpu0x"),
        *("uid=1000(eve)", "token=abcdefgh1", "a.b@mail.example.org", "hf_abcdefghijklmnop"),
        *(
            "--account=project_465000123",
            "nn1234k",
            "0x7f3a",
            "10.0.0.1:29500",
            "rank 3",
            "exit code 7",
        ),
        *(
            "2026-11-21T10:00:00Z",
            "[1, 2]",
            "v1.2.3+cu",
            "\n",
            "\t",
            " ",
            ". It was. ",
            "\u0661\u0662",
        ),
        *(
            "[rank0]: ",
            'File "x.py", line 3',
            "\xe9t\xe9",
            "\x1c",
            "\x85",
            "\x1b[31m",
            "<*>",
            "\U0001f600",
        ),
    ]
)
LOGS = st.lists(st.one_of(PIECES, st.text(max_size=6)), max_size=30).map(" ".join)


CORPUS = json.loads(
    (ROOT / "tests" / "data" / "redaction_corpus.json").read_text(encoding="utf-8").replace("·", "")
)
EXAMPLES = [*(case["text"] for case in CORPUS["found"]), *CORPUS["accepted"], *CORPUS["harmless"]]
# In any case, JavaScript takes the others for an s and a k, Python's ASCII rules don't.
LETTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\u017f\u212a")
PEOPLE = st.lists(
    st.one_of(
        st.sampled_from(EXAMPLES),
        st.sampled_from([piece for text in EXAMPLES for piece in text.split()]),
        st.sampled_from(
            [" ", "\n", "\r", ".", "/", "`", "=", ": ", "@", '"', "<user>", "$USER", "é"]
        ),
        st.text(LETTERS, max_size=6),
    ),
    max_size=10,
).map("".join)


def assert_same_people(node: NodeProcess, text: str) -> None:
    assert node.call(FORM, "redacted", text) == redacted(text)
    found = node.call(FORM, "traces", text)
    told = [(trace["line"], trace["problem"], trace["placeholder"]) for trace in found]
    assert told == list(traces(text))


@pytest.mark.parametrize("text", EXAMPLES)
def test_people_and_secrets_are_found_as_the_check_finds_them(node: NodeProcess, text: str) -> None:
    assert_same_people(node, text)


@settings(SETTINGS, max_examples=400)
@given(text=PEOPLE)
def test_people_in_any_text_are_found_as_the_check_finds_them(node: NodeProcess, text: str) -> None:
    assert_same_people(node, text)


def test_log_gives_what_it_gives_the_command(node: NodeProcess) -> None:
    diagnoser = Diagnoser(CATALOG)
    logs = [LOG, *(entry.symptom.samples[0] for entry in CATALOG if entry.symptom.samples)]
    for log in logs:
        look = first_look(diagnoser, [log.encode()])
        messages = [proposal.message for proposal in look.proposals]
        found = node.call(FORM, "read", log)
        assert found["text"] == redacted(log)
        assert found["proposals"] == [[p.message, str(p.kind)] for p in look.proposals]
        assert found["sample"] == (look.sample(messages) or "")


@pytest.mark.parametrize("path", sorted(CLEAN_LOGS.glob("*.log")), ids=str)
def test_long_log_gives_what_it_gives_the_command(path: Path, node: NodeProcess) -> None:
    log = path.read_text(encoding="utf-8", errors="replace")[-100_000:]
    found = node.call(FORM, "read", log)
    assert found["text"] == redacted(log)
    expected = proposals.proposals(list(lines(redacted(log))))
    assert found["likeliest"] == [proposal.message for proposal in expected]


@SETTINGS
@given(log=LOGS)
def test_any_log_gives_what_it_gives_the_command(node: NodeProcess, log: str) -> None:
    found = node.call(FORM, "read", log)
    said = list(lines(redacted(log)))
    expected = proposals.proposals(said)
    messages = [message for message, _ in found["proposals"]]
    assert found["text"] == redacted(log)
    assert found["likeliest"] == [proposal.message for proposal in expected]
    assert found["sample"] == (proposals.sample(said, messages) or "")
    assert found["frameworks"] == list(map(str, proposals.frameworks(found["text"])))
    assert found["title"] == (title_of(messages) or "")
    assert found["id"] == id_like(log)
