# /// script
# requires-python = ">=3.11"
# dependencies = ["mlflow", "scikit-learn"]
# ///
# mypy: ignore-errors
"""Track a few fits in a local MLflow store."""

import logging

import mlflow
from sklearn.datasets import make_classification
from sklearn.linear_model import SGDClassifier
from sklearn.metrics import log_loss
from sklearn.model_selection import train_test_split

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
log = logging.getLogger("tracked")
mlflow.set_tracking_uri("sqlite:///tracking.db")
mlflow.set_experiment("failure-free")
points, labels = make_classification(600, 12, random_state=14)
train, test, seen, held = train_test_split(points, labels, random_state=14)
for rate in (0.1, 0.01, 0.001):
    with mlflow.start_run(run_name=f"rate-{rate}") as run:
        mlflow.log_params({"rate": rate, "on_error": "raise", "timeout_s": 1800})
        model = SGDClassifier(
            loss="log_loss",
            learning_rate="constant",
            eta0=rate,
            max_iter=30,
            verbose=1,
            random_state=14,
        )
        model.fit(train, seen)
        loss = log_loss(held, model.predict_proba(test))
        mlflow.log_metrics(
            {"val_loss": loss, "nan_count": 0, "error_rate": 1 - model.score(test, held)}
        )
        mlflow.log_text("no errors\n", "errors.txt")
        mlflow.sklearn.log_model(model, name="model", input_example=test[:2])
        log.info("run %s val_loss=%.4f status should be FINISHED", run.info.run_name, loss)
for run in mlflow.search_runs(output_format="list"):
    log.info("%s %s %s", run.info.run_name, run.info.status, run.data.metrics)
