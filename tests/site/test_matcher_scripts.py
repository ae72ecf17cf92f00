"""The matcher of the site finds what the Python one finds: the vectors, and seeded noisy logs."""

import json
import random
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
from tests.support.noisy_logs import (
    FAILURES,
    LETTERS,
    LINES,
    by_python,
    decorated,
    noisy,
    random_catalog,
)
from tests.support.paths import CLEAN_LOGS, FAULT_LOGS, ROOT
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser

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
LOGS = sorted([*FAULT_LOGS.glob("*/*.log"), *CLEAN_LOGS.glob("*.log")])


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """Open an empty page with the matcher in it."""
    page = browser.new_page()
    schema = (ROOT / "errors" / "schema.json").read_text(encoding="utf-8")
    page.add_script_tag(content=dict(scripts(ROOT, schema))[f"{FOLDER}/matcher.js"])
    yield page
    page.close()


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
    for _ in range(5):
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
        found = diagnoser.search(query, len(ids) + 1).entries
        assert ids == [entry.id for entry in found if entry.id in ids], query


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
        "nan ",
        "step ",
        "loss nan ",
        "Missing",
        "mpirun process rank 1 on node ",
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
