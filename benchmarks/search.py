"""Measure the search of the site in Chromium, against Material's own search of the same entries.

    python -m benchmarks.search [ENTRIES ...]

Ours is the site's worker with the index that the build writes. The peer is Material's worker,
unchanged, with the index that Material writes when the pages of entries are not kept out of it.
Both are asked the same in the same browser, one after the other: titles, keywords and lines of
samples. The peer gets their words only, since some punctuation makes it hang. More entries than
there are come as copies, in ours with messages and samples of their own.

Bytes are those of the files that a worker asks the server for until it has answered, compressed by
gzip: for one query, the median and the most of several, each asked of a new worker in a new window;
then for all queries. The first result is counted from the start of the worker with everything still
to be fetched. The queries are asked twice, so that the second time everything is there.
"""

import argparse
import gzip
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser
from playwright.sync_api import Error as PlaywrightError

from benchmarks.browser import ROOT, open_browser, served
from benchmarks.build import make_peer
from benchmarks.generated import write_catalog, write_project
from macros.catalog_data.search_index import PAGES, search_files
from macros.scripts.bundling import FOLDER, scripts
from trainwreck import Entry
from trainwreck.catalog.store import load_snapshot

QUERIES = 240
FIRST_QUERIES = 12
"""Queries that are asked of a new worker each."""
COLUMNS = ("first bytes", "most", "all bytes", "first ms", "p50 ms", "p95 ms", "again p95 ms")
LONGEST_WAIT = 180
"""Seconds to wait for a worker before it is given up, and to ask it further queries."""
NOTHING: dict[str, Any] = {"first": None, "times": [], "again": []}
_MEASURE = """async ([worker, settings, queries, limit, rounds]) => {
  const start = performance.now()
  const search = new Worker(worker)
  const ask = message => new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer")), limit * 1000)
    search.onmessage = ({ data }) => { clearTimeout(timer); resolve(data) }
    search.postMessage(message)
  })
  const askAll = async () => {
    const times = []
    for (const data of queries) {
      const before = performance.now()
      await ask({ type: 2, data })
      times.push(performance.now() - before)
      if (performance.now() - start > limit * 1000) break
    }
    return times
  }
  try {
    const { config, docs } = await (await fetch(settings)).json()
    await ask({ type: 0, data: { config, docs, options: { suggest: true } } })
    const begun = performance.now() - start
    const times = await askAll()
    const again = rounds > 1 ? await askAll() : []
    return { first: begun + times[0], times, again }
  } catch {
    return null
  } finally {
    search.terminate()
  }
}"""


class Search(NamedTuple):
    """A search to measure."""

    worker: str
    """Its script, relative to those of the site."""
    settings: str
    """The file with what the page tells it first, relative to the site."""


def main() -> None:
    """Print two lines for each number of entries."""
    parser = argparse.ArgumentParser(description="Time the search of catalogs of several sizes.")
    parser.add_argument("entries", nargs="*", type=int, default=[60, 1000, 10000])
    print(f"{'entries  search':18}" + "".join(f"{name:>14}" for name in COLUMNS))
    for number in parser.parse_args().entries:
        with tempfile.TemporaryDirectory() as folder:
            ours, peer = measure(Path(folder), number)
        print(f"{number:7}  {'ours':9}{row(ours)}\n{'':9}{'Material':9}{row(peer)}", flush=True)
        if peer["times"]:
            ratios = (ours[name] / peer[name] for name in COLUMNS if peer[name])
            print(f"{'':9}{'ratio':9}" + "".join(f"{ratio:14.2f}" for ratio in ratios), flush=True)


def measure(folder: Path, number: int) -> tuple[dict[str, Any], ...]:
    """Return what was measured for ``number`` entries: ours, then the peer's."""
    site = build_peer(folder)
    stock = json.loads((site / "search" / "search_index.json").read_text())
    pages = [doc for doc in stock["docs"] if not doc["location"].startswith("errors/")]
    all_pages = [*pages, *repeated(stock["docs"], number)]
    write(site / "own.json", stock | {"docs": []})
    write(site / "stock.json", stock | {"docs": all_pages})
    catalog = load_snapshot(catalog_of(folder / "entries", number))
    for name, content in (*search_files(catalog), (PAGES, pages)):
        write(site / "search" / name, content)
    schema = (ROOT / "errors" / "schema.json").read_text(encoding="utf-8")
    for uri, text in scripts(ROOT, schema):
        (site / uri).write_text(text, encoding="utf-8")
    (worker,) = (site / FOLDER / "workers").glob("search.*.min.js")
    address = f"workers/{worker.name}"
    asked = list(queries(list(catalog)))
    plain = [plain_words(query) for query in asked]
    with open_browser() as browser:
        own = Search(f"search-worker.js?stock={address}", "own.json")
        ours = run(browser, site, own, asked, FIRST_QUERIES)
        peer = run(browser, site, Search(address, "stock.json"), plain, 1)  # loads all at once
    return ours, peer


