"""Options that Slurm's commands lack are found, and those of other programs are left alone."""

import pytest

from trainwreck.execution.slurm_options import options, unknown_options

LONG_LINE = "sbatch " + "--nodes 2 " * 20_000 + "--exclde=a"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("#SBATCH --gpus-per-nod=8", [(1, "sbatch", "gpus-per-nod")]),
        ("cd /x\nsbatch --exclde=node1 train.sh", [(2, "sbatch", "exclde")]),
        ("sbatch --nodes=2 \\\n  --exclde=a \\\n  train.sh", [(2, "sbatch", "exclde")]),
        ("id=$(sbatch --parseable a.sh)", [(1, "sbatch", "parseable")]),
        ("X=1 timeout 60s srun -n 2 --ntask=2 python a.py", [(1, "srun", "ntask")]),
        ("if ! $as_user sbatch --timee 5 a.sh; then :; fi", [(1, "sbatch", "timee")]),
        ("salloc -N1 srun --overlp true", [(1, "srun", "overlp")]),
        ("ls | srun --arra=1 cat & sbatch --pty a.sh", [(1, "srun", "arra"), (1, "sbatch", "pty")]),
        ("scontrol show node a --oneline", [(1, "scontrol", "oneline")]),
        ("# it's here\nsrun --bad a", [(2, "srun", "bad")]),
        (LONG_LINE, [(1, "sbatch", "exclde")]),
    ],
)
def test_unknown_option_is_found(code: str, expected: list[tuple[int, str, str]]) -> None:
    assert [(one.line, one.command, one.name) for one in unknown_options(code)] == expected


@pytest.mark.parametrize(
    "code",
    [
        "sbatch train.sh --epoch 3",
        "srun -n 2 --mem 3G -vK1 python train.py --launcher srun --bad",
        "srun -N 2 --ntasks-per-node 8 --cpu-bind=cores ./a.out --its-options",
        "srun --jobid <jobid> --overlap --pty bash -c 'a --b'",
        "sbatch --wait --output=logs/%j.out --wrap 'srun --bad'",
        "srun --kill-on-bad-exit --label train --bad",
        'sbatch --parsable ${2:+--exclude="$2"} --bad a.sh',
        "srun --container-image=<image> --container-remap-root pip install a",
        "salloc --no-shell; mpirun --bind-to core a",
        "type -a sbatch --bad; grep srun --include=a .; man sbatch --bad",
        "python submit.py --launcher srun --bad 3",
        "scontrol --json show job 3 | jq --raw-output .",
        "sbatch -- --bad",
        "sbatch --kill-on-invalid-dep=yes --gres-flags=enforce-binding --oom-kill-step=1 a.sh",
        "srun --gpu-bind=closest --network=no_vni --tres-bind=gres/gpu:closest a",
    ],
)
def test_option_of_slurm_or_of_the_program_is_left_alone(code: str) -> None:
    assert list(unknown_options(code)) == []


def test_list_of_options_is_complete_for_each_command() -> None:
    assert list(options()) == ["srun", "salloc", "sbatch", "scontrol"]
    for command, known in options().items():
        assert {"help", "version"} <= set(known), command
        assert {option.value for option in known.values()} == {"none", "value", "optional"}
