"""Exceptions, aborts and exits are read from logs, the innermost first, with their ranks."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.paths import CLEAN_LOGS
from trainwreck.logs.failure_reports import Failure, FailureKind
from trainwreck.logs.failure_rules import FAILURE_RULES
from trainwreck.logs.failures import FailureReader
from trainwreck.logs.normalizer import lines

MANY = 20
CHAIN = """\
Traceback (most recent call last):
  File "train.py", line 3, in load
    return table[name]
           ~~~~~^^^^^^
KeyError: 'shards'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "train.py", line 9, in <module>
    main()
RuntimeError: cannot load the table
"""
WORKER = """\
[rank1]: Traceback (most recent call last):
[rank1]:   File "train.py", line 9, in <module>
[rank1]:     for batch in loader:
[rank1]: ValueError: Caught ValueError in DataLoader worker process 0.
[rank1]: Original Traceback (most recent call last):
[rank1]:   File "data.py", line 3, in __getitem__
[rank1]:     raise ValueError("bad label")
[rank1]: ValueError: bad label
"""
FROZEN = """\
Traceback (most recent call last):
  File "<frozen importlib._bootstrap>", line 1204, in _gcd_import
ModuleNotFoundError: No module named 'src'
"""
SUMMARY = """\
Failures:
[1]:
  host      : nid002
  rank      : 0 (local_rank: 0)
  exitcode  : -15 (pid: 11)  (SIGTERM)
Root Cause (first observed failure):
[0]:
  host      : nid001
  rank      : 5 (local_rank: 1)
  exitcode  : -11 (pid: 12)
============================================================
"""


def read(text: str) -> tuple[Failure, ...]:
    reader = FailureReader()
    reader.read(lines(text))
    return reader.failures


def test_first_exception_of_a_chain_counts() -> None:
    (failure,) = read(CHAIN)
    assert failure.text == "KeyError: 'shards'"
    assert (failure.first_line, failure.line, failure.last_line) == (1, 5, 12)


IGNORED = """\
Exception ignored in: <function _MultiProcessingDataLoaderIter.__del__ at 0x7f3a>
Traceback (most recent call last):
  File "/opt/venv/lib/torch/utils/data/dataloader.py", line 1478, in __del__
    self._shutdown_workers()
AssertionError: can only test a child process

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/opt/venv/lib/torch/utils/data/dataloader.py", line 1461, in _shutdown_workers
    w.join(timeout=5)
OSError: [Errno 9] Bad file descriptor
"""
RAISED = """\
Traceback (most recent call last):
  File "train.py", line 7, in <module>
    main()
ValueError: bad label
"""


def test_exception_that_python_ignores_is_no_failure() -> None:
    assert read(IGNORED) == ()
    assert read("Exception ignored in: <stdout>\nBrokenPipeError: [Errno 32] Broken pipe\n") == ()


@pytest.mark.parametrize("between", ["", "step 3 loss 0.2\n"])
def test_exception_after_an_ignored_one_counts(between: str) -> None:
    assert [failure.text for failure in read(IGNORED + between + RAISED)] == [
        "ValueError: bad label"
    ]


def test_exception_in_code_that_writes_to_a_log_is_marked() -> None:
    head, chained = "--- Logging error ---\n", "\nDuring handling of the above exception, another\n"
    assert [failure.is_logged for failure in read(head + RAISED)] == [True]
    assert [failure.is_logged for failure in read(head + RAISED + chained + RAISED)] == [True]
    assert [failure.is_logged for failure in read(head + RAISED + "step 3\n" + RAISED)] == [
        True,
        False,
    ]
    assert [failure.is_logged for failure in read(head + "step 3\n" + RAISED)] == [False]
    assert [failure.is_logged for failure in read(head + "ValueError: bad label\n")] == [False]
    assert [failure.is_logged for failure in read(head + RAISED + "ValueError: bad label\n")] == [
        True,
        False,
    ]


def test_traceback_that_does_not_follow_at_once_is_not_ignored() -> None:
    log = "Exception ignored in: <generator object read at 0x7f3a>\nsaved\n" + RAISED
    assert [failure.text for failure in read(log)] == ["ValueError: bad label"]


def test_exception_inside_a_worker_counts_and_keeps_its_rank() -> None:
    (failure,) = read(WORKER)
    assert (failure.text, failure.source) == ("ValueError: bad label", "1")
    assert failure.first_line == 1


def test_ctrl_c_that_a_terminal_shows_begins_another_exception() -> None:
    interrupt = """\
