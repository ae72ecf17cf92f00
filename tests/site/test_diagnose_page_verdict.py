"""What the page for diagnoses says above the matches, and where it leads from there."""

import itertools
import re

import pytest
from playwright.sync_api import Route, expect

import trainwreck
from tests.support.diagnose_page import LOG, OOM, QUOTA, diagnose, field, open_file, status
from tests.support.paths import FAULT_LOGS
from tests.support.site import DARK, NO_SCRIPT, PHONE, Visit, grave_faults

pytestmark = pytest.mark.browser

BROKEN_GPU = "[rank5]: CUDA error: uncorrectable ECC error encountered on node nid001\n"
WARNING = "UserWarning: Detected call of `lr_scheduler.step()` before `optimizer.step()`."
UNKNOWN_CAUSE = (FAULT_LOGS / "torchrun" / "KeyError.log").read_bytes()
SYMPTOM = (FAULT_LOGS / "torchrun" / "hang.log").read_bytes()
# Adds up how far things moved that nobody made move just before.
WATCH_SHIFTS = """() => {
  window.shifted = 0
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) window.shifted += value
    }
  }).observe({ type: "layout-shift", buffered: true })
}"""


def test_node_to_exclude_can_be_copied(visit: Visit) -> None:
    page = visit.open("diagnose/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    diagnose(page, BROKEN_GPU)
    expect(page.locator(".diagnosis-verdict")).to_contain_text("Rank 5 on nid001 ")
    expect(page.locator(".diagnosis-action").first).to_contain_text("submit it again elsewhere.")
    expect(page.locator(".diagnosis-action code")).to_have_text("--exclude=nid001")
    page.get_by_role("button", name="Copy the option").click()
    expect(page.get_by_role("button", name="Copied the option")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "--exclude=nid001"


def test_symptom_comes_with_hints_where_to_look(visit: Visit) -> None:
    page = visit.open("diagnose/")
    open_file(page, "slurm-1.out", SYMPTOM)
    diagnosis = trainwreck.diagnose(SYMPTOM)
    assert diagnosis.hints
    expect(page.locator(".diagnosis-verdict")).to_have_text(diagnosis.verdict)
    expect(status(page)).to_contain_text("1 symptom")
    expect(page.locator(".diagnosis h3").first).to_contain_text("symptom")
    for hint in diagnosis.hints:
        expect(page.locator(".diagnose-result")).to_contain_text(hint)


def test_warning_is_counted_as_none_of_the_causes(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, f"{WARNING}\n{QUOTA}\n")
    expect(status(page)).to_have_text("The pasted text: 2 lines read, 1 cause, 1 warning.")


def test_unknown_cause_leads_to_the_form_and_to_the_search(visit: Visit) -> None:
    page = visit.open("diagnose/")
    open_file(page, "slurm-1.out", UNKNOWN_CAUSE)
    card = page.locator(".diagnosis").first
    expect(card.locator("h3")).to_have_text(re.compile("cause KeyError: 'warmup_steps'"))
    expect(card).to_contain_text("No entry yet")
    expect(card).to_contain_text("on rank 2")
    buttons = card.locator(".diagnosis__buttons .md-button")
    assert len(set(buttons.evaluate_all("all => all.map(one => one.offsetHeight)"))) == 1
    expect(card.locator(".diagnosis__consequence")).to_have_count(2)
    assert "warmup" not in page.url
    card.get_by_role("button", name="Search for it").click()
    expect(page.locator("[data-md-component=search-query]")).to_have_value(
        "KeyError: 'warmup_steps'"
    )
    page.keyboard.press("Escape")
    card.get_by_role("link", name="Write it down").click()
    expect(page).to_have_url(re.compile("new-error/$"))
    expect(page.locator("textarea").first).to_have_value(re.compile("warmup_steps"))


def test_log_without_a_match_shows_its_own_errors_with_their_ranks(visit: Visit) -> None:
    page = visit.open("diagnose/")
    raised = "".join(f"[rank{rank}]: WheelError: axle 7 <b>broke</b>\n" for rank in (3, 0))
    diagnose(page, f"{raised}Exit code:    7\n")
    expect(page.locator(".diagnosis-verdict")).to_contain_text("Rank 3 reported")
    errors = page.locator(".diagnosis li", has_text="line")
    expect(errors.first).to_have_text("WheelError: axle 7 <b>broke</b> (line 1, on ranks 3, 0)")
    expect(errors.nth(1)).to_have_text("exit code 7 (line 3)")
    expect(page.locator(".diagnosis a", has_text="All errors")).to_be_visible()


def test_codes_that_no_entry_explains_are_shown_below_the_cause(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, f"{OOM}\nread failed: [Errno 61] No data <b>available</b>\n")
    cards = page.locator(".diagnosis")
    expect(cards).to_have_count(2)
    expect(cards.first).to_contain_text("cuda-out-of-memory")
    expect(cards.last.get_by_role("heading")).to_have_text("Codes in this log")
    item = cards.last.locator("li")
    expect(item).to_contain_text("ENODATA: No data available (line 2)")
    item.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile("codes/errno/#61$"))
    expect(page.locator("tr", has_text="ENODATA")).to_be_in_viewport()


def test_result_does_not_wait_for_the_codes(visit: Visit) -> None:
    page = visit.open("diagnose/")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/codes.json", hold)
    diagnose(page, f"{OOM}\nread failed: [Errno 61] No data available\n")
    expect(page.locator(".diagnosis")).to_have_count(1)
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    expect(page.locator(".diagnosis")).to_have_count(2)


def test_steps_are_shown_as_on_the_page_of_the_entry(visit: Visit) -> None:
    page = visit.open("diagnose/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    diagnose(page, OOM)
    expect(page.locator(".diagnosis")).to_have_count(1)
    for step in page.locator(".diagnosis summary").all():
        step.click()
    card = page.locator(".diagnosis")
    assert "```" not in card.inner_text()
    assert "](/" not in card.inner_text()
    expect(card.locator(".highlight").first).to_be_visible()
    block = card.locator(".highlight pre").first
    block.get_by_role("button", name="Copy the code").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == block.locator("code").inner_text().strip()
    for link in card.locator("ol a").all():
        answer = page.request.get(str(link.evaluate("link => link.href")))
        assert answer.ok, link.evaluate("link => link.href")


def test_conditions_of_steps_are_shown(visit: Visit) -> None:
    page = visit.open("diagnose/")
    diagnose(page, QUOTA)
    whens = [
        step.when for step in trainwreck.load().entries["disk-quota-exceeded"].fix if step.when
    ]
    assert whens
    shown = page.locator(".diagnosis__when")
    expect(shown).to_have_count(len(whens))
    assert all(text.startswith("If: ") for text in shown.all_inner_texts())


@pytest.mark.parametrize("modifier", ["Control", "Meta"])
def test_keys_in_the_field_diagnose_what_it_holds(modifier: str, visit: Visit) -> None:
    page = visit.open("diagnose/")
    field(page).focus()
    page.keyboard.insert_text(LOG)
    page.keyboard.press("Enter")
    expect(page.locator(".diagnosis")).to_have_count(0)
    page.keyboard.press(f"{modifier}+Enter")
    expect(page.locator(".diagnosis")).to_have_count(2)


@pytest.mark.parametrize("visit", [{}, PHONE], indirect=True, ids=["wide", "phone"])
def test_nothing_moves_when_page_and_result_appear(visit: Visit) -> None:
    page = visit.open("diagnose/")
    page.evaluate(WATCH_SHIFTS)
    open_file(page, "slurm-1.out", b"epoch 1 step 2 loss=0.3\n" * 400_000 + SYMPTOM)
    expect(page.locator(".diagnosis-verdict")).to_be_visible(timeout=60_000)
    page.evaluate("new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))")
    assert page.evaluate("window.shifted") < 0.01


@pytest.mark.parametrize("visit", [{}, DARK, PHONE], indirect=True, ids=["light", "dark", "phone"])
@pytest.mark.parametrize("log", [SYMPTOM, UNKNOWN_CAUSE, BROKEN_GPU.encode()])
def test_axe_finds_no_fault_in_verdicts(log: bytes, visit: Visit) -> None:
    page = visit.open("diagnose/")
    open_file(page, "slurm-1.out", log)
    expect(page.locator(".diagnosis").first).to_be_visible()
    for step in page.locator(".diagnosis summary").all():
        step.click()
    page.mouse.move(0, 0)
    assert grave_faults(page) == set()
    levels = page.locator(".diagnose-result").evaluate(
        "part => [...part.querySelectorAll('h2, h3, h4, h5')].map(({ tagName }) => +tagName[1])"
    )
    assert levels[0] == 2
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


@pytest.mark.parametrize("visit", [NO_SCRIPT], indirect=True)
def test_without_javascript_the_page_says_so(visit: Visit) -> None:
    page = visit.open("diagnose/")
    notice = page.locator("article .diagnose-unscripted")
    expect(notice).to_be_visible()
    expect(notice).to_contain_text("needs JavaScript")
    expect(page.locator(".diagnose")).to_be_hidden()
