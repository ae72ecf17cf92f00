"""trainwreck new: from what a contributor knows to a file in which the rest is asked for."""

import json
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from tests.entries import changed, make_catalog
from tests.test_cli import trainwreck
from trainwreck.message import parse
from trainwreck.model import EntryFields
from trainwreck.noise import lines, stream
from trainwreck.proposals import frameworks, proposals, template
from trainwreck.redaction import redacted
from trainwreck.validate import SCHEMA_LINE

ROOT = Path(__file__).parent.parent
LOG = """\
2026-11-21 10:00:01,123 INFO starting on nid001234, home is /home/alice/code
[rank3]: Traceback (most recent call last):
[rank3]:   File "/home/alice/code/train.py", line 288, in main
[rank3]:     axle.attach(wheel, token="hf_abcdefghijklmnopqrst")  # ask alice@example.org
[rank3]: RuntimeError: axle 17 on /scratch/run-7/axle.bin refused the wheel at 0x7f3a29 after 12.5 s
torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
"""
MESSAGE = "RuntimeError: axle <#> on <*> refused the wheel at <*> after <#> s"
GIVEN = {
    "--id": "axle-refused",
    "--category": "numerics",
    "--severity": "high",
    "--time-to-diagnose": "hours",
    "--kind": "crash",
    "--framework": "pytorch",
    "--message": "RuntimeError: the axle refused the wheel",
}
TEMPLATE_FIELDS = [
    *("symptom.summary", "confirm", "root_cause", "fix.0.title", "fix.0.text", "first_step"),
    *("reproduction.error", "reproduction.fix", "verified.versions"),
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make a catalog with one entry, and a log beside it."""
    aliased = changed(("verified:", "aliases: [old-wheel]\nverified:"))
    make_catalog(tmp_path, {"numerics/wheel": aliased}, clusters=("betzy", "lumi"))
    (tmp_path / "train.log").write_text(LOG)
    return tmp_path


def arguments(*extra: str, **changes: str | None) -> list[str]:
    """Return sound options, some of them changed or left out."""
    given = GIVEN | {"--" + name.replace("_", "-"): value for name, value in changes.items()}
    options = [part for name, value in given.items() if value is not None for part in (name, value)]
    return ["new", "--yes", *options, *extra]


def from_log(log: str = "train.log", *extra: str) -> list[str]:
    return arguments("--from-log", log, *extra, message=None, kind=None)


def test_entry_is_written_and_the_check_names_what_is_left(project: Path) -> None:
    result = trainwreck(*arguments(), cwd=project)
    assert (result.returncode, result.stderr) == (0, "")
    assert "written: errors/numerics/axle-refused.yml\n" in result.stdout
    assert "Still to mend, 9 faults:\n" in result.stdout
    assert "  trainwreck check errors/numerics/axle-refused.yml\n" in result.stdout
    checked = trainwreck("check", "--format", "json", cwd=project)
    faults = json.loads(checked.stdout)["faults"]
    assert [fault["field"] for fault in faults] == TEMPLATE_FIELDS
    assert {fault["problem"] for fault in faults} == {"still holds the text of the template"}
    for fault in faults:
        assert f"{fault['file']}:{fault['line']}: {fault['field']}: " in result.stdout


def test_entry_is_complete_once_the_prompts_are_written_over(project: Path) -> None:
    trainwreck(*arguments(), cwd=project)
    path = project / "errors" / "numerics" / "axle-refused.yml"
    text, count = path.read_text(), 0
    while "<to write:" in text:
        before, _, rest = text.partition("<to write:")
        text = f"{before}Sentence {count} says what was asked for, in full.{rest.partition('>')[2]}"
        count += 1
    path.write_text(text)
    assert count == len(TEMPLATE_FIELDS)
    assert trainwreck("check", cwd=project).stdout == ""


def test_file_has_the_style_of_the_others(project: Path) -> None:
    trainwreck(*from_log(), cwd=project)
    text = (project / "errors" / "numerics" / "axle-refused.yml").read_text()
    assert text.startswith(f"{SCHEMA_LINE}\ntitle: ")
    assert "\nclusters: [any]\nframeworks: [pytorch]\nsymptom:\n  kind: crash\n" in text
    assert f'\n  messages:\n    - "{MESSAGE}"\n  samples:\n    - |\n      [rank3]: Trace' in text
    assert "\nconfirm: |\n  <to write: " in text
    fields = [name for name in EntryFields.model_fields if name in yaml.safe_load(text)]
    assert list(yaml.safe_load(text)) == fields


def test_log_gives_the_message_and_a_sample_without_names(project: Path) -> None:
    result = trainwreck(*from_log(), cwd=project)
    assert f"guessed: --message {MESSAGE}\n" in result.stdout
    entry = yaml.safe_load((project / "errors" / "numerics" / "axle-refused.yml").read_text())
    assert entry["symptom"]["messages"] == [MESSAGE]
    (sample,) = entry["symptom"]["samples"]
    assert "refused the wheel" in sample
    assert 'File "/home/<user>/code/train.py"' in sample
    for secret in ("alice", "hf_", "example.org"):
        assert secret not in sample


def test_log_comes_from_standard_input_too(project: Path) -> None:
    command = [sys.executable, "-m", "trainwreck", *from_log("-")]
    result = subprocess.run(
        command, cwd=project, input=LOG, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    assert (project / "errors" / "numerics" / "axle-refused.yml").exists()


def test_known_error_is_shown_and_needs_force(project: Path) -> None:
    (project / "train.log").write_text("RuntimeError: wheel 3 came off at 90 km/h\n")
    refused = trainwreck(*from_log(), cwd=project)
    assert refused.returncode == 1
    assert "  wheel, certain: RuntimeError: the wheel came off\n" in refused.stdout
    assert "    1 | RuntimeError: wheel 3 came off at 90 km/h\n" in refused.stdout
    assert "read trainwreck show wheel, or add --force" in refused.stderr
    forced = trainwreck(*from_log("train.log", "--force"), cwd=project)
    assert forced.returncode == 0
    assert "  wheel, " in forced.stdout


MISTAKES: dict[str, tuple[dict[str, str | None], str]] = {
    "id that is none": (
        {"id": "Axle_Refused"},
        "'--id': \"Axle_Refused\" is not an id;"
        ' use lower-case words joined by hyphens, such as "axle-refused"',
    ),
    "id that is taken": (
        {"id": "wheel"},
        '--id: "wheel" is the id of errors/numerics/wheel.yml;'
        " edit that file, or choose another id",
    ),
    "former id of another": (
        {"id": "old-wheel"},
        '--id: "old-wheel" is the id of errors/numerics/wheel.yml;',
    ),
    "category": (
        {"category": "numeric"},
        '\'--category\': "numeric" is no category; did you mean "numerics"?',
    ),
    "severity": (
        {"severity": "hihg"},
        '\'--severity\': "hihg" is no severity; did you mean "high"?',
    ),
    "kind": (
        {"kind": "crashed"},
        '\'--kind\': "crashed" is no kind; did you mean "crash"?',
    ),
    "framework": (
        {"framework": "torch"},
        '\'--framework\': "torch" is no framework; did you mean "pytorch"',
    ),
    "cluster": (
        {"cluster": "lmui"},
        '--cluster: "lmui" has no page in docs/clusters; did you mean "lumi"?',
    ),
    "message without fixed text": (
        {"message": "<*>: <*>"},
        "'--message': is too general: almost nothing in it is fixed text; quote at least",
    ),
    "message with the prefix of a rank": (
        {"message": "[rank3]: RuntimeError: the axle refused the wheel"},
        'takes off before it looks; write "RuntimeError: the axle refused the wheel"',
    ),
    "message with a home folder": (
        {"message": "cannot read /home/alice/axle.bin at all"},
        'holds what differs from person to person; write "cannot read /home/<*>/axle.bin at all"',
    ),
    "message of an entry": (
        {"message": "RuntimeError: wheel <*> came off at <*> km/h, who would have thought"},
        "this error is in the catalog; read trainwreck show wheel, or add --force where yours has"
        " another cause",
    ),
    "title too long": (
        {"title": "x" * 121},
        "'--title': is 121 characters long; keep it within 120",
    ),
    "too little said": (
        {"id": None, "severity": None},
        "nobody is asked, so these are needed: --id, --severity",
    ),
    "no such log": (
        {"from-log": "tarin.log"},
        "tarin.log: cannot be read: No such file or directory",
    ),
    "folder for a log": ({"from-log": "docs"}, "docs: cannot be read: Is a directory"),
    "empty log": (
        {"from-log": "empty.log"},
        "empty.log: is empty; give a log that shows the error",
    ),
    "wrong folder": (
        {"catalog": "erors"},
        "there is no folder erors here: run this in a checkout of the catalog, or name its folder"
        " with --catalog",
    ),
    "folder of a category": (
        {"catalog": "errors/numerics"},
        "errors/numerics is the folder of a category: name the one around it",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_named_and_nothing_is_written(name: str, project: Path) -> None:
    (project / "empty.log").write_text("\n\n")
    (project / "errors" / "numerics" / "wheel.yml").write_text(
        changed(
            ("verified:", "aliases: [old-wheel]\nverified:"),
            ("at <*> km/h", "at <*> km/h, who would have thought"),
        )
    )
    changes, expected = MISTAKES[name]
    before = sorted(project.rglob("*"))
    result = trainwreck(*arguments(**changes), cwd=project)
    assert result.returncode in (1, 2)
    assert expected in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr
    assert sorted(project.rglob("*")) == before


def test_folder_that_cannot_be_written_is_named(project: Path) -> None:
    (project / "errors" / "memory").write_text("in the way")
    result = trainwreck(*arguments(category="memory"), cwd=project)
    assert result.returncode == 1
    assert "errors/memory/axle-refused.yml: cannot be written: File exists" in result.stderr


def test_other_drafts_in_the_catalog_are_no_obstacle(project: Path) -> None:
    trainwreck(*arguments(), cwd=project)
    (project / "errors" / "numerics" / "broken.yml").write_text("title: a: b\n")
    second = arguments(id="bolt-lost", message="ValueError: a bolt of the gearbox was lost")
    result = trainwreck(*second, cwd=project)
    assert result.returncode == 0
    assert "Still to mend, 9 faults:" in result.stdout
    assert "broken.yml" not in result.stdout


def test_message_that_makes_another_entry_faulty_is_reported(project: Path) -> None:
    sample = "RuntimeError: wheel 3 came off at 90 km/h, and the axle refused the wheel"
    messages = f'at <*> km/h"\n  samples:\n    - |\n      {sample}'
    (project / "errors" / "numerics" / "wheel.yml").write_text(changed(('at <*> km/h"', messages)))
    taking = "RuntimeError: wheel <#> came off at <#> km/h, and the axle refused the wheel"
    result = trainwreck(*arguments("--force", message=taking), cwd=project)
    assert "wheel.yml:13: symptom.samples.0: leads to axle-refused first" in result.stdout


class Terminal:
    """A person at a terminal."""

    def __init__(self, cwd: Path, *arguments: str) -> None:
        self._master, slave = pty.openpty()
        command = [sys.executable, "-m", "trainwreck", *arguments]
        environment = os.environ | {"TERM": "dumb", "COLUMNS": "200"}
        self.process = subprocess.Popen(
            command, cwd=cwd, stdin=slave, stdout=slave, stderr=slave, env=environment
        )
        os.close(slave)
        self.shown = ""

    def answer(self, question: str, text: str) -> None:
        """Wait for a question and type."""
        before = len(self.shown)
        self._read_until(lambda: question in self.shown[before:])
        os.write(self._master, f"{text}\n".encode())

    def end(self) -> int:
        """Read on to the end and return the exit status."""
        self._read_until(lambda: False)
        return self.process.wait(timeout=10)

    def leave(self) -> None:
        """Close the terminal."""
        os.close(self._master)
        self.process.kill()
        self.process.wait()

    def _read_until(self, is_done: Callable[[], bool]) -> None:
        until = time.monotonic() + 30
        while not is_done():
            assert time.monotonic() < until, self.shown
            if not select.select([self._master], [], [], 1)[0]:
                continue
            try:
                piece = os.read(self._master, 4096)
            except OSError:  # the process has closed its end
                return
            if not piece:
                return
            self.shown += piece.decode().replace("\r\n", "\n")


@pytest.fixture
def sit_down(project: Path) -> Iterator[Callable[..., Terminal]]:
    """Return what starts a command in a terminal."""
    started: list[Terminal] = []

    def start(*arguments: str) -> Terminal:
        started.append(Terminal(project, *arguments))
        return started[-1]

    yield start
    for terminal in started:
        terminal.leave()


def test_terminal_is_asked_for_what_the_log_does_not_tell(
    project: Path, sit_down: Callable[..., Terminal]
) -> None:
    terminal = sit_down("new", "--from-log", "train.log")
    terminal.answer("0 for none [1]:", "")
    terminal.answer("Another wording (Enter: no more)", "")
    terminal.answer("Title", "")
    terminal.answer("[axle-on-refused-the]:", "wheel")
    terminal.answer("Id", "axle-refused")
    terminal.answer("Category:", "numeric")
    terminal.answer("Category:", "numerics")
    terminal.answer("[crash]:", "")
    terminal.answer("Severity:", "high")
    terminal.answer("Time to diagnose:", "hours")
    terminal.answer("[any]:", "lumi, betzy")
    terminal.answer("Frameworks, several with commas", "pytorch, nccl")
    terminal.answer("Versions", "PyTorch 2.13.0")
    assert terminal.end() == 0, terminal.shown
    assert '"wheel" is the id of errors/numerics/wheel.yml' in terminal.shown
    assert '"numeric" is no category; did you mean "numerics"?' in terminal.shown
    assert "Out of memory, on the GPU or on the host." in terminal.shown
    entry = yaml.safe_load((project / "errors" / "numerics" / "axle-refused.yml").read_text())
    assert entry["clusters"] == ["lumi", "betzy"]
    assert entry["frameworks"] == ["pytorch", "nccl"]
    assert entry["symptom"]["messages"] == [MESSAGE]
    assert entry["verified"]["versions"] == "PyTorch 2.13.0"


def test_person_who_leaves_leaves_no_file(project: Path, sit_down: Callable[..., Terminal]) -> None:
    before = sorted(project.rglob("*"))
    terminal = sit_down("new")
    terminal.answer("Message (Enter: none)", "RuntimeError: the axle refused the wheel")
    terminal.answer("Another wording (Enter: no more)", "")
    terminal.answer("Title", "\x04")
    assert terminal.end() == 1
    assert "Aborted!" in terminal.shown
    assert sorted(project.rglob("*")) == before


def test_person_is_asked_before_a_known_error_is_written_again(
    project: Path, sit_down: Callable[..., Terminal]
) -> None:
    (project / "train.log").write_text("RuntimeError: wheel 3 came off at 90 km/h\n")
    terminal = sit_down("new", "--from-log", "train.log")
    terminal.answer("Has yours another cause? [y/N]:", "")
    assert terminal.end() == 1
    assert "wheel, certain: RuntimeError: the wheel came off" in terminal.shown


def test_person_who_types_a_known_message_is_asked_too(sit_down: Callable[..., Terminal]) -> None:
    terminal = sit_down("new")
    terminal.answer("Message (Enter: none)", "RuntimeError: wheel <*> came off at <*> km/h")
    terminal.answer("Another wording (Enter: no more)", "")
    terminal.answer("Has yours another cause? [y/N]:", "n")
    assert terminal.end() == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("OSError: [Errno 122] Disk quota exceeded", "OSError: [Errno 122] Disk quota exceeded"),
        ("HTTP response code: 502", "HTTP response code: 502"),
        ("connect to [::1]:29500 failed", "connect to <*> failed"),
        ("connect to 10.12.0.7:29731 failed, rank 3 of 8", "connect to <*> failed, rank <#> of"),
        ("node nid001234: task 12 killed by pid 991", "node <*>: task <#> killed by pid"),
        ("at 2026-11-21T10:00:00Z it failed", "at <*> it failed"),
        ("cannot use cuda:1 and float16 together", "cannot use cuda:<#> and float16 together"),
        ("torch 2.13.0+cu126 is invalid here", "torch <*> is invalid here"),
        ("Conv2d got shape [64, 3, 224, 224] here", "Conv2d got shape [<#>] here"),
        ("version `GLIBC_2.33' not found", "version `GLIBC_<*>' not found"),
        ("open(/home/<user>/x/y.bin) failed badly", "open(<*>) failed badly"),
        ("ProcessGroupNCCL.cpp:1234 abort of it", "ProcessGroupNCCL.cpp:<#> abort of it"),
    ],
)
def test_gaps_stand_where_a_line_varies(line: str, message: str) -> None:
    assert template(line) == message
    assert list(parse(message).matches(stream(line)))


def test_proposals_are_what_went_wrong_and_not_what_ended() -> None:
    found = proposals(list(lines(LOG)))
    assert [proposal.message for proposal in found] == [MESSAGE]
    assert frameworks("slurmstepd: error: NCCL in torch") == ("pytorch", "nccl", "slurm")


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "clean-logs").glob("*.log")), ids=str)
def test_each_proposal_is_found_in_its_log(path: Path) -> None:
    text = redacted(path.read_text(encoding="utf-8", errors="replace"))
    for proposal in proposals(list(lines(text))):
        assert list(parse(proposal.message).matches(stream(text))), proposal


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/cluster/home/bob42/x, bob42 said", "/cluster/home/<user>/x, <user> said"),
        (r"C:\Users\bob42\x", r"C:\Users\<user>\x"),
        ("uid=1000(bob42) ran", "uid=1000(<user>) ran"),
        ("bob42@login1:~/code$ make", "<user>@<host>:~/code$ make"),
        ("write to b.o@mail.example.org", "write to <e-mail>"),
        ("git@github.com: Permission denied", "git@github.com: Permission denied"),
        ("Authorization: Bearer abc.def-123", "Authorization: Bearer <token>"),
        ("?sv=2021&sig=aB3%2Fxyz123&x=1", "?sv=2021&sig=<token>&x=1"),
        ("WANDB_API_KEY=0123456789abcdef", "WANDB_API_KEY=<token>"),
        ("sbatch --account=project_465000123", "sbatch --account=<project>"),
        ("undefined symbol: _ZN2at4_ops10zeros_like4callERKNS_6TensorE", None),
        ("/home/data/shard-1 has data", "/home/<user>/shard-1 has data"),
    ],
)
def test_names_and_secrets_are_taken_out(text: str, expected: str | None) -> None:
    assert redacted(text) == (expected or text)
