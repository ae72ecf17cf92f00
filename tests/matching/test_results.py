"""What explains a log is named, causes first, the surest first, with its lines."""

import pytest

from tests.support.entries import changed, make_catalog
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching import blocks
from trainwreck.matching.engine import Diagnoser
from trainwreck.matching.judgement import Role
from trainwreck.matching.results import Confidence, Diagnosis, by_number
from trainwreck.matching.sightings import ENOUGH, SHOWN_LENGTH
from trainwreck.output.diagnosis_json import as_github, as_plain
from trainwreck.output.diagnosis_text import as_text

WHEEL = "RuntimeError: wheel <*> came off at <*> km/h"


def entry(title: str, *messages: str, more: tuple[tuple[str, str], ...] = ()) -> str:
    listed = "\n".join(f"    - {message!r}" for message in messages)
    return changed(("RuntimeError: the wheel came off", title), (f'    - "{WHEEL}"', listed), *more)


CAUSED_BY_OOM = (
    ("first_step: Tighten the nut.", "first_step: Tighten the nut.\ncaused_by: [oom]"),
)
UNLESS = (("  messages:", "  unless:\n    - 'Permission denied'\n  messages:"),)
ENTRIES = {
    "memory/oom": entry("GPU is full", "CUDA out of memory. Tried to allocate <*>"),
    "distributed/timeout": entry(
        "Collective timed out", "Watchdog caught collective operation timeout", more=CAUSED_BY_OOM
    ),
    "distributed/general": entry("Something timed out", "operation timeout"),
    "distributed/port": entry("Port is taken", "failed to listen on any address", more=UNLESS),
    "numerics/nan": entry("Loss is nan", "train_loss<~>nan", "val_loss is nan"),
    "numerics/vague": entry("Something is nan", "x is nan"),
}
OOM = "[rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."
TIMEOUT = "[rank{}]: Watchdog caught collective operation timeout: WorkNCCL(SeqNum=7)"


@pytest.fixture(scope="module")
def diagnoser(tmp_path_factory: pytest.TempPathFactory) -> Diagnoser:
    root = make_catalog(tmp_path_factory.mktemp("catalog"), ENTRIES, clusters=("lumi",))
    return Diagnoser(load_snapshot(root))


def diagnosed(diagnoser: Diagnoser, text: str) -> Diagnosis:
    return diagnoser.diagnose([text.encode()], "train.log")


def test_consequences_come_after_their_cause_wherever_they_stand(diagnoser: Diagnoser) -> None:
    log = "\n".join([*(TIMEOUT.format(rank) for rank in (2, 10, 0)), OOM])
    cause, consequence = diagnosed(diagnoser, log).matches
    assert (cause.id, cause.role, cause.sources) == ("oom", Role.CAUSE, ("3",))
    assert (consequence.id, consequence.role, consequence.causes) == (
        "timeout",
        Role.CONSEQUENCE,
        ("oom",),
    )
    assert consequence.sources == ("0", "2", "10")
    assert (consequence.count, [line.number for line in consequence.lines]) == (3, [1, 2, 3])


def test_ranks_of_one_number_come_in_one_order() -> None:
    assert sorted(["00", "10", "0", "node1", "2"], key=by_number) == ["node1", "0", "00", "2", "10"]


def test_specific_message_hides_the_general_one_on_the_same_text(diagnoser: Diagnoser) -> None:
    (match,) = diagnosed(diagnoser, TIMEOUT.format(0)).matches
    assert match.id == "timeout"
    both = diagnosed(diagnoser, f"{TIMEOUT.format(0)}\nan operation timeout\n").matches
    assert [match.id for match in both] == ["timeout", "general"]


def test_sure_cause_comes_before_an_earlier_vague_one(diagnoser: Diagnoser) -> None:
    for log in (f"x is nan\n{OOM}", f"{OOM}\nx is nan"):
        oom, vague = diagnosed(diagnoser, log).matches
        assert (oom.id, oom.confidence) == ("oom", Confidence.CERTAIN)
        assert (vague.id, vague.confidence) == ("vague", Confidence.POSSIBLE)


def test_likely_causes_come_in_the_order_of_the_log(diagnoser: Diagnoser) -> None:
    found = diagnosed(diagnoser, f"train_loss: nan\n{OOM}").matches
    assert [match.id for match in found] == ["nan", "oom"]


