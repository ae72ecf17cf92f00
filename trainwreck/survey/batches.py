"""Splits logs into the batches that are read at once."""

from collections.abc import Iterable, Iterator

from trainwreck.survey.inputs import LogFile

MOST_LOGS = 200
"""Logs of a batch."""
MOST_BYTES = 32 << 20
"""Bytes of a batch of more than one log."""


def batches(
    logs: Iterable[LogFile], most_logs: int = MOST_LOGS, most_bytes: int = MOST_BYTES
) -> Iterator[list[LogFile]]:
    """Yield ``logs`` in batches of much the same work, in their order."""
    batch: list[LogFile] = []
    size = 0
    for log in logs:
        if batch and (len(batch) >= most_logs or size + log.size > most_bytes):
            yield batch
            batch, size = [], 0
        batch.append(log)
        size += log.size
    if batch:
        yield batch
