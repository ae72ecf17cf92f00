"""Measure the search of the site in Chromium, against Material's own search of the same entries.

    python -m benchmarks.search [ENTRIES ...]

Ours is the site's worker with the index that the build writes. The peer is Material's worker,
unchanged, with the index that Material writes when the pages of entries are not kept out of it.
Both are asked the same in the same browser, one after the other: titles, keywords and lines of
samples. The peer gets their words only, since some punctuation makes it hang. More entries than
there are come as copies, in ours with messages and samples of their own.

Bytes are what the search loads, index and scripts, compressed by gzip. The first result is counted
from the start of the worker with the index still to be fetched.
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
from typing import Any

from playwright.sync_api import Browser
from playwright.sync_api import Error as PlaywrightError

from benchmarks.browser import ROOT, open_browser, served
from benchmarks.build import make_peer, make_project
from benchmarks.generated import write_entries
from macros.catalog_data.search_index import own_documents
from macros.scripts.bundling import FOLDER, scripts
from trainwreck import Entry
from trainwreck.catalog.store import load_snapshot

QUERIES = 240
LONGEST_WAIT = 180
"""Seconds to wait for a worker before it is given up, and to ask it further queries."""
NOTHING: dict[str, Any] = {"first": None, "times": []}
OURS = ("search-worker.js", "matcher.js")
"""Our worker, and what it loads beside Material's."""
_MEASURE = """async ([worker, index, queries, limit]) => {
  const start = performance.now()
  const search = new Worker(worker)
  const ask = message => new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer")), limit * 1000)
    search.onmessage = ({ data }) => { clearTimeout(timer); resolve(data) }
    search.postMessage(message)
  })
  try {
    const { config, docs } = await (await fetch(index)).json()
    await ask({ type: 0, data: { config, docs, options: { suggest: true } } })
    const times = []
    let first
    for (const data of queries) {
      const before = performance.now()
      await ask({ type: 2, data })
      times.push(performance.now() - before)
      first ??= performance.now() - start
      if (performance.now() - start > limit * 1000) break
    }
    return { first, times }
  } catch {
    return null
  } finally {
    search.terminate()
  }
}"""


def main() -> None:
    """Print two lines for each number of entries."""
    parser = argparse.ArgumentParser(description="Time the search of catalogs of several sizes.")
    parser.add_argument("entries", nargs="*", type=int, default=[60, 1000, 10000])
    print("entries  search     bytes gz  first result ms  p50 ms  p95 ms")
    for number in parser.parse_args().entries:
        with tempfile.TemporaryDirectory() as folder:
            ours, peer = measure(Path(folder), number)
        print(f"{number:7}  trainwreck {row(ours)}\n{'':7}  Material   {row(peer)}", flush=True)
        if peer["times"]:
            ratios = [ours[key] / peer[key] for key in ("bytes", "first", "p50", "p95")]
            print(
                f"{'':7}  ratio      " + "  ".join(f"{ratio:.2f}" for ratio in ratios), flush=True
            )


def measure(folder: Path, number: int) -> tuple[dict[str, Any], ...]:
    """Return what was measured for ``number`` entries: ours, then the peer's."""
    peer_site = build_peer(folder)
    stock = json.loads((peer_site / "search" / "search_index.json").read_text())
    write_entries(folder / "entries" / "errors", number)
    shutil.copytree(ROOT / "docs" / "clusters", folder / "entries" / "docs" / "clusters")
    catalog = load_snapshot(folder / "entries" / "errors")
    pages = [doc for doc in stock["docs"] if not doc["location"].startswith("errors/")]
    own = stock | {"docs": [*pages, *own_documents(catalog)]}
    stock["docs"] = [*pages, *repeated(stock["docs"], number)]
    schema = (ROOT / "errors" / "schema.json").read_text(encoding="utf-8")
    for uri, text in scripts(ROOT, schema):
        (peer_site / uri).write_text(text, encoding="utf-8")
    (worker,) = (peer_site / FOLDER / "workers").glob("search.*.min.js")
    asked = list(queries(list(catalog)))
    with served(peer_site) as address, open_browser() as browser:
        base = f"{address}{FOLDER}/"
        ours = {
            "name": "own",
            "worker": f"{base}{OURS[0]}?stock=workers/{worker.name}",
            "index": own,
            "scripts": [worker, *(peer_site / FOLDER / name for name in OURS)],
            "queries": asked,
        }
        peer = {
            "name": "stock",
            "worker": f"{base}workers/{worker.name}",
            "index": stock,
            "scripts": [worker],
            "queries": [plain_words(query) for query in asked],
        }
        return tuple(run(browser, address, peer_site, search) for search in (ours, peer))


def build_peer(folder: Path) -> Path:
    """Build the site with Material's own index of all pages and return its folder."""
    make_project(folder / "ours", len(list((ROOT / "errors").glob("*/*.yml"))))
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


def run(browser: Browser, address: str, site: Path, search: dict[str, Any]) -> dict[str, Any]:
    """Return bytes, time to the first result and times of the queries of one search."""
    index = json.dumps(search["index"], ensure_ascii=False, separators=(",", ":")).encode()
    (site / f"{search['name']}.json").write_bytes(index)
    loaded = [index, *(path.read_bytes() for path in search["scripts"])]
    arguments = [search["worker"], f"/{search['name']}.json", search["queries"], LONGEST_WAIT]
    page = browser.new_page()
    page.goto(f"{address}404.html")
    try:
        found = page.evaluate(_MEASURE, arguments) or NOTHING
    except PlaywrightError:  # the page ran out of memory
        found = NOTHING
    page.close()
    times = sorted(found["times"])
    return {
        "bytes": sum(len(gzip.compress(content, 9)) for content in loaded),
        "first": found["first"],
        "times": times,
        "p50": statistics.median(times) if times else None,
        "p95": times[int(len(times) * 0.95)] if times else None,
    }


def row(measured: dict[str, Any]) -> str:
    """Return the numbers of one search as columns."""
    if not measured["times"]:
        return f"{measured['bytes']:9,}  no answer within {LONGEST_WAIT} s, or out of memory"
    return (
        f"{measured['bytes']:9,}  {measured['first']:15.0f}"
        f"  {measured['p50']:6.1f}  {measured['p95']:6.1f}"
    )


if __name__ == "__main__":
    main()
