"""The page that diagnoses a log, in a real browser: no text of a log leaves it or becomes HTML."""

import gzip
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard
from playwright.sync_api import Browser, FilePayload, Page, expect

import trainwreck
from tests.conftest import ROOT, Visit, grave_faults
from trainwreck.report import as_plain

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DARK: dict[str, Any] = {"color_scheme": "dark"}
NO_SCRIPT: dict[str, Any] = {"java_script_enabled": False}
OOM = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 3 has"
TIMEOUT = "[Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=7) ran for 600"
QUOTA = "OSError: [Errno 122] Disk quota exceeded: '/cluster/a-b'"
LOG = f"epoch 1\n[rank0]: {TIMEOUT}\n[rank3]: {OOM}\n{QUOTA}\n"
UNKNOWN = "SecretError: the flux capacitor of hunter2 is unknown"
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "{{ 7 * 7 }} ${7 * 7} {% raw %}",
    "\u202e gnirts \u2066",
    "&lt;b&gt; ]]> <!--",
    "! # $ % & ' ( ) * + , - . / : ; < = > ? @ [ \\ ] ^ _ ` { | } ~",
]
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


def field(page: Page) -> Any:
    return page.get_by_label("The log, or the part of it around the failure")


def status(page: Page) -> Any:
    return page.locator(".diagnose [role=status]")


def diagnose(page: Page, log: str) -> None:
    field(page).fill(log)
    page.get_by_role("button", name="Diagnose").click()


def open_file(page: Page, name: str, content: bytes) -> None:
    file = FilePayload(name=name, mimeType="application/octet-stream", buffer=content)
    page.locator("input[type=file]").set_input_files(file)


def paste(page: Page, text: str) -> None:
    page.evaluate(
        """([text]) => {
          const clipboardData = new DataTransfer()
          clipboardData.setData("text/plain", text)
          const field = document.querySelector("#diagnose-log")
          const paste = { clipboardData, bubbles: true, cancelable: true }
          if (field.dispatchEvent(new ClipboardEvent("paste", paste))) field.value += text
        }""",
        [text],
    )


def drop(page: Page, name: str, text: str, times: int = 1, end: str = "") -> None:
    """Drop a file that holds ``text`` some times and then ``end``; it is made in the page."""
    page.evaluate(
        """([name, text, times, end]) => {
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File([text.repeat(times), end], name))
          const drop = { dataTransfer, bubbles: true, cancelable: true }
          document.body.dispatchEvent(new DragEvent("dragover", drop))
          document.body.dispatchEvent(new DragEvent("drop", drop))
        }""",
        [name, text, times, end],
    )


def found(page: Page) -> list[str]:
    links = page.locator(".diagnosis__facts a").all()
    return [link.inner_text() for link in links]


def test_result_is_that_of_the_command_line(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, LOG)
    expect(status(page)).to_have_text("The pasted text: 4 lines read, 2 causes, 1 echo.")
    (expected,) = as_plain([trainwreck.diagnose(LOG)])
    causes = [match for match in expected["matches"] if match["role"] == "cause"]
    cards = page.locator(".diagnosis")
    expect(cards).to_have_count(len(causes))
    for card, match in zip(cards.all(), causes, strict=True):
        said = card.inner_text()
        for part in ("id", "title", "reason", "cause", "first_step"):
            assert match[part] in said
        assert f"severity {match['severity']}" in said
        assert match["confidence"] in said
        for line in match["lines"]:
            assert f"{line['number']} | " in said
            assert line["text"] in said
        for step in match["fix"]:
            assert step["title"] in said
    assert found(page) == ["cuda-out-of-memory", "nccl-collective-timeout", "disk-quota-exceeded"]


def test_echo_stands_under_its_cause_with_its_lines(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, LOG)
    card = page.locator(".diagnosis").first
    expect(card.locator("h3")).to_contain_text("CUDA out of memory")
    expect(card).to_contain_text("on rank 3")
    expect(card.locator(".diagnosis__echo")).to_contain_text("2 | [rank0]")


def test_entry_is_one_click_away_and_back_shows_the_result_again(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, LOG)
    page.get_by_role("link", name="cuda-out-of-memory", exact=True).click()
    expect(page).to_have_url(re.compile("errors/cuda-out-of-memory/$"))
    page.go_back()
    expect(page.locator(".diagnosis")).to_have_count(2)
    assert set(found(page)) >= {"cuda-out-of-memory", "disk-quota-exceeded"}


def test_danger_is_said_before_the_commands(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, QUOTA)
    step = page.locator(".diagnosis li", has=page.locator(".admonition")).first
    expect(step.locator(".admonition")).to_be_visible()
    expect(step.locator("pre")).to_be_hidden()
    step.locator("summary").click()
    expect(step.locator("pre")).to_be_visible()
    assert "not-run" not in page.locator(".diagnose-result").evaluate("e => e.textContent")


