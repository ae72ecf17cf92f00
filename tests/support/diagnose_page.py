"""What a person does on the page that diagnoses a log, and a log to do it with."""

from typing import Any

from playwright.sync_api import FilePayload, Page

OOM = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 3 has"
TIMEOUT = "[Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=7) ran for 600"
QUOTA = "OSError: [Errno 122] Disk quota exceeded: '/cluster/a-b'"
LOG = f"epoch 1\n[rank0]: {TIMEOUT}\n[rank3]: {OOM}\n{QUOTA}\n"


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