def catalog_of(folder: Path, number: int) -> Path:
    """Write a catalog of ``number`` entries, with codes if it has their entries."""
    errors = write_catalog(folder, number)
    if number >= len(list((ROOT / "errors").glob("*/*.yml"))):
        shutil.copytree(ROOT / "codes", folder / "codes")
    return errors


def write(path: Path, content: object) -> None:
    """Write a file as the build of the site does."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")))


def build_peer(folder: Path) -> Path:
    """Build the site with Material's own index of all pages and return its folder."""
    write_project(folder / "ours", len(list((ROOT / "errors").glob("*/*.yml"))))
    make_peer(folder / "ours", folder / "peer")
    for path in (folder / "peer" / "docs" / "errors").glob("*.md"):
        text = path.read_text()
        if '"redirect.html"' not in text:
            path.write_text(text.replace('"search": {"exclude": true}', '"search": {"boost": 2}'))
    command = [str(Path(sys.executable).parent / "mkdocs"), "build", "--quiet"]
    done = subprocess.run(command, cwd=folder / "peer", capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the build failed:\n{done.stderr[-2000:]}")
    return folder / "peer" / "site"


def repeated(docs: list[dict[str, Any]], number: int) -> Iterator[dict[str, Any]]:
    """Yield the documents of ``number`` entries, under other addresses where they come again."""
    entries: dict[str, list[dict[str, Any]]] = {}
    for doc in docs:
        if doc["location"].startswith("errors/"):
            entries.setdefault(doc["location"].partition("#")[0], []).append(doc)
    for copy in range(number // len(entries) + 1):
        for address, parts in list(entries.items())[: number - copy * len(entries)]:
            for doc in parts:
                named = f"{address[:-1]}-{copy}/" if copy else address
                yield {**doc, "location": doc["location"].replace(address, named)}


def queries(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield texts that people might search for, spread over the catalog."""
    chosen = entries[:: max(1, 3 * len(entries) // QUERIES)][: QUERIES // 3]
    for entry in chosen:
        symptom = entry.symptom
        lines = [line for text in symptom.samples for line in text.splitlines() if line.strip()]
        yield entry.title
        yield from symptom.keywords[:1]
        yield max(lines, key=len)[:2_000] if lines else symptom.summary


def plain_words(text: str) -> str:
    """Return the words of ``text`` without what is an operator to Material."""
    return " ".join(re.findall(r"\w{3,}", text))


def run(
    browser: Browser, site: Path, search: Search, asked: Sequence[str], firsts: int
) -> dict[str, Any]:
    """Return bytes and times of one search, by the names of the columns.

    ``firsts`` of the queries are asked of a new worker each.
    """
    chosen = asked[:: len(asked) // firsts][:firsts]
    sizes = sorted(ask(browser, site, search, [query])["bytes"] for query in chosen)
    found = ask(browser, site, search, asked, rounds=2)
    times, again = sorted(found["times"]), sorted(found["again"])
    return {
        "times": times,
        "first bytes": sizes[len(sizes) // 2],
        "most": sizes[-1],
        "all bytes": found["bytes"],
        "first ms": found["first"],
        "p50 ms": statistics.median(times) if times else None,
        "p95 ms": times[int(len(times) * 0.95)] if times else None,
        "again p95 ms": again[int(len(again) * 0.95)] if again else None,
    }


def ask(
    browser: Browser, site: Path, search: Search, asked: Sequence[str], rounds: int = 1
) -> dict[str, Any]:
    """Ask a new worker in a new window; return the times, and the bytes that it loaded."""
    loaded: list[str] = []
    with served(site, loaded) as address:
        page = browser.new_page()
        page.goto(f"{address}404.html", wait_until="networkidle")
        loaded.clear()
        worker = f"{address}{FOLDER}/{search.worker}"
        arguments = [worker, f"/{search.settings}", asked, LONGEST_WAIT, rounds]
        try:
            found = page.evaluate(_MEASURE, arguments) or NOTHING
        except PlaywrightError:  # the page ran out of memory
            found = NOTHING
        page.close()
    files = {site / path.lstrip("/") for path in loaded}
    size = sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)
    return found | {"bytes": size}


def row(measured: dict[str, Any]) -> str:
    """Return the numbers of one search as columns."""
    if not measured["times"]:
        return f"{measured['all bytes']:14,}  no answer within {LONGEST_WAIT} s, or out of memory"
    return "".join(_cell(measured[name], name) for name in COLUMNS)


def _cell(value: float | None, name: str) -> str:
    if value is None:
        return f"{'-':>14}"
    return f"{value:14.1f}" if name.endswith("ms") else f"{value:14,.0f}"


if __name__ == "__main__":
    main()
