# /// script
# requires-python = ">=3.11"
# dependencies = ["optuna"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Search three settings with Optuna; poor trials are pruned, which is no failure."""

import math

import optuna

optuna.logging.set_verbosity(optuna.logging.DEBUG)


def objective(trial: optuna.Trial) -> float:
    rate = trial.suggest_float("lr", 1e-5, 1e-1, log=True)
    width = trial.suggest_int("width", 8, 512, log=True)
    clip = trial.suggest_categorical("clip_grad_norm", [0.5, 1.0, None])
    loss = 2.0
    for step in range(20):
        loss = 0.9 * loss + 0.1 * (abs(math.log10(rate) + 3) / 4 + 8 / width + (clip is None) / 9)
        trial.report(loss, step)
        if trial.should_prune():
            raise optuna.TrialPruned(f"val_loss {loss:.3f} above the median at step {step}")
    return loss


study = optuna.create_study(
    study_name="no-failed-trials",
    sampler=optuna.samplers.TPESampler(seed=19),
    pruner=optuna.pruners.MedianPruner(n_warmup_steps=5),
)
study.optimize(objective, n_trials=40, timeout=1800, show_progress_bar=False)
failed = study.get_trials(states=[optuna.trial.TrialState.FAIL])
print(f"best {study.best_value:.4f} with {study.best_params}; {len(failed)} failed trials")
