# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "torchmetrics"]
# ///
# mypy: ignore-errors
"""Evaluate guesses with torchmetrics; a class that never occurs only warns."""

import logging

import torch
import torchmetrics
from torchmetrics import classification, regression

logging.captureWarnings(capture=True)
logging.basicConfig(level=logging.INFO, format="%(levelname).1s %(asctime)s %(name)s] %(message)s")
log = logging.getLogger("eval")
torch.manual_seed(12)
classes = torchmetrics.MetricCollection(
    {
        "accuracy": classification.MulticlassAccuracy(4),
        "recall": classification.MulticlassRecall(4, average="none"),
        "auroc": classification.MulticlassAUROC(4),
        "confusion": classification.MulticlassConfusionMatrix(4),
        "calibration_error": classification.MulticlassCalibrationError(4),
    }
)
errors = torchmetrics.MetricCollection(
    [regression.MeanSquaredError(), regression.MeanAbsoluteError(), regression.R2Score()]
)
for batch in range(25):
    labels = torch.randint(3, (64,))  # class 3 never occurs
    scores = (torch.nn.functional.one_hot(labels, 4) + torch.rand(64, 4)).softmax(1)
    first = classes(scores, labels)
    values = torch.rand(64)
    worst = errors(values + 0.05 * torch.randn(64), values)
    log.info(
        "batch %d accuracy %.3f %s",
        batch,
        first["accuracy"],
        {name: round(value.item(), 4) for name, value in worst.items()},
    )
for name, value in (classes.compute() | errors.compute()).items():
    log.info("%s = %s", name, value)
log.info("invalid predictions: 0, NaN scores: %d, failed: none", scores.isnan().sum())