def test_steps_are_for_the_chosen_cluster_which_is_remembered(visit: Visit) -> None:
    page = visit.open("diagnose/#ids=no-module-named-src")
    entry = trainwreck.load(ROOT / "errors").entries["no-module-named-src"]
    only_betzy = [step.title for step in entry.fix if step.clusters == ("betzy",)]
    assert only_betzy
    steps = page.locator(".diagnosis ol > li > strong")
    assert set(only_betzy) <= set(steps.all_inner_texts())
    page.get_by_label("Steps for").select_option("LUMI")
    expect(page.get_by_role("heading", name="Fix on LUMI")).to_be_visible()
    assert not set(only_betzy) & set(steps.all_inner_texts())
    page.reload()
    expect(page.get_by_label("Steps for")).to_have_value("lumi")
    expect(page.get_by_role("heading", name="Fix on LUMI")).to_be_visible()


def test_address_names_the_errors_and_holds_nothing_of_the_log(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, LOG + "password=hunter2\n")
    expect(page.locator(".diagnosis")).to_have_count(2)
    ids = "cuda-out-of-memory,disk-quota-exceeded,nccl-collective-timeout"
    assert page.url.endswith(f"diagnose/#ids={ids}")
    stored = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert "hunter2" not in stored
    assert "Errno" not in stored
    link = page.get_by_role("link", name="Link to this result")
    assert link.evaluate("link => link.href") == page.url
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_shared_address_shows_the_entries(visit: Visit) -> None:
    page = visit.open("diagnose/#ids=nccl-collective-timeout,cuda-out-of-memory,no-such-error")
    expect(status(page)).to_have_text("From a shared link: 1 cause, 1 echo.")
    assert found(page) == ["cuda-out-of-memory", "nccl-collective-timeout"]
    expect(page.locator(".diagnosis__lines")).to_have_count(0)


@pytest.mark.parametrize(
    "fragment",
    ["ids=", "ids=%3Cimg src=x onerror=alert(1)%3E", "ids=%ff", "ids=__proto__,toString"],
)
def test_hostile_fragment_shows_nothing(fragment: str, visit: Visit) -> None:
    page = visit.open(f"diagnose/#{fragment}")
    expect(status(page)).to_have_text("The catalog has no entry that this link names.")
    assert page.locator(".diagnose-result > *").count() == 0


def test_section_link_keeps_the_result(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, LOG)
    expect(page.locator(".diagnosis__lines")).to_have_count(3)
    page.evaluate("location.hash = 'in-scripts'")
    page.go_back()
    expect(page).to_have_url(re.compile("#ids="))
    expect(page.locator(".diagnosis__lines")).to_have_count(3)


def test_unknown_log_is_not_explained_and_reported_without_its_text(visit: Visit) -> None:
    page = visit.open("diagnose/#ids=cuda-out-of-memory")
    expect(page.locator(".diagnosis")).to_have_count(1)
    diagnose(page, UNKNOWN + "\nerror: NCCL watchdog of the GPU failed")
    expect(status(page)).to_have_text("The pasted text: 2 lines read, no known message.")
    expect(page.locator(".diagnosis")).to_contain_text("Not sure")
    assert page.locator(".diagnosis li a[href*='/errors/']").count() == 3
    assert page.get_by_role("link", name="Write it down").get_attribute("href") == (
        f"{visit.address}new-error/"
    )
    href = str(page.get_by_role("link", name="Report a new error").get_attribute("href"))
    assert re.fullmatch(
        r"https://\S+/issues/new\?template=new-error.yml&title=New\+error%3A\+", href
    )
    assert page.url.endswith("diagnose/")


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_is_only_text(hostile: str, visit: Visit) -> None:
    page = visit.open("diagnose/")
    page.on("dialog", lambda _: pytest.fail("a script ran"))
    open_file(page, hostile.replace("/", " "), f"{hostile} {OOM} {hostile}".encode())
    expect(page.locator(".diagnosis")).to_have_count(1)
    shown = page.locator(".diagnosis__text").inner_text()
    assert shown.startswith(re.sub("[\u202e\u2066]", "\ufffd", hostile))
    assert "49" not in shown
    assert page.locator("img[src=x], .diagnosis script, .diagnosis b").count() == 0


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
    ],
    ids=["utf-8", "gzip", "utf-16", "le", "be", "gzip utf-16", "mark", "latin-1", "zstd", "frames"],
)
def test_file_is_read_in_any_usual_form(content: bytes, visit: Visit) -> None:
    page = visit.open("diagnose/")
    open_file(page, "slurm-1.out", content)
    expect(status(page)).to_have_text(re.compile(r"^slurm-1.out: \d lines read, 2 causes, 1 echo"))


@pytest.mark.parametrize("compress", [gzip.compress, zstandard.compress])
def test_damaged_file_is_read_up_to_the_damage(
    compress: Callable[[bytes], bytes], visit: Visit
) -> None:
    page = visit.open("diagnose/")
    packed = compress((LOG + "".join(f"line {n * n}\n" for n in range(200_000))).encode())
    open_file(page, "a.gz", packed[: len(packed) // 2])
    expect(status(page)).to_contain_text("2 causes, 1 echo. The file is damaged")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\x28\xb5\x2f\xfd\xff rest", "no sound gzip or Zstandard file"),
        (b"\x1f\x8b is no gzip", "no sound gzip or Zstandard file"),
        (LOG.encode("utf-32"), "UTF-32"),
    ],
)
def test_unusable_file_is_refused_with_a_reason(content: bytes, why: str, visit: Visit) -> None:
    page = visit.open("diagnose/")
    open_file(page, "a.log", content)
    expect(status(page)).to_contain_text(why)
    diagnose(page, LOG)
    expect(page.locator(".diagnosis")).to_have_count(2)


