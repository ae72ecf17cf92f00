"""Mutated logs: diagnosed alike in both languages and in pieces of any length."""

import json
import random
from collections.abc import Callable

from macros.catalog_data.compiled_catalog import compiled_catalog
from tests.support.node import NodeProcess
from tests.support.noisy_logs import by_python, noisy
from tests.support.paths import FAULT_LOGS, ROOT
from trainwreck.catalog.store import load_snapshot
from trainwreck.logs.redaction import redacted, traces
from trainwreck.matching.engine import Diagnoser

_LENGTHS = (1, 7, 100, 4096, 1 << 20)
_SPLICED = (b"\0", b"\xff", b"\r", b"\n", b"\x1b[31m", b"\xe2\x94\x82 ", b"[rank1]: ", b" " * 70)


def fuzzers(node: NodeProcess) -> list[tuple[str, Callable[[random.Random], None]]]:
    """Return the fuzzers of logs by their names."""
    catalog = load_snapshot(ROOT / "errors")
    diagnoser = Diagnoser(catalog)
    plain = json.loads(json.dumps(compiled_catalog(catalog)))
    excerpts = [
        text
        for entry in plain["entries"]
        for name in ("messages", "unless", "samples", "telltales")
        for text in entry[name]
    ]
    logs = [path.read_bytes() for path in sorted(FAULT_LOGS.glob("*/*.log"))]
    secrets = json.loads((ROOT / "tests" / "data" / "redaction_corpus.json").read_text())
    lines = [case["text"].replace("·", "") for case in secrets["found"]]
    node.call("matching", "setEntries", plain["entries"])

    def alike(chance: random.Random) -> None:
        """Diagnose a noisy log in both languages, whole and in pieces."""
        text = noisy(chance, excerpts)
        whole = json.loads(json.dumps(by_python(diagnoser, text)))
        said = node.call("matching", "diagnose", text, chance.choice(_LENGTHS))
        assert said == whole, text

    def mutated(chance: random.Random) -> None:
        """Diagnose a log with bytes exchanged, in pieces of two lengths."""
        log = _mutated(chance, chance.choice(logs))
        first, second = chance.sample(_LENGTHS, 2)
        # Written out, since a loss of nan equals no other one.
        one, other = (
            repr(diagnoser.diagnose(log[at : at + length] for at in range(0, len(log), length)))
            for length in (first, second)
        )
        assert one == other, log

    def settled(chance: random.Random) -> None:
        """Redact a text again, which changes nothing: no secret is left."""
        text = "\n".join(chance.choices(lines, k=3))
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice("\n\r \"'=:@/<") + text[at + chance.randint(0, 2) :]
        once = redacted(text)
        assert not [trace for trace in traces(once) if trace[2] == "<token>"], text
        assert redacted(once) == once, text
        assert once.count("\n") == text.count("\n"), text

    return [
        ("logs alike in both languages and in pieces", alike),
        ("mutated logs in pieces of any length", mutated),
        ("redacted texts", settled),
    ]


def _mutated(chance: random.Random, log: bytes) -> bytes:
    start = chance.randrange(len(log))
    log = log[start : start + 20_000]
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(log) + 1)
        log = log[:at] + chance.choice(_SPLICED) + log[at + chance.choice((0, 0, 1, 50)) :]
    return log
