"""The matcher of the site finds what the Python one finds: the vectors, and seeded noisy logs."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from macros.compiled_catalog import compiled_catalog
from macros.scripts import FOLDER, scripts
from tests.matching.test_vectors import VECTORS
from tests.support.catalogs import catalog_of
from tests.support.paths import ROOT
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser
from trainwreck.matching.results import Match
from trainwreck.snapshot.catalog import Snapshot

pytestmark = pytest.mark.browser

CATALOG = load_snapshot(ROOT / "errors")
PLAIN = json.loads(json.dumps(compiled_catalog(CATALOG)))
DIAGNOSE = """([entries, texts]) => {
  const engine = new trainwreckMatching.Engine(entries)
  return texts.map(text => engine.diagnose(text))
}"""
IN_PIECES = """([entries, text, lengths]) => {
  const scanner = new trainwreckMatching.Engine(entries).read()
  for (let start = 0, turn = 0; start < text.length; turn += 1) {
    const end = start + lengths[turn % lengths.length]
    scanner.add(text.slice(start, end))
    start = end
  }
  return { matches: scanner.finish(), lineCount: scanner.lineCount }
}"""
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


def plain(match: Match) -> dict[str, Any]:
    return {
        "id": match.id,
        "role": str(match.role),
        "caused_by": list(match.causes),
        "message": match.message,
        "weight": match.weight,
        "confidence": str(match.confidence),
        "reason": match.reason,
        "count": match.count,
        "lines": [{"number": line.number, "text": line.text} for line in match.lines],
        "ranks": list(match.sources),
    }


def by_python(catalog: Snapshot, text: str) -> list[dict[str, Any]]:
    return [plain(match) for match in Diagnoser(catalog).diagnose([text.encode()]).matches]


def noisy(chance: random.Random, excerpts: list[str]) -> str:
    """Return a log that holds some of ``excerpts`` the way that logs hold them."""
    lines: list[str] = []
    for _ in range(chance.randint(1, 4)):
        healthy = chance.choices(LINES, k=chance.randint(0, 4))
        lines += [line.format(chance.randint(0, 9)) for line in healthy]
        lines += decorated(chance, chance.choice(excerpts))
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
    return [
        {
            "id": id_,
            "messages": messages(chance.randint(1, 4)),
            "unless": messages(chance.choice([0, 0, 1])),
            "caused_by": chance.sample(ids, chance.choice([0, 0, 1])),
        }
        for id_ in ids
    ]


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["name"])
def test_text_leads_to_what_the_vector_says(case: dict[str, Any], page: Page) -> None:
    (found,) = page.evaluate(DIAGNOSE, [VECTORS["entries"], [case["text"]]])
    fields = ("id", "role", "weight", "ranks")
    assert [
        {name: match[name] for name in fields} | {"line": match["lines"][0]["number"]}
        for match in found
    ] == case["found"]


def test_noisy_logs_of_the_catalog_lead_to_what_python_finds(page: Page) -> None:
    chance = random.Random(1)  # noqa: S311  no secret
    excerpts = [
        text
        for entry in PLAIN["entries"]
        for text in (*entry["messages"], *entry["unless"], *entry["samples"])
    ]
    texts = [noisy(chance, excerpts) for _ in range(600)]
    diagnoser = Diagnoser(CATALOG)
    expected = [
        [plain(match) for match in diagnoser.diagnose([text.encode()]).matches] for text in texts
    ]
    assert sum(map(bool, expected)) > len(texts) / 2
    found = page.evaluate(DIAGNOSE, [PLAIN["entries"], texts])
    for text, one, other in zip(texts, found, expected, strict=True):
        assert one == other, text


def test_messages_that_overlap_in_any_way_lead_to_what_python_finds(page: Page) -> None:
    chance = random.Random(2)  # noqa: S311  no secret
    for _ in range(60):
        entries = random_catalog(chance)
        catalog = catalog_of(entries)
        texts = [
            "".join(chance.choices(LETTERS + "abbc  1", k=chance.randint(0, 300)))
            for _ in range(10)
        ]
        found = page.evaluate(DIAGNOSE, [entries, texts])
        for text, one in zip(texts, found, strict=True):
            assert one == by_python(catalog, text), (entries, text)


def test_log_of_many_blocks_leads_to_what_python_finds(page: Page) -> None:
    chance = random.Random(3)  # noqa: S311  no secret
    samples = [sample for entry in PLAIN["entries"] for sample in entry["samples"]]
    healthy = "".join(f"epoch {n} step {n} loss={chance.random():.3f}\n" for n in range(4000))
    text = "\n".join(healthy + chance.choice(samples) for _ in range(25))
    assert len(text) > 2 << 20
    diagnosis = Diagnoser(CATALOG).diagnose([text.encode()])
    expected = [plain(match) for match in diagnosis.matches]
    for lengths in ([len(text)], [1 << 16], [1, 99_999, 5]):
        found = page.evaluate(IN_PIECES, [PLAIN["entries"], text, lengths])
        assert found["matches"] == expected
        assert found["lineCount"] == diagnosis.line_count


def test_message_is_found_wherever_a_block_of_one_long_line_ends(page: Page) -> None:
    message = " CUDA out of memory. Tried to allocate 2 GiB "
    entries = VECTORS["entries"]
    for before in range((1 << 20) - len(message), 1 << 20, 5):
        text = "z" * before + message + "z" * (1 << 20)
        (found,) = page.evaluate(DIAGNOSE, [entries, [text]])
        assert [(match["id"], match["count"]) for match in found] == [("oom", 1)]


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
    ],
)
def test_time_grows_with_the_length_of_one_hostile_line_only(unit: str, page: Page) -> None:
    page.set_default_timeout(60_000)
    entries = PLAIN["entries"]
    script = """([entries, unit]) => {
      const text = "\\u00e9" + unit.repeat(3e6 / unit.length)
      return new trainwreckMatching.Engine(entries).diagnose(text).length
    }"""
    # Returns at all: a quadratic step would take hours.
    assert page.evaluate(script, [entries, unit]) <= 2
