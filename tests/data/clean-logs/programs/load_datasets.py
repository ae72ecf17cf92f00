# /// script
# requires-python = ">=3.11"
# dependencies = ["datasets==5.2.0"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Load, map and save datasets of several formats."""

import json
import warnings
from pathlib import Path

from datasets import Dataset, Features, Value, concatenate_datasets, load_dataset, load_from_disk


def main() -> None:
    """Build datasets from local files, with a worker pool and a cache."""
    warnings.warn("the column 'error' holds the error of the label", stacklevel=1)
    rows = [{"text": f"sample {index}", "error": index / 100} for index in range(200)]
    Path("train.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    Path("test.csv").write_text("text,error\nsample,0.5\nsample,nan\n")
    features = Features({"text": Value("string"), "error": Value("float64")})
    train = load_dataset("json", data_files="train.jsonl", features=features, split="train")
    test = load_dataset("csv", data_files="test.csv", split="train")
    for attempt in range(2):
        long = train.map(lambda row: {"length": len(row["text"])}, num_proc=2)
        print(attempt, long, "failed: 0")
    both = concatenate_datasets([train, test.cast(features)])
    both.save_to_disk("both")
    both.to_parquet("both.parquet")
    print(load_from_disk("both").shuffle(seed=1)[0])
    print(load_dataset("parquet", data_files="both.parquet", split="train[:10%]"))
    stream = load_dataset("json", data_files="train.jsonl", streaming=True, split="train")
    print(sum(1 for _ in stream.skip(10).take(50)), "streamed, 0 skipped because of errors")
    print(Dataset.from_generator(lambda: ({"x": index} for index in range(5))))


if __name__ == "__main__":
    main()