Traceback (most recent call last):
  File "run.py", line 9, in wait
KeyboardInterrupt
"""
    texts = [failure.text for failure in read(CHAIN + "^C" + interrupt)]
    assert texts == [failure.text for failure in read(CHAIN + interrupt)]


def test_frames_without_code_do_not_swallow_the_exception() -> None:
    assert [failure.text for failure in read(FROZEN)] == [
        "ModuleNotFoundError: No module named 'src'"
    ]


def test_frames_whose_code_is_missing_do_not_swallow_the_exception() -> None:
    text = """\
Traceback (most recent call last):
  File "<string>", line 1, in <module>
  File "/opt/venv/lib/python3.11/site-packages/fabric/net.py", line 12, in up
fabric.errors.LinkCollapse: lane 7 is down
"""
    (failure,) = read(text)
    assert failure.text == "fabric.errors.LinkCollapse: lane 7 is down"


@pytest.mark.parametrize(
    "text",
    [
        "socket.timeout: timed out",
        "socket.gaierror: [Errno -2] Name or service not known",
        "struct.error: unpack requires a buffer of 4 bytes",
        "cv2.error: OpenCV(4.8.0) error: (-215:Assertion failed)",
    ],
)
def test_exceptions_in_small_letters_end_tracebacks(text: str) -> None:
    lines = ["Traceback (most recent call last):", '  File "train.py", line 3, in f', "    g()"]
    (failure,) = read("\n".join([*lines, text]))
    assert failure.text == text
    assert read(f"{text}\n") == ()


def test_frames_of_cython_do_not_swallow_the_exception() -> None:
    log = """\
Traceback (most recent call last):
  File "/opt/venv/lib/h5py/_hl/group.py", line 167, in __getitem__
    oid = h5o.open(self.id, self._e(name), lapl=self._lapl)
  File "h5py/_objects.pyx", line 54, in h5py._objects.with_phil.wrapper
  File "h5py/h5o.pyx", line 190, in h5py.h5o.open
