"""A sample keeps what went wrong and loses who it happened to."""

import pytest

from trainwreck.logs.redaction import redacted, traces


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


@pytest.mark.parametrize(
    ("text", "problem", "placeholder"),
    [
        ("Thing of jdoe@uni.no", '"jdoe@uni.no" is an email address', "<e-mail>"),
        (
            "see `/home/alice`, there",
            '"alice" is the name of a person\'s home folder',
            "<user>",
        ),
        ("login(hf_abcdefghijklmnopqrst)", '"hf_abcdefghijklmnopqrst" looks', "<token>"),
        ("password=hunter2", '"hunter2" looks like a credential', "<token>"),
        (
            "git clone https://jdoe:hunter2@host/x",
            '"jdoe:hunter2" looks like a credential',
            "<token>",
        ),
        ("WANDB_API_KEY=733315aecd6ac3eaf5dce93eed8e20dd4df9edc8", '"733315', "<token>"),
    ],
)
def test_trace_of_a_person_is_found(text: str, problem: str, placeholder: str) -> None:
    ((line, found, instead),) = traces(f"a line\n{text}")
    assert (line, instead) == (1, placeholder)
    assert found.startswith(problem)


@pytest.mark.parametrize(
    "text",
    [
        "/home/<user>/x, /home/user/x, `/home/user`, /home/$USER, /home/...",
        "/home/runner/work and /home/conda/feedstock_root",
        "https://example.org/home/page",
        "write to reader@example.org or to <e-mail>",
        "ssh user@lumi.csc.fi, git@github.com, <user>@lumi.csc.fi",
        "token=<token>, token=$HF_TOKEN, token: REDACTED, token=hf_xxxxxxxxxxxxxxxx",
        "hf_hub_download, sk-learn-contrib, token id 128009, unexpected token: something",
        "https://user:password@host/x",
        "commit 733315aecd6ac3eaf5dce93eed8e20dd4df9edc8",
        "undefined symbol: _ZN2at4_ops10zeros_like4callERKNS_6TensorE",
    ],
)
def test_placeholder_is_no_trace_of_a_person(text: str) -> None:
    assert not list(traces(text))
