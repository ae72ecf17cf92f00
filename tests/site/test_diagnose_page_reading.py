"""How the page that diagnoses a log reads it: files of any form, with and without a worker."""

import bz2
import gzip
import lzma
import re
from collections.abc import Callable

import pytest
import zstandard
from playwright.sync_api import expect

from tests.support.diagnose_page import (
    LOG,
    OOM,
    QUOTA,
    diagnose,
    drop,
    field,
    found,
    open_file,
    paste,
    status,
)
from tests.support.site import Visit
from trainwreck.matching.sightings import SHOWN_LENGTH

pytestmark = pytest.mark.browser

# Holds the worker's answers back, so that a test can look at what is shown meanwhile.
SLOW_WORKER = """
window.Worker = class extends EventTarget {
  postMessage(data) { if (data.log) this.send({ part: 0.4 }) }
  send(data) { setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data }))) }
  terminate() { window.ended = (window.ended ?? 0) + 1 }
}"""
NO_WORKER = (
    "window.Worker = class { constructor() { throw new DOMException('no', 'SecurityError') } }"
)


@pytest.mark.parametrize(
    "content",
    [
        LOG.encode(),
        gzip.compress(LOG.encode()),
        LOG.encode("utf-16"),
        LOG.encode("utf-16-le"),
        LOG.encode("utf-16-be"),
        gzip.compress(LOG.encode("utf-16")),
        LOG.encode("utf-8-sig"),
        LOG.replace("\n", "\r\n").encode("latin-1") + b"\xff\xe9",
        zstandard.compress(LOG.encode("utf-16"), 19),
        b"".join(zstandard.compress(line.encode()) for line in LOG.splitlines(keepends=True)),
        b"".join(gzip.compress(line.encode()) for line in LOG.splitlines(keepends=True)),
    ],
    ids=[
        *("utf-8", "gzip", "utf-16", "le", "be", "gzip utf-16", "mark", "latin-1", "zstd"),
        *("frames", "members"),
    ],
)
def test_file_is_read_in_any_usual_form(content: bytes, visit: Visit) -> None:
    page = visit.open("diagnose/")
    open_file(page, "slurm-1.out", content)
    expect(status(page)).to_have_text(
        re.compile(r"^slurm-1.out: \d lines read, 2 causes, 1 consequence")
    )


@pytest.mark.parametrize("compress", [gzip.compress, zstandard.compress])
def test_damaged_file_is_read_up_to_the_damage(
    compress: Callable[[bytes], bytes], visit: Visit
) -> None:
    page = visit.open("diagnose/")
    packed = compress((LOG + "".join(f"line {n * n}\n" for n in range(200_000))).encode())
    open_file(page, "a.gz", packed[: len(packed) // 2])
    expect(status(page)).to_contain_text("2 causes, 1 consequence. The file is damaged")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\x28\xb5\x2f\xfd\xff rest", "is not a valid gzip or Zstandard file"),
        (b"\x1f\x8b is no gzip", "is not a valid gzip or Zstandard file"),
        (LOG.encode("utf-32"), "UTF-32"),
        (bytes(range(256)) * 40, "a.log: It is not text: open the log of the job."),
        (gzip.compress(bytes(range(256)) * 40), "It is not text"),
        (lzma.compress(LOG.encode()), "is compressed with xz"),
        (bz2.compress(LOG.encode()), "is compressed with bzip2"),
        (b"PK\x03\x04 rest", "is a zip archive"),
    ],
)
def test_unusable_file_is_refused_with_a_reason(content: bytes, why: str, visit: Visit) -> None:
    page = visit.open("diagnose/")
    open_file(page, "a.log", content)
    expect(status(page)).to_contain_text(why)
    diagnose(page, LOG)
    expect(page.locator(".diagnosis")).to_have_count(2)


COMPRESSED = [("a.zst", zstandard.compress, "zstandard.js"), ("a.gz", gzip.compress, "gzip.js")]
"""Names of files, what compresses them, and the script that decompresses them."""


@pytest.mark.parametrize(("name", "compress", "script"), COMPRESSED)
def test_small_file_that_unpacks_to_much_is_read_in_small_parts(
    name: str, compress: Callable[[bytes], bytes], script: str, visit: Visit
) -> None:
    page = visit.open("diagnose/")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    packed = compress((b"x" * 999 + b"\n") * 50_000 + LOG.encode())
    assert len(packed) < 120_000
    open_file(page, name, packed)
    expect(status(page)).to_contain_text("50,004 lines read, 2 causes", timeout=30_000)
    loaded = [url.rpartition("/")[2] for url in requests]
    assert [each for each in loaded if each in ("zstandard.js", "gzip.js")] == [script]