KeyError: 'Unable to open object'
"""
    assert [failure.text for failure in read(log)] == ["KeyError: 'Unable to open object'"]


@pytest.mark.parametrize(
    "text",
    [
        "gym.error.DeprecatedEnv: Env Reacher-v1 not found",
        "torch._dynamo.exc.Unsupported: Data-dependent branching",
        "botocore.exceptions.ProfileMissing: no such profile",
        "InvalidArgumentError (see above for traceback): Incompatible shapes: [2] vs. [3]",
    ],
)
def test_exception_without_traceback_is_known_by_type_or_module(text: str) -> None:
    assert [failure.text for failure in read(f"step 1 done\n{text}\n")] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "org.apache.spark.SparkContext: Running Spark version 3.5.1",
        "transformers.models.llama.LlamaModel: loading",
        "error.log.Rotator: rotated 3 files to /var/log",
    ],
)
def test_name_of_another_class_is_no_exception(text: str) -> None:
    assert read(f"{text}\n") == ()


def test_interleaved_tracebacks_of_ranks_are_kept_apart() -> None:
    one = ["Traceback (most recent call last):", '  File "a.py", line 1, in f', "    g()"]
    log = [line for part in one for line in (f"[rank0]: {part}", f"[rank1]: {part}")]
    found = read("\n".join([*log, "[rank1]: KeyError: 1", "[rank0]: IndexError: 2"]))
    assert {failure.source: failure.text for failure in found} == {
        "0": "IndexError: 2",
        "1": "KeyError: 1",
    }


def test_summary_of_torchrun_names_rank_node_and_who_was_first() -> None:
    ended, first = read(f"W1 Sending process 11 closing signal SIGTERM\n{SUMMARY}")
    assert (ended.source, ended.is_first, ended.is_secondary) == ("0", False, True)
    assert (first.source, first.node, first.is_first) == ("5", "nid001", True)
    assert (first.kind, first.code, first.is_secondary) == (FailureKind.SIGNAL, 11, False)


def test_mpirun_names_the_process_that_failed_first_in_one_line_or_two() -> None:
    said = "noticed that process rank 2 with PID 4711 on node n3 exited on"
    for text, lines_of_it in (
        (f"prterun {said}\nsignal 9 (Killed).\n", (1, 2)),
        (f"mpirun {said} signal 9 (Killed).\n", (1, 1)),
        (f"mpirun.real {said} signal 9 (Killed).\n", (1, 1)),
        (f"orterun {said} signal 9 (Killed).\n", (1, 1)),
    ):
        (failure,) = read(text)
        assert (failure.source, failure.node, failure.code) == ("2", "n3", 9)
        assert (failure.is_first, failure.is_secondary) == (True, False)
        assert (failure.first_line, failure.last_line) == lines_of_it


@pytest.mark.parametrize(
    "text",
    [
        "subprocess.CalledProcessError: Command 'accelerate\nlaunch' returned non-zero exit status",
        "subprocess.CalledProcessError: Command '['train.py']' died with <Signals.SIGKILL: 9>.",
        "sagemaker.exceptions.UnexpectedStatusException: Error for Training job a-1: Failed.",
    ],
)
def test_exceptions_about_other_processes_are_secondary(text: str) -> None:
    failures = [each for each in read(text) if each.kind is FailureKind.EXCEPTION]
    assert [failure.is_secondary for failure in failures] == [True]


@pytest.mark.parametrize("process", ["[prterun-n3-4700@1,2]", "[[46155,1],2]"])
def test_mpirun_names_the_process_whose_exit_code_it_reports(process: str) -> None:
    (first, later) = read(
        "the job to be terminated. The first process to do so was:\n\n"
        f"   Process name: {process}\n   Exit code:    3\n{'-' * 74}\nExit code:    4\n"
    )
    assert (first.source, first.code, first.is_first) == ("2", 3, True)
    assert (later.source, later.is_first) == (None, False)


def test_launchers_report_the_first_end_with_or_without_its_rank() -> None:
    (deepspeed,) = read("[launch.py:259:sigkill_handler] ['python'] exits with return code = -9\n")
    assert (deepspeed.source, deepspeed.code, deepspeed.is_first) == (None, 9, True)
    (lightning,) = read(
        "[rank: 2] Child process with PID 12 terminated with code -9. Forcefully terminating all\n"
    )
    assert (lightning.source, lightning.code, lightning.is_first) == ("2", 9, False)


@pytest.mark.parametrize(
    ("line", "kind", "code"),
    [
        ("srun: error: nid005: task 3: Exited with exit code 1", FailureKind.EXIT_CODE, 1),
        ("srun: error: nid005: tasks 0-3: Segmentation fault (core dumped)", "signal", 11),
        ("Segmentation fault (core dumped)", FailureKind.SIGNAL, 11),
        ("./job.sh: line 12: 4711 Aborted                 python train.py", "signal", 6),
        (
            "mpirun noticed that process rank 3 with PID 7 on node n1 exited on signal 9",
            "signal",
            9,
        ),
        ("died with <Signals.SIGKILL: 9>.", FailureKind.SIGNAL, 9),
        ("[1] exits with return code = 13", FailureKind.EXIT_CODE, 13),
        ("failed (exitcode: -6) local_rank: 2 (pid: 99) of binary: python", "signal", 6),
    ],
)
def test_ends_of_processes_are_read(line: str, kind: str, code: int) -> None:
    (failure,) = read(line)
    assert (failure.kind, failure.code) == (kind, code)


def test_process_of_unknown_rank_is_not_on_the_host_of_an_earlier_one() -> None:
    ended = "failed (exitcode: -6) local_rank: 2 (pid: 99) of binary: python"
    (failure,) = read(f"  host      : node6\n{ended}")
    assert (failure.source, failure.node) == (None, None)


@pytest.mark.parametrize(
    "line",
    [
        "malloc(): corrupted top size",
        "malloc_consolidate(): unaligned fastbin chunk detected",
        "free(): invalid pointer",
        "double free or corruption (!prev)",
        "terminate called without an active exception",
    ],
)
def test_aborts_of_native_code_are_read(line: str) -> None:
    (failure,) = read(f"[rank2]: {line}")
    assert (failure.text, failure.source) == (line, "2")


def test_exception_that_ends_a_thread_of_java_is_read() -> None:
    text = "java.lang.OutOfMemoryError: Java heap space"
    log = f'Exception in thread "main" {text}\n\tat org.apache.spark.Main.run(Main.scala:146)\n'
    assert [failure.text for failure in read(log)] == [text]
    assert read('Exception in thread "main" was caught and logged\n') == ()


def test_abort_for_a_cpp_exception_includes_its_message_on_the_next_line() -> None:
    (failure,) = read(
        "terminate called after throwing an instance of 'std::runtime_error'\n"
        "  what():  [Rank 0] Watchdog caught collective operation timeout\n"
    )
    assert (failure.line, failure.last_line) == (1, 2)


def test_exception_that_python_ignores_is_known_by_its_last_line() -> None:
    reader = FailureReader()
    reader.read(
        lines(
            "Exception ignored in: <function Pool.__del__ at 0x7f>\n"
            "Traceback (most recent call last):\n"
            '  File "pool.py", line 268, in __del__\n'
            "    self.notify()\n"
            "AttributeError: 'Pool' object has no attribute 'notify'\n"
            "ValueError: no data\n"
        )
    )
    assert [number for number in range(1, 7) if reader.ignores(number)] == [5]
    assert [failure.line for failure in reader.failures] == [6]


def test_exception_of_an_older_spawn_only_reports_that_of_the_process() -> None:
    report, raised = read(
        "Traceback (most recent call last):\n"
        '  File "spawn.py", line 119, in join\n'
        "    raise Exception(msg)\n"
        "Exception: \n\n"
        "-- Process 1 terminated with the following error:\n"
        "Traceback (most recent call last):\n"
        '  File "train.py", line 12, in main\n'
        "    step()\n"
        "ValueError: no data\n"
    )
    assert (report.is_secondary, raised.text) == (True, "ValueError: no data")
    assert not raised.is_secondary


@pytest.mark.parametrize(
    "line",
    [
        "srun: error: nid005: task 3: Exited with exit code 0",
        "warnings.py:12: UserWarning: the loader is slow",
        "DeprecationWarning: use something else",
        "loss: 0.3 Error: 0.02",
        "Aborting is not needed",
        "free memory of the node: 31.2 GiB",
        "malloc trim threshold: 131072",
    ],
)
def test_lines_that_only_look_like_failures_are_none(line: str) -> None:
    assert read(line) == ()


@pytest.mark.parametrize("path", sorted(CLEAN_LOGS.glob("*.log")), ids=lambda path: path.stem)
def test_healthy_logs_report_no_failure_that_ended_them(path: Path) -> None:
    found = read(path.read_text(encoding="utf-8", errors="replace"))
    assert [failure for failure in found if failure.lines_after < MANY] == []


def test_lines_printed_afterwards_are_counted_per_source() -> None:
    log = "[rank0]: KeyError: 1\n" + "[rank0]: step\n" * 3 + "[rank1]: step\n" * 5
    (failure,) = read(log)
    assert failure.lines_after == 3


@given(st.lists(st.sampled_from([*CHAIN.splitlines(), *WORKER.splitlines(), "step 1", ""])))
def test_any_order_of_lines_is_read(parts: list[str]) -> None:
    for failure in read("\n".join(parts)):
        assert failure.first_line <= failure.line
        assert failure.text
        assert failure.lines_after >= 0


@pytest.mark.parametrize(
    "unit",
    ["Missing", "MissingA", "aMissing", "Unsupported", "process rank 1 on node ", "A.", "Error: "],
)
def test_failure_in_a_long_line_is_looked_for_in_linear_time(unit: str) -> None:
    # Returns at all: with a quadratic expression this takes hours.
    reader = FailureReader()
    reader.read(lines("mpirun " + unit * 300_000))
    reader.read(lines("A" + unit * 300_000))
    assert len(reader.failures) <= 2


def test_number_of_any_length_is_read() -> None:
    for line in ("exits with return code = ", "srun: error: n1: task 0: Exited with exit code "):
        reader = FailureReader()
        reader.read(lines(line + "9" * 5_000))
        assert len(reader.failures) <= 1


def test_lines_after_a_failure_are_counted_up_to_a_limit_and_a_distance() -> None:
    reader = FailureReader()
    reader.read(lines("[rank1]: KeyError: 1\n" + "[rank1]: fine\n" * 30))
    reader.read(lines("[rank2]: KeyError: 2\n[rank2]: fine\n", 40))
    reader.read(lines("[rank2]: fine\n", 40 + FAILURE_RULES.most_watched + 1))
    assert [failure.lines_after for failure in reader.failures] == [FAILURE_RULES.most_counted, 1]


def test_traceback_is_given_up_after_many_lines_of_others() -> None:
    head = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\n'
    for distance, count in ((10, 1), (FAILURE_RULES.most_between + 1, 0)):
        reader = FailureReader()
        reader.read(lines(head))
        reader.read(lines("Oddity", 3 + distance))
        assert len(reader.failures) == count
