"""What names a person or is a secret is taken out of logs and refused in entries."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.paths import CLEAN_LOGS, ROOT
from trainwreck.logs.redaction import redacted, traces
from trainwreck.logs.redaction_rules import Rule, prefix, redaction_rules

CORPUS = json.loads(
    (ROOT / "tests" / "data" / "redaction_corpus.json").read_text(encoding="utf-8").replace("·", "")
)
# What stays in the logs of healthy runs: no file, unit of systemd, cipher or address of nobody.
UNTOUCHED = (
    "modprobe@configfs.service: Deactivated successfully.",
    "microcode: sig=0x906e9, pf=0x2, revision=0x84",
    "cipher: chacha20-poly1305@openssh.com MAC: <implicit>",
    "Server host key: ssh-ed25519 SHA256:dAjfT26RIdlgk6sx1jmKeIbNuAouXx1sLeqNuJIu63Q",
    "node01.example.org kernel: MCE: In-kernel MCE decoding enabled.",
)
PIECES = st.sampled_from([piece for case in CORPUS["found"] for piece in case["text"].split(" ")])
TEXTS = st.lists(st.one_of(PIECES, st.sampled_from("\n\r /:@'\"=."), st.text(max_size=5))).map(
    "".join
)


@pytest.mark.parametrize(
    "case", CORPUS["found"], ids=lambda case: f"{case['kind']}: {case['text']}"
)
def test_secret_or_name_is_taken_out_and_refused(case: dict[str, Any]) -> None:
    left = redacted(case["text"])
    assert [value for value in case["gone"] if value in left] == []
    assert bool(list(traces(case["text"]))) is case["refused"]


def test_corpus_has_enough_of_each() -> None:
    assert len(CORPUS["found"]) >= 150
    assert len(CORPUS["harmless"]) >= 100


@pytest.mark.parametrize("text", [*CORPUS["harmless"], *UNTOUCHED])
def test_harmless_text_stays(text: str) -> None:
    assert redacted(text) == text
    assert not list(traces(text))


@pytest.mark.parametrize("text", CORPUS["accepted"])
def test_entry_may_name_nobody(text: str) -> None:
    assert not list(traces(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/cluster/home/bob42/x, bob42 said", "/cluster/home/<user>/x, <user> said"),
        (r"C:\Users\bob42\x", r"C:\Users\<user>\x"),
        ("uid=1000(bob42) ran", "uid=1000(<user>) ran"),
        ("bob42@login1:~/code$ make", "<user>@<host>:~/code$ make"),
        ("/home/bob.lee/x and bob.lee.tar", "/home/<user>/x and <user>.tar"),
        ("write to b.o@mail.example.org", "write to <e-mail>"),
        ("Authorization: Bearer abc.def-123", "Authorization: Bearer <token>"),
        ("?sv=2021&sig=aB3%2Fxyz123&x=1", "?sv=2021&sig=<token>&x=1"),
        ("WANDB_API_KEY=0123456789abcdef", "WANDB_API_KEY=<token>"),
        ("sbatch --account=project_465000123", "sbatch --account=<project>"),
        ("/home/data/shard-1 has data", "/home/<user>/shard-1 has data"),
        ("connect to 10.253.6.17:29500", "connect to <address>:29500"),
    ],
)
def test_placeholder_says_what_was_there(text: str, expected: str) -> None:
    assert redacted(text) == expected


def test_known_name_is_taken_out_wherever_it_is() -> None:
    assert redacted("ada ran it, adapter 1", ["ada"]) == "<user> ran it, adapter 1"


@pytest.mark.parametrize(
    ("text", "problem", "placeholder"),
    [
        ("Thing of jdoe@uni.no", '"jdoe@uni.no" is an e-mail address', "<e-mail>"),
        ("see `/home/alice`, there", '"alice" looks like the name of a person', "<user>"),
        ("login(hf_abcdefghijklmnopqrst)", '"hf_a…" looks like a secret', "<token>"),
        ("password=hunter2", '"hunt…" looks like a secret', "<token>"),
        ("git clone https://jdoe:hunter2@host/x", '"jdoe…" looks like a secret', "<token>"),
    ],
)
def test_trace_is_reported_once_with_its_line(text: str, problem: str, placeholder: str) -> None:
    assert list(traces(f"a line\n{text}\n")) == [(1, problem, placeholder)]


def test_lines_of_traces_are_right_after_a_secret_of_several_lines() -> None:
    key = (
        "-----BEGIN PRIVATE KEY-----\n" + "QUJDREVGR0hJSktMTU5P\n" * 3 + "-----END PRIVATE KEY-----"
    )
    assert [line for line, _, _ in traces(f"{key}\nask jdoe@uni.no")] == [1, 5]


@pytest.mark.parametrize(
    "text",
    [
        *(case["text"] for case in CORPUS["found"]),
        "open /global/homes/j/jdoe/z",
        "posting:--user=jdoe@host",
        "--mail-user=jane.doe/Users/janed/Library",
        "=MASTER_ADDR=172.16.4.9~jdoe/x/jdoe",
    ],
)
def test_redacted_text_stays_as_it_is(text: str) -> None:
    assert redacted(redacted(text)) == redacted(text)


@given(text=TEXTS)
def test_redacted_text_of_any_form_stays_as_it_is(text: str) -> None:
    assert redacted(redacted(text)) == redacted(text)


@given(text=TEXTS)
def test_no_line_is_added_or_lost(text: str) -> None:
    assert re.findall("[\r\n]", redacted(text)) == re.findall("[\r\n]", text)


@given(text=st.lists(PIECES).map(" ".join))
def test_what_was_taken_out_is_not_found_again(text: str) -> None:
    assert not [trace for trace in traces(redacted(text)) if trace[2] == "<token>"]


@pytest.mark.parametrize("path", sorted(CLEAN_LOGS.glob("*.log")), ids=lambda path: path.stem)
def test_healthy_run_has_no_secret(path: Path) -> None:
    assert [
        trace for trace in traces(path.read_text("utf-8", "replace")) if trace[2] == "<token>"
    ] == []


def found_by_the_pattern(rule: Rule, text: str) -> list[tuple[int, str]]:
    matches = ((match, len(prefix(match))) for match in rule.pattern.finditer(text))
    return [(match.start() + before, match[0][before:]) for match, before in matches]


@given(TEXTS)
def test_places_left_out_hold_nothing_that_a_rule_finds(text: str) -> None:
    for rule in redaction_rules().rules:
        assert rule.values(text) == found_by_the_pattern(rule, text)


@pytest.mark.parametrize("join", ["\n", "", "İ\n", "\r\n\u2028"])
def test_rules_find_the_same_in_a_long_text_as_their_patterns(join: str) -> None:
    text = join.join(case["text"] for case in CORPUS["found"])
    for rule in redaction_rules().rules:
        found = rule.values(text)
        assert found == found_by_the_pattern(rule, text)
