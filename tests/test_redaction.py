"""A sample keeps what went wrong and loses who it happened to."""

import pytest

from trainwreck.redaction import redacted


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
