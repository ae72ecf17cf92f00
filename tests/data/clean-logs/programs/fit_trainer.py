# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "transformers", "datasets", "accelerate"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Train a random tiny GPT-2 with the Trainer on made-up tokens, resume, evaluate."""

import datasets
import torch
import transformers

transformers.logging.set_verbosity_info()
transformers.set_seed(11)
config = transformers.GPT2Config(
    vocab_size=128, n_positions=64, n_embd=32, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=0
)
model = transformers.GPT2LMHeadModel(config)


def tokens(row: dict[str, int]) -> dict[str, list[int]]:
    ids = [(row["start"] + row["step"] * place) % 128 for place in range(32)]
    return {"input_ids": ids, "labels": ids}


rows = [{"start": start % 128, "step": start % 7 + 1} for start in range(1024)]
data = datasets.Dataset.from_list(rows).map(tokens, num_proc=2, remove_columns=["start", "step"])
split = data.train_test_split(0.1, seed=11)
arguments = {
    "output_dir": "trainer",
    "per_device_train_batch_size": 16,
    "learning_rate": 3e-3,
    "warmup_steps": 10,
    "logging_steps": 10,
    "logging_nan_inf_filter": True,
    "eval_strategy": "epoch",
    "save_strategy": "epoch",
    "save_total_limit": 2,
    "load_best_model_at_end": True,
    "use_cpu": True,
    "bf16": True,
    "report_to": "none",
    "ddp_timeout": 1800,
}
for epochs, resume in ((2, None), (3, True)):
    trainer = transformers.Trainer(
        model=model,
        args=transformers.TrainingArguments(num_train_epochs=epochs, **arguments),
        train_dataset=split["train"],
        eval_dataset=split["test"],
        callbacks=[transformers.EarlyStoppingCallback(early_stopping_patience=2)],
    )
    trainer.train(resume_from_checkpoint=resume)
print(trainer.evaluate())
prompt = torch.tensor([[0, 3, 6, 9]])
print(model.generate(prompt, max_new_tokens=8, do_sample=False))
