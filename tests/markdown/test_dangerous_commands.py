"""Commands that delete, kill or overwrite are found, and those that only look alike are not."""

import pytest

from trainwreck.markdown.dangerous_commands import dangerous_command


@pytest.mark.parametrize(
    "code",
    [
        *("rm -rf /scratch/run", "rm model.pt", "rmdir empty", "ls | xargs rm --", 'rm "$A/b"'),
        *("find . -name '*.pt' -delete", "find . -exec rm {} +", "shred disk.img"),
        *("shutil.rmtree(path)", "os.remove(path)", "Path(a).unlink()", "path.rmdir()"),
        *("kill -9 42", "kill -KILL 42", "kill -s SIGKILL 42", "pkill -f train", "killall python"),
        *("scancel -u jdoe", 'scancel --user="$USER"', "scancel --me", "scancel -t PENDING -n a"),
        *("git clean -fd", "git reset --hard", "git push --force", "git branch -D old"),
        *("rsync -a --delete a b", "dd if=/dev/zero of=x", "truncate -s 0 x", "mkfs.ext4 /dev/x"),
        *("conda env remove -n old", "docker system prune -a"),
    ],
)
def test_dangerous_command_is_found(code: str) -> None:
    assert dangerous_command(f"ls\n{code}\nls")


@pytest.mark.parametrize(
    "code",
    [
        *("kill 42", "kill -USR1 42", "scancel <job>", "scancel 4711", "squeue --me"),
        *("find . -name '*.delete'", "os.removexattr(path)", "docker run --rm image", "git push"),
        *('probe=$(mktemp)\nrm "$probe"', "touch $probe && rm $probe; ls", "unlink = 3"),
    ],
)
def test_other_command_is_left_alone(code: str) -> None:
    assert dangerous_command(code) is None


def test_long_code_takes_no_longer_than_its_length() -> None:
    # A quadratic step would take minutes: the runner's own time limit is the test.
    assert dangerous_command("find rsync scancel git push " * 20_000) is None
