"""Values that a message was pasted with are found; numbers that say which error it is are not."""

import pytest

from trainwreck.checks.pasted_values import pasted_values


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("expert shard 17 on cuda:3 (epoch 41 != 40)", ["shard <#>", "cuda:<#>", "epoch <#>"]),
        ("failed to bind to [::]:29500 (errno: 98)", [":<#>"]),
        ("connect to 10.0.3.7 failed", ["<*>"]),
        ("tried to allocate 2.00 GiB", ["<#> GiB"]),
        ("segfault at 0x7f3a29bc10", ["<*>"]),
        ("stopped at 12:30:01 for good", ["<*>"]),
        ("rank=12 pid 4711 died", ["rank=<#>", "pid <#>"]),
    ],
)
def test_value_is_found(message: str, expected: list[str]) -> None:
    assert [instead for _, instead in pasted_values(message)] == expected


@pytest.mark.parametrize(
    "message",
    [
        *("[Errno 98] Address already in use", "exit code 137", "Xid <*> 79, GPU has fallen off"),
        *("only rank 0 saves", "cuda:0 and cuda:1", "rank <#> of <#>", "port 443", "0.0.0.0:<#>"),
        *("exit code -1073741819 (0xC0000005)", "line 1 column 1", "step 2.5e-5", "CUDA 12.4"),
    ],
)
def test_other_number_is_left_alone(message: str) -> None:
    assert list(pasted_values(message)) == []
