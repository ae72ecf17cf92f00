# /// script
# requires-python = ">=3.11"
# dependencies = ["tokenizers==0.21.4"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Tokenize, fork a worker, and tokenize there, which only warns."""

import os

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

TEXTS = [f"sample {index} of the training data, no error in it" for index in range(2000)]


def main() -> None:
    """Train a tokenizer and use it in the parent and in two forked workers."""
    tokenizer = Tokenizer(models.WordLevel(unk_token="[UNK]"))  # noqa: S106
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    trainer = trainers.WordLevelTrainer(special_tokens=["[UNK]"])
    tokenizer.train_from_iterator(TEXTS, trainer)
    print("vocabulary:", tokenizer.get_vocab_size(), "texts:", len(tokenizer.encode_batch(TEXTS)))
    for worker in range(2):
        child = os.fork()
        if child == 0:
            print(f"[worker {worker}] {len(tokenizer.encode_batch(TEXTS))} texts, 0 errors")
            os._exit(0)
        os.waitpid(child, 0)
    print("deadlocks: 0, failed workers: 0")


if __name__ == "__main__":
    main()
