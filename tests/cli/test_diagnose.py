"""The commands diagnose and search, run as processes."""

import bz2
import functools
import gzip
import json
import lzma
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import zstandard
from click.testing import CliRunner

from trainwreck import SITE, diagnose
from trainwreck.cli.commands import diagnose as command
from trainwreck.cli.loading import loaded
from trainwreck.cli.main import main
from trainwreck.matching.engine import Diagnoser

LINE = "RuntimeError: No HIP GPUs are available"
ID = "no-hip-gpus-available"
UNKNOWN = "lmdb.DbsFullError: MDB_DBS_FULL: Environment maxdbs limit reached"
LOADED = functools.cache(loaded)
DIAGNOSER = functools.cache(Diagnoser)
"""Of many logs one after the other, each read with the same catalog."""
TRAINWRECK = [sys.executable, "-m", "trainwreck"]


def run(
    *arguments: object, stdin: bytes | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    command = [*TRAINWRECK, *map(str, arguments)]
    return subprocess.run(
        command, input=stdin or b"", cwd=cwd, capture_output=True, check=False, timeout=60
    )


def ids(*arguments: object, stdin: bytes | None = None) -> list[str]:
    done = run("diagnose", "--format", "json", *arguments, stdin=stdin)
    assert done.returncode in (0, 1), done.stderr
    return [match["id"] for log in json.loads(done.stdout) for match in log["matches"]]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "train.log"
    path.write_text(f"epoch 1\n{LINE}\n")
    return path


def test_file_is_diagnosed(log: Path) -> None:
    done = run("diagnose", log)
    assert done.returncode == 0
    text = done.stdout.decode()
    assert f"trainwreck diagnosis of {log} (2 lines)" in text
    assert f"2 | {LINE}" in text
    assert "\x1b" not in text


def test_standard_input_is_diagnosed() -> None:
    assert ids(stdin=LINE.encode()) == [ID]
    assert ids("-", stdin=LINE.encode()) == [ID]


@pytest.mark.parametrize(
    "compress", [gzip.compress, zstandard.compress, bz2.compress, lzma.compress]
)
def test_compressed_log_is_diagnosed(tmp_path: Path, compress: object) -> None:
    assert callable(compress)
    packed = compress(f"epoch 1\n{LINE}\n".encode())
    (tmp_path / "log").write_bytes(packed)
    assert ids(tmp_path / "log") == [ID]
    assert ids(stdin=packed) == [ID]


def test_compressed_log_that_is_still_written_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    noise = random.Random(1).randbytes(100_000).hex()  # noqa: S311  no secret
    packed = gzip.compress(f"{LINE}\n{noise}".encode())
    (tmp_path / "log.gz").write_bytes(packed[: len(packed) // 2])
    assert ids(tmp_path / "log.gz") == [ID]
    done = run("diagnose", tmp_path / "log.gz")
    said = f"{tmp_path / 'log.gz'}: is damaged or incomplete; only what comes before that was read"
    assert (done.returncode, done.stderr.decode().strip()) == (0, said)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1"]
)
def test_log_in_any_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    text = f"d\N{LATIN SMALL LETTER E WITH ACUTE}but\n{LINE}\n"
    (tmp_path / "log").write_bytes(text.encode(encoding))
    assert ids(tmp_path / "log") == [ID]


def test_folder_is_read_by_pattern(tmp_path: Path, log: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.err").write_text(LINE)
    done = run("diagnose", "--format", "json", "--glob", "*.err", tmp_path)
    assert [Path(entry["source"]).name for entry in json.loads(done.stdout)] == ["a.err"]
    assert len(json.loads(run("diagnose", "--format", "json", tmp_path).stdout)) == 2
    nothing = run("diagnose", "--glob", "*.none", tmp_path)
    assert nothing.returncode == 3
    assert b"no file in it matches" in nothing.stderr
    assert log.exists()


def test_nothing_found_ends_with_1_and_names_what_is_similar(tmp_path: Path) -> None:
    (tmp_path / "log").write_text(f"{UNKNOWN}\n")
    done = run("diagnose", tmp_path / "log")
    assert done.returncode == 1
    assert b'No match. The log reports "lmdb.DbsFullError: MDB_DBS_FULL' in done.stdout
    assert b"  lmdb-readers-full: " in done.stdout


def test_quiet_log_ends_with_1_and_names_no_entry(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("The HIP runtime has no GPUs, said somebody\n")
    done = run("diagnose", tmp_path / "log")
    assert done.returncode == 1
    assert b"No match: 1 line without a known error message." in done.stdout
    assert ID.encode() not in done.stdout


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("https://example.org/train.log", "is not a file; download it, and name the copy"),
        ("CUDA out of memory", "is not a file; look a message up with: trainwreck search WORDS"),
        ("train.log", "cannot be read: No such file or directory"),
    ],
)
def test_what_is_not_a_file_is_answered_with_what_to_do(
    name: str, said: str, tmp_path: Path
) -> None:
    done = run("diagnose", name, cwd=tmp_path)
    assert done.returncode == 3
    assert done.stderr.decode().strip().endswith(f": {said}")


def test_empty_log_sends_to_the_scheduler() -> None:
    done = run("diagnose", stdin=b"")
    assert done.returncode == 1
    assert b"No match: the log is empty." in done.stdout
    assert b"  sacct -j JOBID" in done.stdout
    assert b"trainwreck search" not in done.stdout


def test_named_log_without_permission_does_not_end_the_run(tmp_path: Path, log: Path) -> None:
    (tmp_path / "locked").write_text(LINE)
    (tmp_path / "locked").chmod(0)
    # Root may read everything unless it gives up its capabilities.
    weak = ["setpriv", "--inh-caps=-all", "--bounding-set=-all"] if os.geteuid() == 0 else []
    command = [*weak, *TRAINWRECK, "diagnose", str(tmp_path / "locked"), str(log)]
    done = subprocess.run(command, capture_output=True, check=False, timeout=60)
    assert done.returncode == 3
    assert b"locked: cannot be read: Permission denied" in done.stderr
    assert f"trainwreck diagnosis of {log}".encode() in done.stdout


def test_unusable_input_ends_with_3_and_the_others_are_read(tmp_path: Path, log: Path) -> None:
    (tmp_path / "bad.gz").write_bytes(b"\x1f\x8b\x08garbage")
    done = run("diagnose", tmp_path / "absent", tmp_path / "bad.gz", log)
    assert done.returncode == 3
    assert f"{tmp_path / 'absent'}: cannot be read: No such file" in done.stderr.decode()
    assert "bad.gz: is not a valid gzip file" in done.stderr.decode()
    assert f"trainwreck diagnosis of {log}".encode() in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--cluster", "lumy", "-"), 'did you mean "lumi"?'),
        (("--format", "xml"), "Invalid value for '--format'"),
        (("--follow",), "--follow takes one FILE"),
        (("--follow", "--format", "json", "x"), "--follow takes one FILE"),
    ],
)
def test_wrong_arguments_end_with_2_and_the_remedy(
    arguments: tuple[str, ...], message: str
) -> None:
    done = run("diagnose", *arguments)
    assert done.returncode == 2
    assert message in done.stderr.decode()


