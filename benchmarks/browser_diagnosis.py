"""Measure how long the site's page takes to diagnose a large log, against the command line.

    python -m benchmarks.browser_diagnosis [--size MB]

The log is one of a healthy run with one failure at its end. The page is that of the built site in
Chromium; its time goes from the moment at which the file is chosen until the result is shown. The
peer is ``trainwreck diagnose`` on the same file, right after, its start included.
"""

import argparse
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page

from benchmarks.browser import built_site, open_browser
from benchmarks.scan import DIAGNOSE, seconds, write_log

RUNS = 7
_WATCH = """() => {
  const result = document.querySelector("[data-diagnose-result]")
  let start
  document.querySelector("input[type=file]").addEventListener("change", () => {
    result.replaceChildren()
    start = performance.now()
  }, { capture: true })
  window.taken = []
  new MutationObserver(() => {
    if (result.querySelector(".diagnosis")) window.taken.push(performance.now() - start)
  }).observe(result, { childList: true })
}"""


def main() -> None:
    """Print the seconds of both, the median of some runs, and the ratio."""
    parser = argparse.ArgumentParser(description="Time the diagnosis of a log in the browser.")
    parser.add_argument("--size", type=float, default=10.0, metavar="MB")
    size = int(parser.parse_args().size * 1e6)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "train.log")
        write_log(log, size)
        with built_site() as address, open_browser() as browser:
            page = browser.new_page()
            page.goto(f"{address}diagnose/")
            page.evaluate(_WATCH)
            in_page(page, log)  # the first run starts the worker
            seconds([*DIAGNOSE, str(log)])  # and compiles the catalog of a checkout
            times = [(in_page(page, log), seconds([*DIAGNOSE, str(log)])) for _ in range(RUNS)]
    own, theirs = (statistics.median(column) for column in zip(*times, strict=True))
    print(f"page          {own:6.2f} s  {size / own / 1e6:6.1f} MB/s")
    print(f"command line  {theirs:6.2f} s  {size / theirs / 1e6:6.1f} MB/s")
    print(f"ratio         {own / theirs:6.2f} (page / command line)")


def in_page(page: Page, log: Path) -> float:
    """Open ``log`` in the page and return the seconds until its result is shown."""
    before = page.evaluate("window.taken.length")
    page.locator("input[type=file]").set_input_files(log)
    page.wait_for_function(f"window.taken.length > {before}", timeout=0)
    taken: float = page.evaluate("window.taken.at(-1)")
    return taken / 1000


if __name__ == "__main__":
    main()
