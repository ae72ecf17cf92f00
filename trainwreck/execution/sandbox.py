"""Runs a code snippet in a process of its own: scratch folder, time limit, no network.

Where Linux allows it (``unshare`` and ``mount`` of util-linux), the process gets a network with
nothing but loopback, a process tree that ends with it and no sockets of the services of the
machine. It cannot change programs, settings, homes and the working folder. Elsewhere the variables
for proxies point nowhere, which stops well-behaved clients only.
"""

import functools
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

_SESSION = Path(__file__).with_name("session.py")
_SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_NOWHERE = "http://127.0.0.1:9"
_MOST_OUTPUT = 4_000_000
_KEPT_VARIABLES = ("CUDA_VISIBLE_DEVICES", "CUDA_HOME", "LD_LIBRARY_PATH", "ROCR_VISIBLE_DEVICES")
# The folders of services stay, empty, for those that the snippet starts.
_CONFINED = """set -e
services=$(ls -d /run/*/ 2> /dev/null || true)
mount -t tmpfs tmpfs /run
for folder in $services; do mkdir "$folder"; done
scratch=$(dirname "$HOME")
mount --bind "$scratch" "$scratch"
for folder in /boot /etc /home /mnt /opt /root /srv /usr "$1"; do
  case $folder/ in // | "$scratch"/*) continue ;; esac
  case $scratch/ in "$folder"/*) continue ;; esac
  test ! -d "$folder" || mount --bind "$folder" "$folder"
  test ! -d "$folder" || mount -o remount,bind,ro "$folder"
done
shift
cd "$HOME"
exec "$@"
"""


@dataclass(frozen=True)
class Outcome:
    """What a snippet did."""

    output: str
    """What it printed, both streams in the order in which they were written."""
    status: int
    """Exit status; negative where a signal ended it."""
    seconds: float
    timed_out: bool
    difference: str
    """How a doctest's output differs from what it says; empty where it does not."""


def run(
    language: str, code: str, python: Path | None = None, limit: float = 180, *, strict: bool = True
) -> Outcome:
    """Run ``code`` and return what it did.

    Args:
        language: ``python`` or ``bash``.
        code: a script, or a doctest.
        python: the interpreter, by default the one that runs this; ``python`` on the path is it.
        limit: seconds until it is killed, with everything that it started.
        strict: whether a shell script ends at the first command that fails.

    """
    # Not resolved: the link in a virtual environment is what makes Python find its packages.
    interpreter = (python or Path(sys.executable)).absolute()
    with tempfile.TemporaryDirectory(prefix="trainwreck-", ignore_cleanup_errors=True) as folder:
        scratch = Path(folder)
        home, report = scratch / "home", scratch / "difference"
        home.mkdir()
        report.touch()
        script = scratch / f"snippet.{'py' if language == 'python' else 'sh'}"
        script.write_text(code, encoding="utf-8")
        if language == "python":
            command = [str(interpreter), "-u", str(_SESSION), str(script), str(report)]
        else:
            up = f"{interpreter} -c 'import sys; sys.path.insert(0, sys.argv[1]); import session;"
            up += f" session.bring_up_loopback()' {_SESSION.parent}"
            command = ["bash", "-c", f"{up}; exec bash {'-e' if strict else ''} {script}"]
        begin = time.monotonic()
        output, status, timed_out = _run(command, home, _environment(interpreter, home), limit)
        seconds = time.monotonic() - begin
        return Outcome(output, status, seconds, timed_out, report.read_text(encoding="utf-8"))


def _run(
    command: list[str], home: Path, environment: dict[str, str], limit: float
) -> tuple[str, int, bool]:
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(  # noqa: S603  running the snippet is the purpose
            [*isolation(), *command],
            cwd=home,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        timed_out = False
        try:
            process.wait(limit)
        except subprocess.TimeoutExpired:
            timed_out = True
        finally:
            _kill_group(process.pid)
            process.wait()
        output.seek(0)
        text = output.read(_MOST_OUTPUT).decode("utf-8", "replace")
    return text, process.returncode, timed_out


def _kill_group(leader: int) -> None:
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        return  # all of them have ended


def _environment(interpreter: Path, home: Path) -> dict[str, str]:
    path = f"{interpreter.parent}:{_SYSTEM_PATH}"
    environment = {"PATH": path, "HOME": str(home), "TMPDIR": str(home), "LANG": "C.UTF-8"}
    environment |= {"USER": "reader", "PYTHONDONTWRITEBYTECODE": "1"}
    proxies = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")
    environment |= dict.fromkeys(proxies, _NOWHERE)
    environment |= dict.fromkeys(("no_proxy", "NO_PROXY"), "127.0.0.1,localhost,::1")
    return environment | {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}


@functools.cache
def isolation() -> tuple[str, ...]:
    """Return the command that puts a process into namespaces of its own, or none.

    Its folder is the one above ``$HOME``.
    """
    spaces = ("--net", "--pid", "--fork", "--kill-child", "--mount-proc")
    user = () if os.geteuid() == 0 else ("--map-root-user",)
    separate = ("unshare", *user, *spaces)
    confined = (*separate, "--ipc", "sh", "-c", _CONFINED, "sh", str(Path.cwd()))
    return next(filter(_works, (confined, separate)), ())


def is_confined() -> bool:
    """Tell whether files and sockets of the machine are kept from the snippet."""
    return _CONFINED in isolation()


def _works(command: tuple[str, ...]) -> bool:
    with tempfile.TemporaryDirectory(prefix="trainwreck-") as folder:
        home = Path(folder, "home")
        home.mkdir()
        environment = _environment(Path(sys.executable), home)
        try:
            tried = subprocess.run(  # noqa: S603  a command of its own
                [*command, "true"], env=environment, capture_output=True, check=False
            )
        except FileNotFoundError:
            return False
    return tried.returncode == 0