def test_steps_for_other_clusters_are_left_out(log: Path) -> None:
    everywhere = run("diagnose", "--fix", log).stdout.decode()
    elsewhere = run("diagnose", "--fix", "--cluster", "saga", log).stdout.decode()
    assert "(lumi)" in everywhere
    assert "(lumi)" not in elsewhere


def test_github_annotation_names_the_entry(log: Path) -> None:
    done = run("diagnose", "--format", "github", log)
    assert done.stdout.decode().startswith(f"::error title={ID}")
    assert done.stdout.count(b"\n") == 1


def test_growing_log_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "train.log"
    path.write_text("epoch 1\n")
    command = [*TRAINWRECK, "diagnose", "--follow", str(path)]
    # A shell starts what it runs in the background with this signal ignored, which is inherited.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    signal.signal(signal.SIGINT, before)
    with process:
        time.sleep(1)
        with path.open("a") as file:
            file.write(f"epoch 2\n{LINE}\n")
        assert process.stdout
        heading = process.stdout.readline().decode()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert heading.endswith("(3 lines)\n")
    assert process.returncode == 0


def test_search_names_entries_by_words_and_by_message() -> None:
    done = run("search", "--format", "json", LINE)
    assert done.returncode == 0
    assert json.loads(done.stdout)[0]["id"] == ID
    zero = run("search", "my", "loss", "is", "zero").stdout.decode()
    assert zero.startswith("zero-loss-from-skipped-nans: ")
    words = run("search", "disk", "quota", "home", "full").stdout.decode()
    assert words.startswith("disk-quota-exceeded: ")
    assert run("search").returncode == 2


