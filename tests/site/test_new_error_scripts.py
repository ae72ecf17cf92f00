"""The scripts of the form for a new error read, judge and write as trainwreck new does."""

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
from playwright.sync_api import Browser, Page

import trainwreck
from macros.javascript_patterns import javascript
from macros.matcher_script import matcher_script
from macros.new_error import form_data
from macros.packages import packages
from tests.support.contributor import LOG, MESSAGE
from tests.support.paths import CLEAN_LOGS, ROOT
from trainwreck.drafting import proposals
from trainwreck.drafting.first_look import first_look, id_like, title_of
from trainwreck.drafting.skeleton import Draft, as_yaml
from trainwreck.logs.normalizer import lines
from trainwreck.logs.redaction import redacted, traces
from trainwreck.markdown.prose_rules import dangerous_command, flaws
from trainwreck.matching.engine import Doctor
from trainwreck.model.vocabulary import Category, Framework, Kind, Severity, TimeToDiagnose
from trainwreck.output.diagnosis import printable
from trainwreck.snapshot.compiled import compile_catalog, from_plain

pytestmark = pytest.mark.browser

CATALOG = trainwreck.load(ROOT / "errors")
COMPILED = compile_catalog(CATALOG)
DATA = form_data(CATALOG)
SCRIPTS = ROOT / "docs" / "assets" / "javascripts"
PARTS = ("diagnose-report", "new-error-log", "new-error-prose", "new-error-entry")
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
def scripts(browser: Browser) -> Iterator[Page]:
    """Open an empty page with the scripts of the form in it."""
    page = browser.new_page()
    for uri, text in packages(ROOT / "node_modules"):
        if uri.endswith("js-yaml.js"):
            page.add_script_tag(content=text)
    page.add_script_tag(content=matcher_script(ROOT / "docs"))
    for part in PARTS:
        page.add_script_tag(path=SCRIPTS / f"{part}.js")
    page.evaluate(
        """([data, entries]) => {
          globalThis.data = data
          globalThis.log = new TrainwreckNewLog(data, entries)
          globalThis.prose = new TrainwreckNewProse(data.patterns)
        }""",
        [DATA, COMPILED["entries"]],
    )
    yield page
    page.close()


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
WRITE = """raw => {
  const known = { redacted: text => text, stripped: text => log.stripped(text) }
  const given = TrainwreckNewEntry.answers(raw, known)
  const entry = TrainwreckNewEntry.entry(given, data.skeleton, "2026-11-21")
  return [given, TrainwreckNewEntry.yaml(entry, data.schemaLine)]
}"""


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
    scripts: Page, title: str, versions: str, messages: list[str], sample: str
) -> None:
    raw = raw_answers(title=title, versions=versions, messages="\n".join(messages), sample=sample)
    answers, text = scripts.evaluate(WRITE, raw)
    assert yaml.safe_load(text) == yaml.safe_load(as_yaml(draft(answers), TODAY))
    assert answers["title"] == printable(answers["title"])


def test_file_is_that_of_the_command_to_the_byte(scripts: Page) -> None:
    sample = "\n".join(LOG.splitlines()[1:5])
    raw = raw_answers(title="RuntimeError: no", messages=f"{MESSAGE}\nb", sample=sample)
    answers, text = scripts.evaluate(WRITE, raw)
    assert text == as_yaml(draft(answers), TODAY)


@SETTINGS
@given(texts=st.fixed_dictionaries(dict.fromkeys(("summary", "fix_text", "error"), SAMPLE)))
def test_texts_come_back_from_the_file_as_they_were_written(
    scripts: Page, texts: dict[str, str]
) -> None:
    raw = raw_answers(**texts, reproduction="script")
    answers, text = scripts.evaluate(WRITE, raw)
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
LOOK = """log_ => {
  const text = log.redacted(log_)
  const found = log.proposals(text).map(({ message, kind }) => [message, kind])
  const messages = found.map(([message]) => message)
  return [text, found, log.sample(text, messages), log.frameworks(text),
    log.title(messages[0]), log.id(log_)]
}"""


