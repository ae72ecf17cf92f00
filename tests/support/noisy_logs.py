"""Logs as broken jobs leave them, by chance, and what both matchers should say of them."""

import random
import re
from typing import Any

from trainwreck.matching.engine import Diagnoser
from trainwreck.output.diagnosis_json import as_plain

FIELDS = ("line_count", "verdict", "action", "hints", "failures", "progress", "series")
MATCH_FIELDS = (
    "id",
    "role",
    "caused_by",
    "message",
    "confidence",
    "reason",
    "count",
    "lines",
    "ranks",
    "nodes",
    "narrows",
    "evidence",
)
PREFIXES = [
    "[rank{0}]: ",
    "[default{0}]:",
    "{0}: ",
    "[1,{0}]<stderr>: ",
    "node0{0}:12{0}4:99 [{0}] ",
    "(Worker pid=4{0}, ip=10.0.0.{0}) ",
    "2026-11-21 10:0{0}:00,123 - ",
    "[2026/11/21 10:00:0{0}] [rank {0}] ",
    "Nov 2{0} 10:00:00 ",
    "10:00:0{0}.5 Z ",
    "E       ",
    "> rank{0}: [rank{0}]:",
    "\u0661\u0662:\u0661\u0662:\u0661\u0662 ",
    "\t \u00a0",
]
LINES = [
    "epoch {0} step {0} loss=0.{0}",
    "\r {0}0%|#   | {0}/10\r {0}1%|##  | {0}/10",
    "\x1b[3{0}mwarning\x1b[0m \x1b]0;title\x07 fine",
    "",
    " \u2003 \x1c",
    "\u256d\u2500\u2500\u2500 Traceback \u2500\u2500\u256e",
    "\U0001f525 \u5185\u5b58\u4e0d\u8db3 {0} \U0001d54f\U0001d54f",
    "x" * 61,
    "[rank{0}]: " + "word " * 14,
    "world_size: 1{0}",
    "trainwreck diagnosis of train.log ({0} lines)",
    "end of trainwreck diagnosis",
    "[rank{0}]: During handling of the above exception, another exception occurred:",
    "\n".join(f"step {{0}}{step} loss 0.{step}" for step in range(10, 14)),
    "\n".join(f"[rank{{0}}]: step {{0}}{step} loss 0.{step}" for step in range(10, 14)),
    "\n".join(
        f"Epoch 1: {step}/{{0}}99 [00:10<01:00, 2.00it/s, loss=0.{step}]" for step in range(12)
    ),
]
FAILURES = [
    'Traceback (most recent call last):\n  File "a.py", line {0}, in f\n    g()\nKeyError: {0}',
    'Traceback (most recent call last):\n  File "<string>", line 1\na.b.WheelError',
    '--- Logging error ---\nTraceback (most recent call last):\n  File "<string>", line 1\na.Error',
    "ValueError: Caught ValueError in DataLoader worker process {0}.",
    'Original Traceback (most recent call last):\n  File "b.py", line 1, in h\nOSError: {0}',
    "srun: error: node{0}: tasks {0}-1{0}: Segmentation fault (core dumped)",
    "srun: error: node{0}: task {0}: Exited with exit code {0}",
    "node{0}:812:8{0} [{0}] NCCL INFO ncclCommInitRank comm rank {0} nranks 1{0}",
    "Sending process 471{0} closing signal SIGTERM",
    "failed (exitcode: -15) local_rank: {0} (pid: 471{0}) of binary: python",
    "Root Cause (first observed failure):\n  host      : node{0}\n"
    "  rank      : {0} (local_rank: 1)\n  exitcode  : {0} (pid: 471{0})\n"
    "  error_file: /scratch/{0}.json\n" + "=" * 60,
    "terminate called after throwing an instance of 'std::runtime_error'\nAborted (core dumped)",
    "a.cpp:{0}: Assertion `x' failed.",
]
LETTERS = (
    "abc A.1/\u201c\"`'\n\r\t\u0130\u00df\U0001f600\U0001d7d9\u0662\u2502 \u200b\x1b[0m\ufeff:-"
)


