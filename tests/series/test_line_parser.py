"""What one line of a log says: metric, position and rate, in the forms that frameworks print."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainwreck.series.line_parser import Reading, parse

FORMS = [
    # A letter that Python takes for an i in any case, and a browser does not
    ("epoch \u0130step 1 loss=0.1", 1, None, {"loss": 0.1}),
    ("\u0131ter 1 loss=0.1", None, None, {"loss": 0.1}),
    # nanoGPT
    ("iter 10: loss 4.2773, time 100.53ms, mfu 23.1%", 10, None, {"loss": 4.2773}),
    (
        "step 250: train loss 1.9655, val loss 2.0045",
        250,
        None,
        {"loss": 1.9655, "val_loss": 2.0045},
    ),
    # Hugging Face Trainer, version 4 and 5
    (
        "{'loss': 0.5, 'grad_norm': 1.2, 'learning_rate': 5e-05, 'epoch': 0.04}",
        None,
        0.04,
        {"loss": 0.5, "grad_norm": 1.2, "learning_rate": 5e-05},
    ),
    ("{'loss': '0.91', 'grad_norm': '0.8', 'epoch': '0.6623'}", None, 0.6623, {"loss": 0.91}),
    ("{'eval_loss': 2.1, 'eval_runtime': 3.2, 'epoch': 1.0}", None, 1.0, {"val_loss": 2.1}),
    # Keras
    (
        "469/469 [====] - 3s 5ms/step - loss: 0.3 - accuracy: 0.9 - val_loss: 0.2",
        469,
        None,
        {"loss": 0.3, "accuracy": 0.9, "val_loss": 0.2, "step_time": 0.005},
    ),
    # tqdm with a postfix, Lightning
    (
        "Epoch 1:  50%|█████     | 100/200 [00:12<00:12, 8.00it/s, loss=0.5, v_num=0]",
        100,
        1,
        {"loss": 0.5, "step_time": 0.125},
    ),
    # Megatron-LM
    (
        " iteration       10/     100 | consumed samples:          160 |"
        " elapsed time per iteration (ms): 5000.0 | learning rate: 1.5E-04 | lm loss: 9.5E+00 |"
        " loss scale: 1.0 | grad norm: 3.2 | number of skipped iterations:   0 |",
        10,
        None,
        {"step_time": 5.0, "loss": 9.5, "loss_scale": 1.0, "grad_norm": 3.2, "skipped": 0.0},
    ),
    # DeepSpeed
    (
        "[deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 64, reducing to 32",
        None,
        None,
        {"loss_scale": 64},
    ),
    # examples of PyTorch
    (
        "Train Epoch: 1 [6400/60000 (11%)]\tLoss: 0.9",
        6400,
        1,
        {"loss": 0.9},
    ),
    (
        "Epoch: [3][ 10/391]\tTime 0.2 (0.3)\tLoss 1.5 (1.7)\tAcc@1 40.0 (38.0)",
        10,
        3,
        {"loss": 1.5},
    ),
    # pasted through a word processor
    (
        "{\N{LEFT SINGLE QUOTATION MARK}loss\N{RIGHT SINGLE QUOTATION MARK}: 1.4,"
        " \N{LEFT DOUBLE QUOTATION MARK}grad_norm\N{RIGHT DOUBLE QUOTATION MARK}: 2.5}",
        None,
        None,
        {"loss": 1.4, "grad_norm": 2.5},
    ),
    # examples of PyTorch, torchvision, Detectron2, MMEngine, timm: the time beside that of the data
    (
        "Epoch: [0][10/50]\tTime  0.5 ( 0.6)\tData  0.1 ( 0.2)\tLoss 6.9 (7)",
        10,
        0,
        {"step_time": 0.5},
    ),
    (
        "Epoch: [0]  [ 10/50]  lr: 0.1  loss: 6.9 (7)  time: 0.51  data: 0.01",
        10,
        0,
        {"step_time": 0.51},
    ),
    (
        " iter: 19  total_loss: 2.3  time: 0.35  last_time: 0.3  data_time: 0.01  lr: 0.1",
        19,
        None,
        {"step_time": 0.35, "loss": 2.3},
    ),
    ("Epoch(train) [2][50/788] time: 0.81  data_time: 0.01  loss: 1.5", 50, 2, {"step_time": 0.81}),
    (
        "Train: 0 [50/99] Loss: 6.9 (7)  Time: 0.3s,  742/s  LR: 0.1  Data: 0.01 (0.1)",
        50,
        None,
        {"step_time": 0.3},
    ),
    # TensorFlow's slim, GluonNLP
    ("global_step 100: loss = 0.4 (0.345 sec/step)", 100, None, {"loss": 0.4, "step_time": 0.345}),
    ("Epoch 1  Iteration 99  Loss 2.3  0.7 sec/batch", 99, 1, {"step_time": 0.7}),
    ("Epoch 1  Iteration 100  Loss 2.3  1.2 s/batch", 100, 1, {"step_time": 1.2}),
    # TensorBoard, Weights & Biases, verl, Composer
    ("step:10 - train/loss:1.2 - train/grad_norm:0.3", 10, None, {"loss": 1.2, "grad_norm": 0.3}),
    ("wandb: eval/loss 2.1", None, None, {"val_loss": 2.1}),
    ("Loss/train: 0.3 Loss/val: 0.4", None, None, {"loss": 0.3, "val_loss": 0.4}),
    ("\t Train loss/train/total: 9.1", None, None, {"loss": 9.1}),
    # MindSpore, NeMo, MaxText, DeepSpeed
    ("Train epoch time: 1500.0 ms, per step time: 12.5 ms", None, None, {"epoch_time": 1.5}),
    ("global_step=10, train_step_timing in s=0.5", 10, None, {"step_time": 0.5}),
    ("completed step: 10, TFLOP/s/device: 50.5, loss: 9.1", 10, None, {"throughput": 50.5}),
    ("step=10, MemAllocated=20.0GB, MaxMemAllocated=30.1GB", 10, None, {"memory": 20480}),
    (
        "Test set: Average loss: 0.0543, Accuracy: 9820/10000 (98%)",
        None,
        None,
        {"val_loss": 0.0543},
    ),
    # MMEngine
    (
        "Epoch(train)  [2][ 50/788]  lr: 2.0e-03  memory: 15943  grad_norm: 3.4  loss: 1.5",
        50,
        2,
        {"loss": 1.5, "memory": 15943, "grad_norm": 3.4},
    ),
    # JSON lines
    ('{"step": 11, "loss": 0.5778, "lr": 0.00024}', 11, None, {"loss": 0.5778}),
    # names and numbers next to each other
    ("step 4 loss 0.165 overflow False", 4, None, {"loss": 0.165}),
    ("[rank] loss=tensor(2.5, device='cuda:0') step=7", 7, None, {"loss": 2.5}),
    ("epoch 3 | train | loss 0.5 | val | loss 0.7", None, 3, {"loss": 0.5, "val_loss": 0.7}),
    ("step 5 mem 3.5 GB loss 1.0", 5, None, {"memory": 3584.0, "loss": 1.0}),
    ("step 5 loss 1.0, 128.5 samples/s", 5, None, {"throughput": 128.5}),
]


@pytest.mark.parametrize(
    ("text", "step", "epoch", "expected"), FORMS, ids=lambda value: str(value)[:30]
)
def test_line_is_read(
    text: str, step: int | None, epoch: float | None, expected: dict[str, float]
) -> None:
    reading = parse(text)
    assert reading is not None
    values = {metric: value for metric, _, value in reading.values}
    assert {name: values.get(name) for name in expected} == pytest.approx(expected)
    assert (reading.step, reading.epoch) == (step, epoch)


@pytest.mark.parametrize("value", ["nan", "NaN", "inf", "-inf", "Infinity"])
def test_numbers_that_are_not_finite_are_numbers(value: str) -> None:
    reading = parse(f"step 3 loss: {value}")
    assert reading is not None
    assert not math.isfinite(reading.values[0][2])


@pytest.mark.parametrize(
    "text",
    [
        "no numbers here, only a loss",
        "loss: nanoseconds",
        "aux_loss: 0.5",
        "z loss 0.1",
        "loss: 0.5xyz",
        "loss: 2024-11-21",
        "loss: 0,532",
        "hair loss of 3 patients",
        "the lossy codec has 5 levels",
        "Loss_D: 0.5 Loss_G: 1.2",
    ],
)
def test_what_is_ambiguous_is_left_out(text: str) -> None:
    reading = parse(text)
    assert reading is None or not reading.values


def test_loss_beside_a_reward_has_no_direction() -> None:
    reading = parse("{'loss': 0.0, 'grad_norm': 0.3, 'reward': 0.7}")
    assert reading is not None
    assert [metric for metric, _, _ in reading.values] == ["grad_norm"]


def test_a_metric_counts_once_a_line() -> None:
    reading = parse("loss: 0.5 (avg loss: 0.6)")
    assert reading == Reading(values=[("loss", "loss", 0.5)])


@given(st.text(alphabet="loss epch=:.0123456789'{}[]/,it%-\t naninf", max_size=300))
def test_any_text_is_read(text: str) -> None:
    reading = parse(text)
    assert reading is None or all(isinstance(value, float) for _, _, value in reading.values)


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 10**9))
def test_printed_numbers_come_back(value: float, step: int) -> None:
    reading = parse(f"step {step}: loss = {value!r}")
    assert reading == Reading(step=step, values=[("loss", "loss", value)])
