"""The command survey, run as a process."""

import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from distributed import Client

from trainwreck import diagnose
from trainwreck.survey.report import as_html

TRAINWRECK = [sys.executable, "-m", "trainwreck"]
KNOWN = "RuntimeError: No HIP GPUs are available"
UNKNOWN = """\
Traceback (most recent call last):
  File "/home/jdoe/train.py", line 3, in <module>
    open_table()
lmdb.DbsFullError: MDB_DBS_FULL: Environment maxdbs limit reached at {number}
"""
HEADER = "JobID|JobName|User|State|ExitCode|Start|End|ElapsedRaw|NodeList|AllocTRES\n"


def survey(
    *arguments: object, stdin: str = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    command = [*TRAINWRECK, "survey", "--jobs", "1", *map(str, arguments)]
    return subprocess.run(
        command, input=stdin, cwd=cwd, capture_output=True, text=True, check=False, timeout=120
    )


def rows(output: Path) -> dict[str, dict[str, Any]]:
    table = pq.read_table(output / "logs.parquet").to_pylist()
    return {Path(row["path"]).name: row for row in table}


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("month") / "logs"
    folder.mkdir()
    for number in range(1, 4):
        (folder / f"slurm-10{number}.out").write_text(f"epoch 1\n[rank3]: {KNOWN}\n")
        (folder / f"slurm-20{number}.out").write_text(UNKNOWN.format(number=number))
    (folder / "slurm-301.out").write_text("epoch 1 loss 0.3\nfinished\n")
    (folder / "slurm-302.out").write_text("epoch 1 loss 0.3\n")
    (folder / "slurm-401.out").write_bytes(bytes(range(32)) * 200)
    with zipfile.ZipFile(folder / "slurm-402.zip", "w") as archive:
        archive.writestr("train.log", KNOWN)
    jobs = "".join(
        f"{id_}|train|{user}|{state}|1:0|2026-11-0{day}T00:00:00|2026-11-0{day}T01:00:00|3600|"
        f"nid00{day}|gres/gpu=8\n"
        for id_, user, state, day in (
            *((100 + n, "jane", "FAILED", n) for n in (1, 2, 3)),
            *((200 + n, "joe", "FAILED", n) for n in (1, 2, 3)),
            (301, "jane", "COMPLETED", 4),
            (302, "jane", "TIMEOUT", 4),
            (999, "joe", "NODE_FAIL", 5),
        )
    )
    (folder.parent / "sacct.txt").write_text(HEADER + jobs)
    return folder


@pytest.fixture(scope="module")
def output(logs: Path) -> Path:
    """Survey the logs with their accounting."""
    folder = logs.parent / "out"
    done = survey(logs, "--output", folder, "--accounting", logs.parent / "sacct.txt")
    assert done.returncode == 3, done.stderr
    assert "10 logs: 7 failed, 3 of them explained, 2 unreadable" in done.stdout
    assert "slurm-401.out: is not text; name the log of the job\n" in done.stderr
    return folder


@pytest.fixture(scope="module")
def report(output: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((output / "report.json").read_text())
    return found


def test_each_log_has_a_row(output: Path, logs: Path) -> None:
    found = rows(output)
    assert found.keys() == {path.name for path in logs.iterdir()}
    known = found["slurm-101.out"]
    assert (known["cause"], known["action"], known["ranks"], known["lines"]) == (
        *("no-hip-gpus-available", "fix-first", ["3"]),
        2,
    )
    assert (known["job_id"], known["state"], known["gpu_hours"]) == ("101", "FAILED", 8.0)
    assert found["slurm-201.out"]["message"].startswith("lmdb.DbsFullError: MDB_DBS_FULL")


def test_unreadable_logs_have_rows_that_say_so(output: Path) -> None:
    found = rows(output)
    assert found["slurm-401.out"]["error"] == "is not text; name the log of the job"
    assert found["slurm-402.zip"]["error"].startswith("is a zip archive")


def test_rows_agree_with_diagnoses(output: Path, logs: Path) -> None:
    for name, row in rows(output).items():
        if row["outcome"] != "unreadable":
            diagnosis = diagnose((logs / name).read_bytes())
            assert row["verdict"] == diagnosis.verdict
            assert row["cause"] == next((m.id for m in diagnosis.matches), None)


def test_user_is_hashed(output: Path) -> None:
    assert {row["user"] for row in rows(output).values()}.isdisjoint({"jane", "joe"})


def test_report_counts_causes_and_gpu_hours(report: dict[str, Any]) -> None:
    assert report["logs"]["failed_silently"] == 1
    assert report["jobs_without_log"] == 1
    assert report["gpu_hours"] == {"total": 64.0, "failed": 56.0}
    causes = {cause["id"]: (cause["count"], cause["gpu_hours"]) for cause in report["causes"]}
    assert causes == {None: (4, 32.0), "no-hip-gpus-available": (3, 24.0)}


def test_report_has_weeks(report: dict[str, Any]) -> None:
    weeks = [(week["week"], week["jobs"], week["failed"]) for week in report["weeks"]]
    assert weeks == [("2026-W44", 2, 2), ("2026-W45", 6, 5)]


def test_report_finds_retries_in_vain(report: dict[str, Any]) -> None:
    unknown, known = sorted(report["retries"]["rows"], key=lambda row: row["cause"] or "")
    assert (known["cause"], known["attempts"], known["in_vain"]) == ("no-hip-gpus-available", 5, 2)
    assert (unknown["cause"], unknown["attempts"], unknown["in_vain"]) == (None, 3, 2)
    assert unknown["error"].startswith("lmdb.DbsFullError")


def test_unknown_errors_are_grouped_with_a_command(report: dict[str, Any], logs: Path) -> None:
    (group,) = report["unknown"]
    assert group["count"] == 3
    assert "jdoe" not in group["example"]
    assert group["command"].startswith(f"trainwreck new --from-log {logs}/slurm-201.out --message")


def test_restarts_and_logs_of_one_job_are_one_history(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    steps = "".join(f"step {number} loss 0.3\n" for number in range(1, 8))
    restart = "INFO Worker group FAILED. 2/3 attempts left; will restart worker group\n"
    for minute, name, text in (
        (0, "slurm-7001-0.out", f"{steps}{KNOWN}\n{restart}{steps}{KNOWN}\n"),
        (30, "slurm-7001-1.out", steps),
        (30, "slurm-7001-1.err", f"{KNOWN}\nlibfoo: failed with errno 71\n"),
    ):
        (folder / name).write_text(text)
        os.utime(folder / name, (1_795_000_000 + 60 * minute,) * 2)
    survey(folder, "--output", tmp_path / "out")
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    assert (report["logs"]["total"], report["logs"]["failed"]) == (3, 2)
    (row,) = report["retries"]["rows"]
    assert (row["job"], row["attempts"], row["in_vain"]) == ("7001", 3, 2)
    page = (tmp_path / "out" / "report.html").read_text()
    assert "3\N{MULTIPLICATION SIGN} no-hip-gpus-available, step 7" in " ".join(page.split())
    assert "errno 71" in page


def test_page_loads_nothing(output: Path) -> None:
    page = (output / "report.html").read_text()
    assert "<script" not in page
    assert "src=" not in page
    assert "@import" not in page


def test_words_of_the_page_are_not_joined(output: Path) -> None:
    page = " ".join((output / "report.html").read_text().split())
    assert "the rate per job of all other nodes with a one-sided binomial test" in page
    assert "by the template of their error. The command starts an entry" in page


def test_page_lists_the_most_frequent_causes_and_says_what_is_left_out(
    report: dict[str, Any],
) -> None:
    cause = next(cause for cause in report["causes"] if cause["id"])
    assert "report.json has the other" not in as_html(report)
    page = as_html(report | {"causes": [cause] * 57})
    assert page.count(cause["example"]) == 50
    assert "the most frequent first; report.json has the other 7" in page


def test_text_of_a_log_is_escaped_in_the_page(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    bad = UNKNOWN.format(number="<img src=x onerror=alert(1)>")
    (tmp_path / "logs" / "<b>slurm-1.out").write_text(bad)
    assert survey("logs", "--output", "out", cwd=tmp_path).returncode == 0
    page = (tmp_path / "out" / "report.html").read_text()
    assert "<img" not in page
    assert "<b>" not in page


def test_anonymous_report_names_nothing(logs: Path, tmp_path: Path) -> None:
    accounting = logs.parent / "sacct.txt"
    survey(logs, "--output", tmp_path / "out", "--accounting", accounting, "--anonymize")
    for name in ("report.json", "report.html", "frequencies.yml"):
        text = (tmp_path / "out" / name).read_text()
        assert not [word for word in ("nid00", "jane", "slurm-", str(logs)) if word in text]
        assert "DbsFullError" in text or name == "frequencies.yml"


def test_report_shows_the_notes_of_the_center(logs: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes.yml"
    notes.write_text(
        "site: X\nentries:\n  no-hip-gpus-available:\n    limits: 8 <b>GPUs</b>\n"
        "codes:\n  errno 71:\n    limits: no <tape>\n"
    )
    (tmp_path / "slurm-1.err").write_text("libfoo: open failed with errno 71\nError: stop\n")
    paths = [f"{logs}/slurm-101.out", tmp_path / "slurm-1.err"]
    (tmp_path / "sacct.txt").write_text("JobID|State\n1|FAILED\n101|FAILED\n")
    accounting = ["--accounting", tmp_path / "sacct.txt"]
    survey(*paths, "--output", tmp_path / "out", "--notes", notes, *accounting)
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    assert report["site"] == "X"
    (known,) = (cause for cause in report["causes"] if cause["id"])
    assert known["notes"] == [{"label": "Limits", "text": "8 <b>GPUs</b>"}]
    page = (tmp_path / "out" / "report.html").read_text()
    assert "Limits: 8 &lt;b&gt;GPUs" in page
    assert "Limits: no &lt;tape&gt;" in page


def test_list_on_standard_input_is_read(logs: Path, tmp_path: Path) -> None:
    named = "".join(f"{logs}/slurm-10{number}.out\n" for number in (1, 2))
    assert survey("-", "--output", tmp_path / "out", stdin=named).returncode == 0
    assert rows(tmp_path / "out").keys() == {"slurm-101.out", "slurm-102.out"}


def test_interrupted_survey_continues_with_the_same_result(logs: Path, tmp_path: Path) -> None:
    whole, resumed = tmp_path / "whole", tmp_path / "resumed"
    survey(logs, "--output", whole)
    survey(f"{logs}/slurm-1*", "--output", resumed)
    done = survey(logs, "--output", resumed)
    assert "continuing: 3 logs are finished already" in done.stderr
    assert rows(resumed) == rows(whole)


def test_killed_survey_continues(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    for number in range(600):
        (folder / f"slurm-{number}.out").write_text(f"{KNOWN}\n" * 40)
    command = [*TRAINWRECK, "survey", "logs", "--output", "out", "--jobs", "1"]
    process = subprocess.Popen(
        command, cwd=tmp_path, start_new_session=True, stderr=subprocess.DEVNULL
    )
    while not (tmp_path / "out" / "parts").is_dir():
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    done = survey("logs", "--output", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(rows(tmp_path / "out")) == 600


def test_scheduler_that_is_lost_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    for number in range(400):
        (tmp_path / "logs" / f"slurm-{number}.out").write_text(f"{KNOWN}\n" * 4000)
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1"]
    dask += ["--port", "0", "--no-dashboard", "--scheduler-file", "scheduler.json"]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--nthreads", "1"]
    worker += ["--scheduler-file", "scheduler.json", "--no-dashboard", "--no-nanny"]
    quiet: dict[str, Any] = {"cwd": tmp_path, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(dask, **quiet) as scheduler, subprocess.Popen(worker, **quiet) as reader:
        while not (tmp_path / "scheduler.json").exists():
            time.sleep(0.1)
        time.sleep(0.5)
        address = json.loads((tmp_path / "scheduler.json").read_text())["address"]
        command = [*TRAINWRECK, "survey", "logs", "--output", "out", "--scheduler", address]
        with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
            with Client(address) as watcher:
                while not any(watcher.processing().values()):
                    time.sleep(0.05)
            scheduler.kill()
            _, said = process.communicate(timeout=120)
        reader.kill()
    assert process.returncode == 4
    assert said == "the scheduler was lost; run the same command again to continue\n"


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("empty", "--output", "out"), 1, 'empty: no file in it matches "*"'),
        (("*.nothing", "--output", "out"), 1, "*.nothing: matches no file"),
        (("logs", "--output", "thesis"), 2, "thesis: is not empty"),
        (("logs", "--output", "out", "--accounting", "bad.txt"), 2, "bad.txt:1: JobID: column is"),
        (("logs", "--output", "out", "--scheduler", "nonsense"), 4, "nonsense: no scheduler"),
        (("logs", "--output", "/dev/full/out"), 5, "/dev/full/out: cannot be written"),
        (("logs",), 2, "Missing option '--output'"),
    ],
)
def test_bad_input_is_reported(
    tmp_path: Path, arguments: tuple[str, ...], status: int, said: str
) -> None:
    for name in ("empty", "logs", "thesis"):
        (tmp_path / name).mkdir()
    (tmp_path / "thesis" / "main.tex").write_text("text")
    (tmp_path / "logs" / "slurm-1.out").write_text(KNOWN)
    (tmp_path / "bad.txt").write_text("Number|State\n1|FAILED\n")
    done = survey(*arguments, cwd=tmp_path)
    assert done.returncode == status, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_missing_permissions_are_reported(tmp_path: Path) -> None:
    for name in ("logs", "locked", "closed"):
        (tmp_path / name).mkdir()
    for name in ("logs/a.out", "logs/b.out", "jobs.txt"):
        (tmp_path / name).write_text(KNOWN)
    for name, mode in (("logs/b.out", 0), ("jobs.txt", 0), ("locked", 0), ("closed", 0o555)):
        (tmp_path / name).chmod(mode)
    # Root may read everything unless it gives up its capabilities.
    weak = ["setpriv", "--inh-caps=-all", "--bounding-set=-all"] if os.geteuid() == 0 else []
    ends = []
    for arguments in (
        ("logs", "locked", "--output", "out"),
        ("logs", "--output", "closed/out"),
        ("logs", "--output", "out", "--accounting", "jobs.txt"),
    ):
        command = [*weak, *TRAINWRECK, "survey", "--jobs", "1", *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        ends.append((done.returncode, done.stderr))
    (tmp_path / "locked").chmod(0o700)
    assert [status for status, _ in ends] == [3, 5, 2]
    assert ends[0][1].startswith("locked: cannot be read: Permission denied\n2 of 2 logs")
    assert "closed/out: cannot be written: Permission denied; free some space or" in ends[1][1]
    assert "'jobs.txt' is not readable" in ends[2][1]
    assert rows(tmp_path / "out")["b.out"]["error"] == "cannot be read: Permission denied"


def test_missing_log_is_a_row_and_a_status(tmp_path: Path) -> None:
    done = survey("gone.out", "--output", "out", cwd=tmp_path)
    assert done.returncode == 3
    assert rows(tmp_path / "out")["gone.out"]["error"] == (
        "cannot be read: No such file or directory"
    )
