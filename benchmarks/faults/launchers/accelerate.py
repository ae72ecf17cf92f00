"""Accelerate on several processors."""

from benchmarks.faults.launchers.run import RANKS, Launcher, Run


def command(run: Run) -> list[str]:
    """Return the command line."""
    options = ["--multi_gpu", f"--num_processes={RANKS}", "--num_machines=1"]
    options += ["--mixed_precision=no", "--dynamo_backend=no", f"--main_process_port={run.port}"]
    return [run.program("accelerate"), "launch", *options, *run.training("accelerated.py")]


LAUNCHER = Launcher(command, lambda _: {"ACCELERATE_USE_CPU": "true"})
