"""DeepSpeed with ZeRO under its own launcher."""

from benchmarks.faults.launchers.run import RANKS, Launcher, Run


def command(run: Run) -> list[str]:
    """Return the command line."""
    options = [f"--num_accelerators={RANKS}", f"--master_port={run.port}"]
    return [run.program("deepspeed"), *options, *run.training("deepspeed_zero.py")]


LAUNCHER = Launcher(command, lambda _: {"DS_ACCELERATOR": "cpu"}, limit=240)
