"""Dumps of PyTorch's flight recorder: recorded ones, and ones built from a few calls."""

import json
import pickle
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.support.paths import DATA

RECORDED = DATA / "flight-recorder"
"""Written by PyTorch 2.13.0 with Gloo: rank 1 of "missing" sleeps before its fourth call, rank 1 of
"type" calls broadcast instead. The pickles keep PyTorch's bytes; paths were replaced."""


def entry(  # noqa: PLR0913  a call has many fields
    sequence: int,
    operation: str = "all_reduce",
    *,
    sizes: Iterable[Iterable[int]] = ((8,),),
    dtype: str = "Float",
    group: tuple[str, str] = ("0", "default_pg"),
    state: str = "completed",
    frames: Iterable[Mapping[str, Any]] = (),
    created: int = 0,
) -> dict[str, Any]:
    """Return one call as the recorder of NCCL writes it."""
    shapes = [list(size) for size in sizes]
    return {
        "record_id": sequence,
        "pg_id": int(group[0]),
        "process_group": list(group),
        "collective_seq_id": sequence,
        "p2p_seq_id": 0,
        "op_id": sequence,
        "profiling_name": f"nccl:{operation}",
        "time_created_ns": created or 1_795_348_929_815_543_691 + sequence,
        "input_sizes": shapes,
        "input_dtypes": [dtype] * len(shapes),
        "output_sizes": shapes,
        "output_dtypes": [dtype] * len(shapes),
        "state": state,
        "time_discovered_started_ns": None,
        "time_discovered_completed_ns": None,
        "retired": state == "completed",
        "timeout_ms": 600_000,
        "is_p2p": False,
        "frames": [dict(frame) for frame in frames],
    }


def dump(
    *entries: dict[str, Any],
    ranks: Iterable[int] = (),
    groups: Mapping[str, tuple[str, Iterable[int]]] | None = None,
    first: int = 0,
) -> dict[str, Any]:
    """Return what the recorder of one rank writes.

    Args:
        entries: its calls.
        ranks: the members of the default group; without them they are not recorded.
        groups: by the names of other groups, what they are for and their members.
        first: number of the first record; others than 0 if the buffer had been full.

    """
    known: dict[str, tuple[str, Iterable[int]]] = dict(groups or {})
    if members := list(ranks):
        known["0"] = "default_pg", members
    return {
        "version": "2.10",
        "pg_config": {
            name: {"name": name, "desc": about, "ranks": str(list(members))}
            for name, (about, members) in known.items()
        },
        "pg_status": {},
        "entries": [one | {"record_id": number} for number, one in enumerate(entries, first)],
    }


def write_dumps(
    folder: Path, dumps: Mapping[int, Mapping[str, Any]], *, as_json: bool = False
) -> list[Path]:
    """Write the dumps of several ranks to ``folder`` and return their paths."""
    folder.mkdir(exist_ok=True)
    paths = []
    for rank, content in dumps.items():
        path = folder / (f"rank_{rank}.json" if as_json else f"nccl_trace_rank_{rank}")
        path.write_bytes(json.dumps(content).encode() if as_json else pickle.dumps(content, 2))
        paths.append(path)
    return paths
