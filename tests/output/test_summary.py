"""Many logs become one table: the causes, how often, where, and an example."""

import json

import trainwreck
from trainwreck.output.summary import Summary

OOM = "[rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."
QUOTA = "OSError: [Errno 122] Disk quota exceeded: 'x'"


def summarized(logs: list[str]) -> Summary:
    summary = Summary()
    for text in logs:
        summary.add(trainwreck.diagnose(text))
    return summary


def test_causes_are_counted_the_most_frequent_first() -> None:
    logs = [QUOTA, OOM, OOM, "ValueError: odd", "all is well", "ValueError: odd"]
    table = summarized(logs)
    plain = json.loads(table.as_json())
    assert [(row["id"], row["count"]) for row in plain["causes"]] == [
        ("cuda-out-of-memory", 2),
        ("disk-quota-exceeded", 1),
    ]
    assert plain["causes"][0]["ranks"] == ["3"]
    assert (plain["logs"], plain["healthy"], len(plain["unexplained"])) == (6, 1, 2)
    text = table.as_text()
    assert text.index("2  cuda-out-of-memory") < text.index("1  disk-quota-exceeded")
    assert "2 with an error that no entry explains" in text
    assert "    2  ValueError: odd; in -\n" in text
    assert plain["unexplained_errors"] == [{"text": "ValueError: odd", "count": 2, "example": "-"}]
    assert "1 without any known error message" in text


def test_nothing_to_count() -> None:
    assert summarized([]).as_text() == "0 logs:"
