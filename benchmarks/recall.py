"""Measure how often the diagnosis of a log, or the search of the site, is right.

    python -m benchmarks.recall [--site | --search] [--misses] CASES.jsonl ...

A case is a JSON object on a line: ``text``, and the ``id`` (or ``family``) of the entry that
explains it, or null if none does; optionally ``also`` or ``seed_id``, which are as right, and
``kind``. Former ids count as the entries that they lead to. For each file and kind is printed how
often the first entry named is right, how often one of the first three is, how often only wrong ones
are named, and how often an entry is named for a text that none explains. With ``--site`` the site
is built and each text is typed into its search field in Chromium; what counts is the list of
results as it is shown, other pages included. With ``--search`` the command line's search is asked.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.browser import built_site, open_browser
from trainwreck.catalog.store import load_snapshot
from trainwreck.matching.engine import Diagnoser
from trainwreck.snapshot.catalog import Snapshot

THREE = 3
Ask = Callable[[str], list[str | None]]
"""Returns for a text what was found, the best first: ids of entries, None for a failure without
entry, addresses of other pages."""

_FORGET = """() => {
  document.querySelector('.md-search-result__meta').textContent = ''
}"""
_ANSWERED = """() => document.querySelector('.md-search-result__meta').textContent.trim()"""
_LINKS = """() => [...document.querySelectorAll('.md-search-result__item > a')].map(a => a.href)"""


@dataclass
class Score:
    """How one kind of cases went."""

    cases: int = 0
    first: int = 0
    in_three: int = 0
    wrong_only: int = 0
    unexplained: int = 0
    false_alarms: int = 0

    def __str__(self) -> str:
        """Return the shares with the counts behind them."""
        parts = []
        if self.cases:
            parts += [
                f"first {share(self.first, self.cases)}",
                f"in three {share(self.in_three, self.cases)}",
                f"wrong only {share(self.wrong_only, self.cases)}",
            ]
        if self.unexplained:
            parts.append(f"false alarms {share(self.false_alarms, self.unexplained)}")
        return ", ".join(parts)


def share(part: int, whole: int) -> str:
    """Return a count and its share of the whole."""
    return f"{part}/{whole} ({100 * part / whole:.1f} %)"


def main() -> None:
    """Print the misses and a line for each kind of cases."""
    parser = argparse.ArgumentParser(description="Measure how often a diagnosis is right.")
    parser.add_argument("cases", nargs="+", type=Path)
    parser.add_argument("--misses", action="store_true", help="Print each wrong diagnosis.")
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument("--site", action="store_true", help="Ask the search of the built site.")
    asked.add_argument("--search", action="store_true", help="Ask the command line's search.")
    arguments = parser.parse_args()
    for path in arguments.cases:
        if not path.is_file():
            parser.error(f"{path}: no such file; name files with one case in JSON per line")
    catalog = load_snapshot()
    with site_search() if arguments.site else command(catalog, search=arguments.search) as ask:
        for path in arguments.cases:
            measure(ask, read(path), catalog, path.stem, misses=arguments.misses)


def measure(
    ask: Ask,
    cases: Iterator[dict[str, Any]],
    catalog: Snapshot,
    name: str,
    *,
    misses: bool,
) -> None:
    """Print how often the ids that ``ask`` gives for the texts of ``cases`` are right."""
    scores: dict[str, Score] = defaultdict(Score)
    for case in cases:
        found = ask(case["text"])
        score = scores[case.get("kind", name)]
        wanted = case["id"] if "id" in case else case["family"]
        named = [id_ for id_ in found if id_]
        if wanted is None:
            score.unexplained += 1
            score.false_alarms += bool(named)
            wrong = bool(named)
        else:
            right = {current(id_, catalog) for id_ in (wanted, case.get("seed_id")) if id_}
            right |= {current(id_, catalog) for id_ in case.get("also", [])}
            score.cases += 1
            score.first += bool(right & set(found[:1]))
            score.in_three += bool(right & set(found[:THREE]))
            score.wrong_only += bool(named) and not right & set(named)
            wrong = not right & set(found[:1])
        if wrong and misses:
            print(f"{wanted}: {case.get('source', '')}: found {found[:6]}")
    for kind, score in scores.items():
        print(f"{kind}: {score}")


def current(id_: str, catalog: Snapshot) -> str:
    """Return the id of the entry with this id or former id; the id itself if there is none."""
    entry = catalog.get(id_)
    return entry.id if entry else id_


@contextmanager
def command(catalog: Snapshot, *, search: bool) -> Iterator[Ask]:
    """Yield what asks the command line's diagnosis, or its search."""
    diagnoser = Diagnoser(catalog)
    if search:
        yield lambda text: [entry.id for entry in diagnoser.search(text, 10).entries]
    else:
        yield lambda text: [match.id for match in diagnoser.diagnose([text.encode()]).matches]


@contextmanager
def site_search() -> Iterator[Ask]:
    """Build the site and yield what types a text into its search field."""
    with built_site() as address, open_browser() as browser:
        page = browser.new_page()
        page.goto(address)
        page.keyboard.press("s")
        field = page.locator("[data-md-component=search-query]")
        field.press("Shift")
        # While the index is loaded another text is there, and a query gets no answer.
        page.get_by_text("Type to start searching").wait_for()

        def ask(text: str) -> list[str | None]:
            field.evaluate(_FORGET)
            field.fill(text.replace("\n", "\u2028"))  # as the page does on a paste
            field.press("Shift")
            page.wait_for_function(_ANSWERED, arg=text)
            return [id_of(address, link) for link in page.evaluate(_LINKS)]

        yield ask


def id_of(site: str, link: str) -> str:
    """Return the id of the entry at an address, or the address of another page within the site."""
    path = link.removeprefix(site).partition("?")[0]
    return path.removeprefix("errors/").rstrip("/")


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the cases of a file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


if __name__ == "__main__":
    main()
