"""The matcher of the site finds what the Python one finds: the vectors, and seeded noisy logs."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from macros.catalog_data.browser_catalog import HtmlRenderer
from macros.catalog_data.browser_codes import browser_codes
from macros.catalog_data.compiled_catalog import compiled_catalog
from macros.scripts.bundling import FOLDER, scripts
from tests.matching.test_vectors import VECTORS
from tests.support.catalogs import catalog_of
from tests.support.paths import CLEAN_LOGS, FAULT_LOGS, ROOT
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser
from trainwreck.output.diagnosis_json import as_plain

pytestmark = pytest.mark.browser

CATALOG = load_snapshot(ROOT / "errors")
PLAIN = json.loads(json.dumps(compiled_catalog(CATALOG)))
DIAGNOSE = """([entries, texts]) => {
  const diagnoser = new trainwreckMatching.Diagnoser(entries)
  return texts.map(text => diagnoser.diagnose(text))
}"""
CODES = """([entries, tables, texts]) => {
  const diagnoser = new trainwreckMatching.Diagnoser(entries)
  return texts.map(text => diagnoser.codes(diagnoser.diagnose(text), text, tables))
}"""
SEARCH = """([entries, queries]) => {
  const engine = new trainwreckMatching.Engine(entries)
  return queries.map(query => engine.search(query).map(match => match.id))
}"""
IN_PIECES = """([entries, text, lengths]) => {
  const scanner = new trainwreckMatching.Diagnoser(entries).read()
  for (let start = 0, turn = 0; start < text.length; turn += 1) {
    const end = start + lengths[turn % lengths.length]
    scanner.add(text.slice(start, end))
    start = end
  }
  return scanner.finish()
}"""
FIELDS = ("line_count", "verdict", "action", "hints", "failures")
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
)
LOGS = sorted([*FAULT_LOGS.glob("*.log"), *CLEAN_LOGS.glob("*.log")])
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
]
FAILURES = [
    'Traceback (most recent call last):\n  File "a.py", line {0}, in f\n    g()\nKeyError: {0}',
    'Traceback (most recent call last):\n  File "<string>", line 1\na.b.WheelError',
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


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """Open an empty page with the matcher in it."""
    page = browser.new_page()
    schema = (ROOT / "errors" / "schema.json").read_text(encoding="utf-8")
    page.add_script_tag(content=dict(scripts(ROOT, schema))[f"{FOLDER}/matcher.js"])
    yield page
    page.close()


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
                "caused_by": chance.sample(ids, chance.choice([0, 0, 1])),
                "narrows": chance.choice([None, None, "e0", "e1"]),
            }
        )
    return entries


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
def test_text_leads_to_what_the_vector_says(case: dict[str, Any], page: Page) -> None:
    (said,) = page.evaluate(DIAGNOSE, [VECTORS["entries"], [case["text"]]])
    fields = ("id", "role", "weight", "ranks", "nodes", "caused_by", "narrows")
    found = [
        {name: match[name] for name in fields} | {"line": match["lines"][0]["number"]}
        for match in said["matches"]
    ]
    judged = {name: said[name] for name in ("verdict", "action", "hints", "failures")}
    expected = {"name": case["name"], "text": case["text"], **judged, "found": found}
    assert expected == case


def test_noisy_logs_of_the_catalog_lead_to_what_python_finds(page: Page) -> None:
    chance = random.Random(1)  # noqa: S311  no secret
    excerpts = [
        text
        for entry in PLAIN["entries"]
        for text in (
            *entry["messages"],
            *entry["unless"],
            *entry["samples"],
            *entry["telltales"],
        )
    ]
    texts = [noisy(chance, excerpts) for _ in range(600)]
    diagnoser = Diagnoser(CATALOG)
    expected = [by_python(diagnoser, text) for text in texts]
    assert sum(bool(diagnosis["matches"]) for diagnosis in expected) > len(texts) / 2
    assert sum(bool(diagnosis["failures"]) for diagnosis in expected) > len(texts) / 3
    found = page.evaluate(DIAGNOSE, [PLAIN["entries"], texts])
    for text, one, other in zip(texts, found, expected, strict=True):
        assert one == other, text


def test_logs_of_broken_and_healthy_runs_lead_to_what_python_says(page: Page) -> None:
    logs = [path.read_bytes() for path in LOGS]
    assert len(logs) > 70
    texts = [log.decode("utf-8", "replace") for log in logs]
    found = page.evaluate(DIAGNOSE, [PLAIN["entries"], texts])
    diagnoser = Diagnoser(CATALOG)
    for path, log, one in zip(LOGS, logs, found, strict=True):
        assert one == by_python(diagnoser, log), path.name


def lines_with_codes(chance: random.Random) -> list[str]:
    """Return lines that print a code of each table, in each of its forms."""
    lines = []
    for table in CATALOG.code_tables():
        for pattern in table.patterns:
            (kind,) = pattern.kinds
            code = chance.choice(table.codes)
            value = {"number": code.number, "name": code.name, "text": code.text}[kind]
            said = str(value).removeprefix(pattern.text.partition("<name>")[0].split(" ")[-1])
            lines.append(pattern.text.replace(f"<{kind}>", said).replace("<*>", "x 1"))
    return lines


def test_codes_are_those_that_python_finds(page: Page) -> None:
    chance = random.Random(5)  # noqa: S311  no secret
    logs = [path.read_text(encoding="utf-8", errors="replace") for path in LOGS]
    texts = [log for log in logs if log.isascii()]  # one counts characters, the other bytes
    for _ in range(20):
        for line in lines_with_codes(chance):
            texts.append("\n".join([chance.choice(FAILURES).format(3), *LINES[:3], line]))
            texts.append("\n".join(decorated(chance, line)))
    tables = json.loads(json.dumps(browser_codes(CATALOG, HtmlRenderer([], {}))))
    found = page.evaluate(CODES, [PLAIN["entries"], tables, texts])
    diagnoser = Diagnoser(CATALOG)
    count = 0
    for text, codes in zip(texts, found, strict=True):
        expected = diagnoser.diagnose([text.encode()]).codes
        count += bool(expected)
        assert [
            (code["table"], code["code"]["anchor"], code["line"]["number"], code["line"]["text"])
            for code in codes
        ] == [
            (code.table, code.url.partition("#")[2], code.line.number, code.line.text)
            for code in expected
        ], text
    assert count > len(texts) / 8


def test_search_finds_what_python_finds(page: Page) -> None:
    chance = random.Random(4)  # noqa: S311  no secret
    entries = VECTORS["entries"]
    queries = [case["text"] for case in VECTORS["cases"]]
    queries += ["\n".join(chance.sample(queries, 3)) for _ in range(60)]
    found = page.evaluate(SEARCH, [entries, queries])
    diagnoser = Diagnoser(catalog_of(entries))
    for query, ids in zip(queries, found, strict=True):
        # The search by words, which adds entries to these, is another one in the browser.
        assert ids == [entry.id for entry in diagnoser.search(query, len(ids))], query


def test_messages_that_overlap_in_any_way_lead_to_what_python_finds(page: Page) -> None:
    chance = random.Random(2)  # noqa: S311  no secret
    for _ in range(60):
        entries = random_catalog(chance)
        diagnoser = Diagnoser(catalog_of(entries))
        texts = [
            "".join(chance.choices(LETTERS + "abbc  1", k=chance.randint(0, 300)))
            for _ in range(10)
        ]
        found = page.evaluate(DIAGNOSE, [entries, texts])
        for text, one in zip(texts, found, strict=True):
            assert one == by_python(diagnoser, text), (entries, text)


def test_log_of_many_blocks_leads_to_what_python_finds(page: Page) -> None:
    chance = random.Random(3)  # noqa: S311  no secret
    samples = [sample for entry in PLAIN["entries"] for sample in entry["samples"]]
    healthy = "".join(f"epoch {n} step {n} loss={chance.random():.3f}\n" for n in range(4000))
    text = "\n".join(healthy + chance.choice(samples) for _ in range(25))
    assert len(text) > 2 << 20
    expected = by_python(Diagnoser(CATALOG), text)
    for lengths in ([len(text)], [1 << 16], [1, 99_999, 5]):
        assert page.evaluate(IN_PIECES, [PLAIN["entries"], text, lengths]) == expected


def test_message_is_found_wherever_a_block_of_one_long_line_ends(page: Page) -> None:
    message = " CUDA out of memory. Tried to allocate 2 GiB "
    entries = VECTORS["entries"]
    for before in range((1 << 20) - len(message), 1 << 20, 5):
        text = "z" * before + message + "z" * (1 << 20)
        (found,) = page.evaluate(DIAGNOSE, [entries, [text]])
        assert [(match["id"], match["count"]) for match in found["matches"]] == [("oom", 1)]


@pytest.mark.parametrize(
    "unit",
    [
        " ",
        "\u2502 ",
        "\u00e9",
        "\x1b[",
        "\x1b]",
        "scale ",
        "[rank1]: ",
        "CUDA out of memory. Tried to allocate ",
        "\U0001f600",
        "node-7",
        ": line 1: 1 ",
        "rank 1 of ",
        "a.B",
    ],
)
def test_time_grows_with_the_length_of_one_hostile_line_only(unit: str, page: Page) -> None:
    page.set_default_timeout(60_000)
    entries = PLAIN["entries"]
    script = """([entries, unit]) => {
      const text = "\\u00e9" + unit.repeat(3e6 / unit.length)
      return new trainwreckMatching.Diagnoser(entries).diagnose(text).matches.length
    }"""
    # Returns at all: a quadratic step would take hours.
    assert page.evaluate(script, [entries, unit]) <= 2