PEOPLE = st.lists(
    st.sampled_from(
        [
            *(
                "/home/",
                "/Users/",
                "https://a.b/home/",
                "alice",
                "user",
                "<user>",
                "$USER",
                "conda",
            ),
            *("jdoe@uni.no", "user@lumi.csc.fi", "reader@example.org", "git@github.com", "token="),
            *("password: ", "hunter2", "hf_abcdefghijklmnopqrst", "hf_hub_download", "REDACTED"),
            *("AKIAABCDEFGHIJKLMNOP", "733315aecd6ac3eaf5dce93eed8e20dd4df9edc8", "x9" * 20),
            *("https://jdoe:hunter2@", "https://user:password@", "`", " ", "\n", ".", "/", "é"),
        ]
    ),
    max_size=8,
).map("".join)


@SETTINGS
@given(text=PEOPLE)
def test_people_are_found_as_the_check_finds_them(scripts: Page, text: str) -> None:
    found = scripts.evaluate("text => log.traces(text)", text)
    assert [(trace["line"], trace["problem"], trace["placeholder"]) for trace in found] == list(
        traces(text)
    )


def test_log_gives_what_it_gives_the_command(scripts: Page) -> None:
    doctor = Doctor(from_plain(COMPILED))
    logs = [LOG, *(entry.symptom.samples[0] for entry in CATALOG if entry.symptom.samples)]
    for log in logs:
        look = first_look(doctor, [log.encode()])
        messages = [proposal.message for proposal in look.proposals]
        text, found, sample, *_ = scripts.evaluate(LOOK, log)
        assert text == redacted(log)
        assert found == [[proposal.message, str(proposal.kind)] for proposal in look.proposals]
        assert sample == (look.sample(messages) or "")


@pytest.mark.parametrize("path", sorted(CLEAN_LOGS.glob("*.log")), ids=str)
def test_long_log_gives_what_it_gives_the_command(path: Path, scripts: Page) -> None:
    log = path.read_text(encoding="utf-8", errors="replace")[-100_000:]
    text, found, *_ = scripts.evaluate(LOOK, log)
    assert text == redacted(log)
    assert {message for message, _ in found} == {
        proposal.message for proposal in proposals.proposals(list(lines(redacted(log))))
    }


@SETTINGS
@given(log=LOGS)
def test_any_log_gives_what_it_gives_the_command(scripts: Page, log: str) -> None:
    text, found, sample, frameworks, title, id_ = scripts.evaluate(LOOK, log)
    said = list(lines(redacted(log)))
    expected = proposals.proposals(said)
    messages = [message for message, _ in found]
    assert text == redacted(log)
    assert set(messages) == {proposal.message for proposal in expected}
    assert sample == (proposals.sample(said, messages) or "")
    assert frameworks == list(map(str, proposals.frameworks(text)))
    assert title == (title_of(messages) or "")
    assert id_ == id_like(log)


@SETTINGS
@given(
    text=st.lists(
        st.sampled_from(
            [
                *("```", "```bash", "~~~", "`", "``", "\n", "\n\n", "<b>", "<https://a.b>", "# h"),
                *("[a](b)", "[a](https://b.c)", "rm -rf x", "<to write: it>", "a", " ", "# rm -f"),
            ]
        ),
        max_size=12,
    ).map("".join)
)
def test_prose_that_the_form_refuses_is_refused_by_the_check(scripts: Page, text: str) -> None:
    found = scripts.evaluate("text => prose.flaws(text)", text)
    assert not found or any(flaws(text))
    code = f"```bash\n{text.replace('`', '').replace('~', '')}\n```\n"
    command = scripts.evaluate("text => prose.dangerous(text)", code)
    assert bool(command) == any(
        dangerous_command(line) for line in code.split("\n") if not line.lstrip().startswith("#")
    )


def test_pattern_without_counterpart_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\\B has no counterpart"):
        javascript(re.compile(r"\Bword"))


def test_form_holds_the_published_schema(site: Path) -> None:
    published = json.loads((site / "api" / "v1" / "schema.json").read_text(encoding="utf-8"))
    assert DATA["schema"] == published