def test_search_says_where_no_entry_fits() -> None:
    words = ("Django", "and", "nginx", "return", "HTML", "loss")
    note, first, *_ = run("search", *words).stdout.decode().splitlines()
    assert note == (
        "No entry covers all of these words; these come closest. No entry mentions: Django, nginx"
    )
    assert re.match("[a-z0-9-]+: ", first)
    done = run("search", "--format", "json", *words)
    assert done.stderr.decode() == f"{note}\n"
    assert {entry["fits"] for entry in json.loads(done.stdout)} == {False}
    fitting = run("search", "--format", "json", LINE)
    assert (json.loads(fitting.stdout)[0]["fits"], fitting.stderr) == (True, b"")
    nothing = run("search", "qwertzuiop")
    assert (nothing.returncode, nothing.stdout) == (1, b"")
    assert nothing.stderr == b"No entry contains any of these words.\n"


def test_search_says_what_it_corrected() -> None:
    said = 'Showing results for "nccl timeout".'
    note, first, *_ = run("search", "nccl", "tiemout").stdout.decode().splitlines()
    assert (note, first.partition(":")[0]) == (said, "nccl-collective-timeout")
    done = run("search", "--format", "json", "nccl", "tiemout")
    assert done.stderr.decode() == f"{said}\n"
    assert {entry["searched_for"] for entry in json.loads(done.stdout)} == {"nccl timeout"}
    right = json.loads(run("search", "--format", "json", "nccl", "timeout").stdout)
    assert {entry["searched_for"] for entry in right} == {None}


@pytest.mark.parametrize("query", ['" OR *', "a AND (", "NEAR(x", "col:x", "~1500", "-", "\0", "'"])
def test_search_takes_any_text(query: str) -> None:
    result = CliRunner().invoke(main, ["search", "--", query])
    assert result.exit_code in (0, 1)
    assert result.exception is None or isinstance(result.exception, SystemExit)


def test_python_api_says_the_same() -> None:
    assert [match.id for match in diagnose(f"x\n{LINE}").matches] == [ID]


def mangled(seed: int) -> bytes:
    """Damage a log in one of many ways."""
    chance = random.Random(seed)  # noqa: S311  no secret
    log = bytearray(f"epoch 1 loss 0.3\n{LINE}\n".encode() * chance.randint(0, 4))
    for _ in range(chance.randint(1, 60)):
        at = chance.randint(0, len(log))
        how = chance.randrange(8)
        if how == 0:
            log[at:at] = chance.randbytes(chance.randint(1, 200))
        elif how == 1:
            del log[at : at + chance.randint(1, 30)]
        elif how == 2:
            log[at:at] = b"\x1b[" + chance.randbytes(3)
        elif how == 3:
            log[at:at] = b"\r" * chance.randint(1, 5)
        elif how == 4:
            log[at:at] = b"\0" * chance.randint(1, 500)
        elif how == 5:
            log[at:at] = chance.choice([b"\xff\xfe", b"\xfe\xff", b"\x1f\x8b", b"\x28\xb5\x2f\xfd"])
        elif how == 6:
            log = bytearray(bytes(log).decode("latin-1").encode("utf-16"))
        else:
            log[at:at] = "│╭\u202e<img src=x onerror=alert(1)>{{ }}".encode() * 3
    return bytes(log)