def test_small_file_that_unpacks_to_much_is_read_in_small_parts(visit: Visit) -> None:
    page = visit.open("diagnose/")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    packed = zstandard.compress((b"x" * 999 + b"\n") * 50_000 + LOG.encode())
    assert len(packed) < 20_000
    open_file(page, "a.zst", packed)
    expect(status(page)).to_contain_text("50,004 lines read, 2 causes", timeout=30_000)
    assert [url for url in requests if url.endswith("packages/fzstd.js")]


def test_what_unpacks_zstandard_is_loaded_where_it_is_needed_only(visit: Visit) -> None:
    page = visit.open("diagnose/")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    open_file(page, "a.gz", gzip.compress(LOG.encode()))
    expect(status(page)).to_contain_text("2 causes")
    assert not [url for url in requests if "packages/" in url]


def test_zstandard_file_is_read_without_a_worker_too(visit: Visit) -> None:
    visit.page.add_init_script(NO_WORKER)
    page = visit.open("diagnose/")
    open_file(page, "a.zst", zstandard.compress(LOG.encode()))
    expect(status(page)).to_contain_text("a.zst: 4 lines read, 2 causes")


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
    assert len(shown) < 2 * 300


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
        expect(status(page)).to_have_text("The pasted text: 4 lines read, 2 causes, 1 echo.")


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


def test_page_says_that_the_catalog_is_missing(visit: Visit) -> None:
    visit.page.route("**/catalog.json", lambda route: route.fulfill(status=404, body=""))
    page = visit.open("diagnose/")
    expect(status(page)).to_contain_text("The catalog cannot be loaded")
    diagnose(page, LOG)
    expect(status(page)).to_contain_text("The catalog cannot be loaded")


def test_keyboard_is_enough(visit: Visit) -> None:
    page = visit.open("diagnose/")
    field(page).focus()
    page.keyboard.insert_text(LOG)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".diagnosis")).to_have_count(2)
    page.locator(".diagnosis summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".diagnosis details").first).to_have_attribute("open", "")


@pytest.mark.parametrize("visit", [{}, DARK, PHONE], indirect=True, ids=["light", "dark", "phone"])
@pytest.mark.parametrize("log", [LOG + QUOTA, UNKNOWN])
def test_axe_finds_no_fault_in_a_result(log: str, visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, log)
    expect(page.locator(".diagnosis").first).to_be_visible()
    for step in page.locator(".diagnosis summary").all():
        step.click()
    # Not onto a link, which Material colours when pointed at.
    page.mouse.move(0, 0)
    assert grave_faults(page) == set()


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_phone_needs_no_sideways_scrolling(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, LOG + "x" * 500 + OOM)
    expect(page.locator(".diagnosis").first).to_be_visible()
    for step in page.locator(".diagnosis summary").all():
        step.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("visit", [NO_SCRIPT], indirect=True)
def test_without_javascript_the_command_line_is_explained(visit: Visit) -> None:
    page = visit.open("diagnose/")
    expect(page.locator(".diagnose")).to_be_hidden()
    expect(page.get_by_role("heading", name="What it says")).to_be_visible()


def test_nothing_is_loaded_for_it_on_other_pages(visit: Visit) -> None:
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url))
    page = visit.open("legend/")
    assert not [url for url in asked if "diagnose-" in url]
    # The matcher serves the search's worker on every page, and the page itself on none but this.
    assert page.locator("script[src*=matcher]").count() == 0


def from_disk(browser: Browser, site: Path) -> Page:
    page = browser.new_page()
    page.goto((site / "diagnose" / "index.html").as_uri())
    return page


def test_page_from_the_disk_diagnoses_with_the_catalog_as_a_script(
    browser: Browser, site: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    catalog = json.loads((copy / "assets" / "catalog.json").read_text(encoding="utf-8"))
    script = f"globalThis.trainwreckCatalog = {json.dumps(catalog)}"
    (copy / "assets" / "catalog.js").write_text(script, encoding="utf-8")
    page = from_disk(browser, copy)
    diagnose(page, LOG)
    expect(page.locator(".diagnosis")).to_have_count(2)
    page.get_by_role("link", name="cuda-out-of-memory", exact=True).click()
    expect(page.locator("h1")).to_contain_text("CUDA out of memory")
    page.close()


def test_page_from_the_disk_says_what_it_cannot_read(
    browser: Browser, site: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    (copy / "assets" / "catalog.js").unlink(missing_ok=True)
    page = from_disk(browser, copy)
    diagnose(page, LOG)
    expect(status(page)).to_contain_text("A page opened from the disk cannot read the catalog")
    page.close()