def by_python(diagnoser: Diagnoser, log: str | bytes) -> dict[str, Any]:
    """Return what the browser should say: the JSON of the command line, but for the entries."""
    diagnosis = diagnoser.diagnose([log.encode() if isinstance(log, str) else log])
    said = as_plain(diagnosis)
    matches = [
        {name: match[name] for name in MATCH_FIELDS} | {"weight": found.weight}
        for match, found in zip(said["matches"], diagnosis.matches, strict=True)
    ]
    return {name: said[name] for name in FIELDS} | {"matches": matches}


def noisy(chance: random.Random, excerpts: list[str]) -> str:
    """Return a log that holds some of ``excerpts`` the way that logs hold them."""
    lines: list[str] = []
    for _ in range(chance.randint(1, 4)):
        healthy = chance.choices(LINES, k=chance.randint(0, 4))
        lines += [line.format(chance.randint(0, 9)) for line in healthy]
        lines += decorated(chance, chance.choice(excerpts))
        if chance.random() < 0.5:
            lines += decorated(chance, chance.choice(FAILURES).format(chance.randint(0, 9)))
    if chance.random() < 0.2:
        chance.shuffle(lines)
    text = chance.choice(["\n", "\n", "\n", "\r\n"]).join(lines)
    for _ in range(chance.choice([0, 0, 1, 3])):
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice(LETTERS) + text[at + chance.randint(0, 2) :]
    return text


def decorated(chance: random.Random, excerpt: str) -> list[str]:
    """Return the lines of ``excerpt`` in colors, wrapped, in a box or behind prefixes."""
    excerpt = re.sub(r"<[*~#=]>", lambda _: filler(chance), excerpt)
    kind = chance.random()
    if kind < 0.1:
        excerpt = excerpt.upper()
    elif kind < 0.2:
        excerpt = excerpt.replace("'", "\u2019").replace(" ", "\u00a0 ")
    elif kind < 0.3:
        excerpt = re.sub(r"(\w+)", "\x1b[31m\\1\x1b[0m", excerpt, count=3)
    lines = excerpt.split("\n")
    if chance.random() < 0.4:
        width = chance.randint(55, 100)
        lines = [line[at : at + width] for line in lines for at in range(0, len(line), width)]
        if chance.random() < 0.4:
            lines = [f"\u2502 {line:<{width}} \u2502" for line in lines]
    if chance.random() < 0.6:
        prefix = "".join(chance.choices(PREFIXES, k=chance.randint(1, 3)))
        rank = chance.randint(0, 9)
        lines = [prefix.format(rank) + line for line in lines]
    return lines


def filler(chance: random.Random) -> str:
    """Return what a placeholder may stand for, or not."""
    return chance.choice(
        ["7", "3/4", " x ", "", "\U0001f600" * 24, "y" * 401, "12 of 13", "-1e3", "=tensor("]
    )


def random_catalog(chance: random.Random) -> list[dict[str, Any]]:
    """Return entries with short messages of few letters, which stand everywhere and overlap."""

    def messages(most: int) -> list[str]:
        return ["".join(chance.choices(parts, k=chance.randint(1, 7))) for _ in range(most)]

    parts = ["<*>", "<~>", "<#>", "<=>", "1.2.3", *"abbcA .1'", "ab", "bab ", "c:", "\U0001f600"]
    ids = [f"e{number}" for number in range(6)]
    entries = []
    for id_ in ids:
        texts = messages(chance.randint(1, 4))
        entries.append(
            {
                "id": id_,
                "kind": chance.choice(["crash", "hang", "warning"]),
                "verdict": chance.choice(["failed", "was lost"]),
                "action": {
                    "decision": chance.choice(["retry", "retry-elsewhere"]),
                    "reason": "It may help.",
                },
                "messages": texts,
                "secondary": texts[: chance.choice([0, 0, 1, 4])],
                "unless": messages(chance.choice([0, 0, 1])),
                "telltales": messages(chance.choice([0, 0, 1])),
                "series": [],
                "caused_by": chance.sample(ids, chance.choice([0, 0, 1])),
                "narrows": chance.choice([None, None, "e0", "e1"]),
            }
        )
    return entries