@pytest.mark.parametrize("seed", range(200))
def test_mangled_log_is_no_traceback(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "loaded", LOADED)
    monkeypatch.setattr(command, "Diagnoser", DIAGNOSER)
    path = tmp_path / "log"
    path.write_bytes(mangled(seed))
    result = CliRunner().invoke(main, ["diagnose", "--fix", os.fspath(path)])
    assert result.exit_code in (0, 1, 3)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "\x1b" not in result.output
    assert "\u202e" not in result.output


def test_texts_lead_to_the_site_and_hold_no_marks_of_tests() -> None:
    log = b"CUDA error: an illegal memory access was encountered\n"
    log += b"RuntimeError: Expected all tensors to be on the same device, but found at least two\n"
    for options in (("--fix",), ("--format", "json"), ("--format", "github")):
        text = run("diagnose", *options, stdin=log).stdout.decode()
        assert "](/" not in text
        assert "not-run:" not in text
    for id_ in ("illegal-memory-access", "tensors-on-different-devices"):
        text = run("show", id_).stdout.decode()
        assert "](/" not in text
        assert "not-run:" not in text
    assert f"]({SITE}errors/" in run("show", "illegal-memory-access").stdout.decode()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("model.pt", b"PK\x03\x04" + b"data" * 9, "is a zip archive"),
        ("core", bytes(range(256)) * 40, "is not text"),
    ],
)
def test_file_that_is_no_log_is_named_as_such(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(content)
    done = run("diagnose", tmp_path / name)
    assert done.returncode == 3
    assert message in done.stderr.decode()
    assert done.stdout == b""


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("OSError: [Errno 122] Disk quota exceeded: 'x'", 10),
        ("OSError: [Errno 116] Stale file handle: 'x'", 11),
        ("ValueError: nobody knows", 14),
        ("all is well", 0),
    ],
)
def test_exit_status_says_what_to_do_with_the_job(tmp_path: Path, line: str, status: int) -> None:
    (tmp_path / "log").write_text(f"{line}\n")
    assert run("diagnose", "--exit-code", "action", tmp_path / "log").returncode == status


def test_earlier_diagnosis_in_the_log_is_not_diagnosed(tmp_path: Path, log: Path) -> None:
    report = run("diagnose", "--fix", log).stdout
    healthy = tmp_path / "healthy"
    healthy.write_bytes(b"epoch 1\n" + report + b"epoch 2\n")
    done = run("diagnose", healthy)
    assert done.returncode == 1
    assert b"No match" in done.stdout


def test_summary_is_one_table(tmp_path: Path, log: Path) -> None:
    (tmp_path / "healthy").write_text("epoch 1\n")
    done = run("diagnose", "--summary", tmp_path)
    assert done.stdout.startswith(b"2 logs:")
    assert ID.encode() in done.stdout
    table = json.loads(run("diagnose", "--summary", "--format", "json", tmp_path).stdout)
    assert (table["logs"], table["healthy"], table["causes"][0]["id"]) == (2, 1, ID)
    assert log.exists()


def test_files_that_are_not_text_are_counted(tmp_path: Path) -> None:
    (tmp_path / "train.log").write_text("all is well\n")
    for count, said in (
        (1, "skipped 1 file that is not text"),
        (2, "skipped 2 files that are not"),
    ):
        (tmp_path / f"{count}.bin").write_bytes(bytes(range(1, 9)) * 500)
        assert said in run("diagnose", ".", cwd=tmp_path).stderr.decode()