def test_line_that_an_exception_matches_is_another_error(diagnoser: Diagnoser) -> None:
    line = "The socket failed to listen on any address ({})."
    assert diagnosed(diagnoser, line.format("errno: 98")).matches
    assert not diagnosed(diagnoser, line.format("errno: 13 - Permission denied")).matches


def test_nothing_is_claimed_where_nothing_matches(diagnoser: Diagnoser) -> None:
    diagnosis = diagnosed(diagnoser, "Epoch 1\nSomething timed out while waiting\n")
    assert not diagnosis.matches
    assert not diagnosis.similar
    text = as_text(diagnosis)
    assert text.splitlines()[1].startswith("No match: 2 lines without")
    assert "trainwreck search WORDS" in text


@pytest.mark.parametrize("text", ["", "\n\n", "\0\0\0", "all is well"])
def test_empty_and_quiet_logs_are_no_error(diagnoser: Diagnoser, text: str) -> None:
    assert diagnosed(diagnoser, text).matches == ()


def test_message_found_very_often_is_counted_up_to_a_limit(diagnoser: Diagnoser) -> None:
    match = diagnosed(diagnoser, f"{OOM}\n" * (ENOUGH + 5)).matches[0]
    assert match.count >= ENOUGH
    assert len(match.lines) == 5


def test_long_line_is_shown_around_the_message(diagnoser: Diagnoser) -> None:
    line = f"{'x ' * 5000}CUDA out of memory. Tried to allocate 2 GiB{' y' * 5000}"
    (shown,) = diagnosed(diagnoser, line).matches[0].lines
    assert "CUDA out of memory. Tried to allocate" in shown.text
    assert len(shown.text) < SHOWN_LENGTH + 10
    assert shown.text.startswith("… x")
    assert shown.text.endswith("y …")


def test_long_line_is_shown_around_the_message_of_each_entry(diagnoser: Diagnoser) -> None:
    line = f"train_loss: nan {'x ' * 500}CUDA out of memory. Tried to allocate 2 GiB"
    nan, oom = diagnosed(diagnoser, line).matches
    assert nan.lines[0].text.startswith("train_loss: nan")
    assert "CUDA out of memory" in oom.lines[0].text


def test_entry_found_on_every_line_stops_being_looked_for(
    diagnoser: Diagnoser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "LARGE", 1 << 17)
    monkeypatch.setattr(blocks, "BLOCK", 1 << 17)
    diagnosis = diagnoser.diagnose([b"[rank0]: train_loss: nan\n" * 30_000], "train.log")
    assert ENOUGH <= diagnosis.matches[0].count < 30_000
    assert "times or more; rank 0" in as_text(diagnosis)


def test_text_tells_role_lines_cause_and_fix(diagnoser: Diagnoser) -> None:
    text = as_text(diagnosed(diagnoser, f"epoch 1\n{OOM}\n{TIMEOUT.format(0)}"), in_full=True)
    for part in (
        "trainwreck diagnosis of train.log (3 lines)",
        "Rank 3 lost a wheel; rank 0 then lost a wheel.",
        "CAUSE GPU is full",
        "2 | [rank3]: torch.OutOfMemoryError: CUDA out of memory.",
        "First step: Tighten the nut.",
        "1. Tighten the nut\n",
        "Take a spanner of the right size",
        "CONSEQUENCE of oom: Collective timed out",
    ):
        assert part in text


def test_log_cannot_steer_the_terminal(diagnoser: Diagnoser) -> None:
    hostile = f"\x1b[2J\x9b31m\x07{OOM}\u202e\u0000"
    text = as_text(diagnosed(diagnoser, hostile))
    assert "CUDA out of memory" in text
    assert text.isprintable() or set(filter(lambda c: not c.isprintable(), text)) == {"\n"}


def test_json_has_the_promised_fields(diagnoser: Diagnoser) -> None:
    log = as_plain(diagnosed(diagnoser, OOM))
    assert log["source"] == "train.log"
    (match,) = log["matches"]
    assert match["lines"] == [{"number": 1, "text": OOM}]
    assert match["url"].endswith("/errors/oom/")
    assert {"id", "title", "severity", "role", "caused_by", "message"} <= match.keys()


def test_annotation_is_one_line_whatever_the_log_holds(diagnoser: Diagnoser) -> None:
    diagnosis = diagnoser.diagnose([f"x\n{OOM}".encode()], "a,b:c\n::error::x")
    (line,) = as_github(diagnosis).splitlines()
    assert line.startswith("::error title=oom%3A GPU is full::")
    assert "%0A" in line