def test_what_unpacks_files_is_loaded_where_it_is_needed_only(visit: Visit) -> None:
    page = visit.open("diagnose/")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    open_file(page, "a.log", LOG.encode())
    expect(status(page)).to_contain_text("2 causes")
    assert not [url for url in requests if "zstandard" in url or "gzip" in url]


@pytest.mark.parametrize(("name", "compress", "script"), COMPRESSED)
def test_compressed_file_is_read_without_a_worker_too(
    name: str, compress: Callable[[bytes], bytes], script: str, visit: Visit
) -> None:
    visit.page.add_init_script(NO_WORKER)
    page = visit.open("diagnose/")
    open_file(page, name, compress(LOG.encode()) + compress(LOG.encode()))
    expect(status(page)).to_contain_text(f"{name}: 8 lines read, 2 causes")
    assert page.locator(f"script[src$='{script}']").count() == 1


def test_empty_field_asks_for_a_log(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, " \n")
    expect(status(page)).to_have_text("Paste a log, drop a file or open one.")


def test_pasted_lines_are_diagnosed_at_once(visit: Visit) -> None:
    page = visit.open("diagnose/")
    paste(page, LOG)
    expect(page.locator(".diagnosis")).to_have_count(2)
    expect(field(page)).to_have_value(LOG)


def test_long_pasted_text_is_not_put_into_the_field(visit: Visit) -> None:
    page = visit.open("diagnose/")
    paste(page, "epoch\n" * 100_000 + LOG)
    expect(status(page)).to_contain_text("100,004 lines read, 2 causes")
    expect(field(page)).to_have_value("")


def test_file_can_be_dropped_anywhere_on_the_page(visit: Visit) -> None:
    page = visit.open("diagnose/")
    drop(page, "train.log", LOG)
    expect(status(page)).to_contain_text("train.log: 4 lines read, 2 causes")


def test_fifty_megabytes_of_one_line_are_read(visit: Visit) -> None:
    page = visit.open("diagnose/")
    page.set_default_timeout(120_000)
    drop(page, "one.log", "\u00e9 <b> ", 8_000_000, OOM)
    expect(status(page)).to_contain_text("one.log: 1 line read, 1 cause", timeout=120_000)
    shown = page.locator(".diagnosis__text").inner_text()
    assert OOM in shown
    assert len(shown) < SHOWN_LENGTH + 10


def test_reading_shows_progress_and_can_be_cancelled(visit: Visit) -> None:
    visit.page.add_init_script(SLOW_WORKER)
    page = visit.open("diagnose/")
    diagnose(page, LOG)
    bar = page.get_by_role("progressbar", name="Part of the log that is read")
    expect(bar).to_have_js_property("value", 0.4)
    expect(status(page)).to_have_text("Reading …")
    page.get_by_role("button", name="Cancel").click()
    expect(status(page)).to_have_text("Cancelled.")
    expect(bar).to_be_hidden()
    assert page.evaluate("window.ended") == 1
    expect(field(page)).to_be_focused()


@pytest.mark.parametrize("refused", [NO_WORKER, "window.Worker = undefined"])
def test_without_a_worker_the_page_reads_the_log_itself(refused: str, visit: Visit) -> None:
    visit.page.add_init_script(refused)
    page = visit.open("diagnose/")
    for _ in range(2):
        diagnose(page, LOG)
        expect(status(page)).to_have_text("The pasted text: 4 lines read, 2 causes, 1 consequence.")


def test_without_a_worker_reading_can_be_cancelled(visit: Visit) -> None:
    visit.page.add_init_script(NO_WORKER)
    page = visit.open("diagnose/")
    drop(page, "long.log", "epoch 1 step 2 loss=0.3\n", 1_500_000)
    page.get_by_role("button", name="Cancel").click()
    expect(status(page)).to_have_text("Cancelled.")
    expect(page.locator(".diagnosis")).to_have_count(0)


def test_another_log_replaces_the_one_that_is_being_read(visit: Visit) -> None:
    page = visit.open("diagnose/")
    drop(page, "long.log", "epoch 1 step 2 loss=0.3\n", 1_000_000, QUOTA)
    drop(page, "short.log", OOM)
    expect(status(page)).to_have_text("short.log: 1 line read, 1 cause.")
    assert found(page) == ["cuda-out-of-memory"]
