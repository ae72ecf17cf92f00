"""Which entry a search names first: by its message, or by words where those say more."""

import pytest

from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser

DIAGNOSER = Diagnoser(load_snapshot())
NOISE = (
    "2026-11-21 10:02:03,123 INFO train.py:211 epoch 3 step 120 loss 1.23 lr 1e-4 grad norm 0.9"
    " gpu memory 61.2 GiB data loader workers 8 checkpoint saved to /scratch/run/ckpt "
)


def first(query: str) -> str:
    return DIAGNOSER.search(query, 3).entries[0].id


@pytest.mark.parametrize(
    ("query", "id_"),
    [
        ("python: No module named 'torch._six'", "torch-removed-name"),
        ("[Errno 2] No such file or directory: 'sbatch'", "scheduler-command-not-found"),
        ("__init__() got an unexpected keyword argument 'max_seq_length'", "hf-arguments-renamed"),
    ],
)
def test_specific_message_without_its_exception_comes_before_a_general_match(
    query: str, id_: str
) -> None:
    assert first(query) == id_


@pytest.mark.parametrize(
    ("query", "id_"),
    [
        ("No module named 'numpy'", "module-not-found"),
        ("No module named 'torch'", "module-not-found"),
        ("index out of range in self", "embedding-index-out-of-range"),
    ],
)
def test_message_without_its_exception_comes_before_similar_words(query: str, id_: str) -> None:
    assert first(query) == id_


@pytest.mark.parametrize("query", ["segfault", "segmentation fault"])
def test_words_that_mean_the_same_find_the_same(query: str) -> None:
    assert first(query) == "segmentation-fault"


def test_neural_network_is_a_model_and_no_interconnect() -> None:
    query = "dual-GPU machine reboots randomly when training neural networks"
    assert first(query) == "kernel-lockup-or-panic"


@pytest.mark.parametrize(
    ("query", "id_"),
    [
        ("shm", "dataloader-worker-killed-shm"),
        ("quota", "disk-quota-exceeded"),
        ("vram", "cuda-out-of-memory"),
        ("slow", "slow-data-loading"),
        ("requeue", "slurm-preempted-or-requeued"),
        ("oom", "cuda-out-of-memory"),
        ("timeout", "nccl-collective-timeout"),
        ("pending", "job-pending-forever"),
    ],
)
def test_entry_that_many_others_name_precedes_one_with_as_similar_words(
    query: str, id_: str
) -> None:
    assert first(query) == id_


@pytest.mark.parametrize(
    ("question", "id_"),
    [
        ("job dies after exactly 2 hours without any error", "slurm-time-limit"),
        (
            "my computer restarts by itself whenever I start training",
            "kernel-lockup-or-panic",
        ),
        ("why is training with two gpus slower than with one", "multi-gpu-slower-than-one"),
        ("all images get the same prediction no matter what", "all-predictions-one-class"),
        ("training becomes slower and slower with every iteration", "training-slows-down"),
        ("why are my jobs still waiting in the queue after two days", "job-pending-forever"),
        ("after I updated to the newest version it trains much slower", "slower-after-upgrade"),
        (
            "I loaded the saved model and its accuracy is much lower than during training",
            "loaded-model-worse-than-trained",
        ),
        ("everything freezes when num_workers is higher than zero", "dataloader-workers-hang"),
        ("training stops in the middle of an epoch without any error", "ends-without-message"),
    ],
)
def test_whole_sentence_leads_to_what_it_describes(question: str, id_: str) -> None:
    assert first(question) == id_


@pytest.mark.parametrize("before", ["", NOISE])
@pytest.mark.parametrize(
    ("message", "id_"),
    [
        (
            "FileNotFoundError: [Errno 2] No such file or directory: 'x.bin'",
            "file-not-found-on-node",
        ),
        ("__init__() got an unexpected keyword argument 'foo'", "function-arguments-mismatch"),
        ("/usr/bin/python3: No module named fieldnet.data", "submodule-not-found"),
        ("RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB", "cuda-out-of-memory"),
        ("NVRM: Xid (PCI:0000:3b:00): 48, pid=1", "gpu-ecc-uncorrectable"),
        ("AttributeError: 'Foo' object has no attribute 'bar'", "object-attribute-missing"),
    ],
)
def test_matched_message_comes_first_whatever_else_a_line_says(
    before: str, message: str, id_: str
) -> None:
    assert first(before + message) == id_
