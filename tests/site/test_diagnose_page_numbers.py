"""How the page for diagnoses shows the numbers of a log."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.diagnose_page import open_file
from tests.support.paths import DATA
from tests.support.site import DARK, PHONE, Visit, grave_faults

pytestmark = pytest.mark.browser

LOG = (DATA / "series" / "resume.log").read_bytes()
# Whether the canvas has a pixel of another color than its first one.
IS_DRAWN = """canvas => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height)
  return data.some((value, index) => value !== data[index % 4])
}"""


def drawn(page: Page) -> bool:
    canvas = page.locator(".diagnosis__plot canvas").first
    expect(canvas).to_be_visible()
    return bool(canvas.evaluate(IS_DRAWN))


@pytest.mark.parametrize(
    "visit", [{}, DARK, PHONE], ids=["desktop", "dark", "phone"], indirect=True
)
def test_numbers_are_drawn_with_their_text(visit: Visit) -> None:
    page = visit.open("diagnose/")
    open_file(page, "train.log", LOG)
    assert drawn(page)
    said = "is 6.229 after the resume at step 60, 0.1766 before (line 63)."
    expect(page.get_by_role("img", name="Plot of loss by step")).to_be_visible()
    expect(page.locator("figcaption")).to_have_text(f"Loss {said}")
    assert not grave_faults(page)


def test_numbers_can_be_read_as_a_table_with_the_keyboard(visit: Visit) -> None:
    page = visit.open("diagnose/")
    open_file(page, "train.log", LOG)
    summary = page.locator(".diagnosis__figure summary")
    summary.focus()
    page.keyboard.press("Enter")
    table = page.locator(".diagnosis__figure table")
    expect(table.get_by_role("columnheader")).to_have_text(["line", "step", "loss"])
    expect(table.locator("strong").first).to_have_text("63")


def test_last_step_of_each_start_is_shown(visit: Visit) -> None:
    page = visit.open("diagnose/")
    open_file(page, "train.log", LOG)
    result = page.locator("[data-diagnose-result]")
    expect(result).to_contain_text("run 1 of 2: last step 59 (line 60); last checkpoint: step 59")
    expect(result).to_contain_text("run 2 of 2: last step 89 (line 92); no checkpoint reported")


def test_library_for_plots_is_loaded_only_for_numbers(visit: Visit) -> None:
    page = visit.open("diagnose/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_file(page, "other.log", b"RuntimeError: No HIP GPUs are available\n")
    expect(page.locator(".diagnosis").first).to_be_visible()
    assert not any(url.endswith("/plot.js") for url in asked)
