"""Rules for the Markdown inside entries: what would be lost, dangerous or broken when rendered."""

import re
from collections.abc import Iterator

from trainwreck.markdown.location import Location

Flaw = tuple[int, str, str]
"""Line within the text (from 0), problem, remedy."""

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
# A code span may go on in the next line, but not in the next paragraph.
_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(?:(?!\n\s*\n).)*?(?<!`)\1(?!`)", re.DOTALL)
_HTML = re.compile(r"<[A-Za-z!/?]")
_AUTOLINK = re.compile(r"<https?://[^\s<>]+>")
_HEADING = re.compile(r"^ {0,3}#{1,6}\s")
_LINK = re.compile(r"\]\(([^()\s]*)")
_DANGEROUS = re.compile(
    r"\brm +-|\bkill +-9|\bkill +-KILL|\bpkill\b|\bkillall\b|\bscancel\b.{0,99}-u|"
    r"git +push\b.{0,99}(--force|-f\b)|git +filter-(branch|repo)|git +reset +--hard|git +clean\b|"
    r"rsync\b.{0,99}--(delete|inplace|remove-source-files)|\bmkfs\b|\bdd +if=|\btruncate +-s",
)

_TO_WRITE = re.compile(r"<to write:([^<>]*)>?")

PATTERNS = {
    "fence": _FENCE,
    "codeSpan": _CODE_SPAN,
    "html": _HTML,
    "autolink": _AUTOLINK,
    "heading": _HEADING,
    "link": _LINK,
    "dangerous": _DANGEROUS,
    "toWrite": _TO_WRITE,
}
"""The rules by name, for the site: macros/script_data.py writes them for browsers."""

_PLAIN = ("title", "references")
_PLAIN_EVERYWHERE = ("messages", "samples", "keywords", "versions")


def to_write(what: str) -> str:
    """Return the text of a template that asks for ``what``, which the check refuses."""
    return f"<to write: {what}>"


def texts(data: object) -> Iterator[tuple[Location, str]]:
    """Yield every Markdown text in the ``data`` of an entry; quotations of logs are none.

    Where a quotation still holds the text of a template, it is yielded too.
    """
    for where, text in every_text(data):
        if not _is_plain(where) or _TO_WRITE.search(text):
            yield where, text


def every_text(data: object, where: Location = ()) -> Iterator[tuple[Location, str]]:
    """Yield every text in the ``data`` of an entry, and where it stands."""
    if isinstance(data, str):
        yield where, data
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from every_text(item, (*where, index))
    elif isinstance(data, dict):
        for name, item in data.items():
            yield from every_text(item, (*where, name))


def _is_plain(where: Location) -> bool:
    return (bool(where) and where[0] in _PLAIN) or not set(_PLAIN_EVERYWHERE).isdisjoint(where)


def flaws(text: str) -> Iterator[Flaw]:
    """Yield what is wrong in a Markdown ``text`` of an entry."""
    for asked in _TO_WRITE.finditer(text):
        number = text.count("\n", 0, asked.start())
        what = " ".join(asked[1].split())
        yield number, "still holds the text of the template", f"write {what}"
    text = _TO_WRITE.sub(_only_line_breaks, text)
    outside = []
    fence, opened_on = "", 0
    for number, line in enumerate(text.splitlines()):
        match = _FENCE.match(line)
        outside.append("" if match or fence else line)
        if match and not fence:
            fence, opened_on = match[1], number
            if not match[2].strip():
                yield number, "a code fence names no language", f"write {match[1]}text or the like"
        elif match and match[1].startswith(fence) and not match[2].strip():
            fence = ""
    if fence:
        yield opened_on, "a code fence is never closed", f"end it with a line of {fence}"
    bare = _CODE_SPAN.sub(_only_line_breaks, "\n".join(outside))
    for number, line in enumerate(bare.split("\n")):
        yield from ((number, *flaw) for flaw in _line_flaws(line))


def _only_line_breaks(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _line_flaws(line: str) -> Iterator[tuple[str, str]]:
    bare = _AUTOLINK.sub("", line)
    if html := _HTML.search(bare):
        found = bare[html.start() : html.start() + 20]
        yield f'"{found}" would be read as HTML', "put it in backticks"
    if _HEADING.match(line):
        yield "holds a heading", "the page makes the headings: use a paragraph or another field"
    for target in _LINK.findall(bare):
        if not target.startswith(("https://", "/", "#")):
            yield (
                f'links to "{target}"',
                "write the whole https address, or /errors/<id>.md for an entry",
            )


def linked_ids(text: str) -> Iterator[tuple[int, str]]:
    """Yield line (from 0) and id of every link from ``text`` to another entry's page."""
    for number, line in enumerate(text.splitlines()):
        for target in _LINK.findall(line):
            if match := re.match(r"/errors/([^/#]+)\.md(#|$)", target):
                yield number, match[1]


def unmarked_dangers(fix: object) -> Iterator[tuple[Location, str, str]]:
    """Yield location, problem and remedy of steps of ``fix`` that destroy without saying so."""
    for index, step in enumerate(fix if isinstance(fix, list) else []):
        text = step.get("text") if isinstance(step, dict) and "danger" not in step else None
        if isinstance(text, str) and (command := dangerous_command(_code(text))):
            yield (
                ("fix", index, "text"),
                f'holds "{command}", which destroys',
                "add danger: with what can be lost, or give a safe way",
            )


def dangerous_command(code: str) -> str | None:
    """Return the first command in ``code`` that deletes, kills or overwrites."""
    match = _DANGEROUS.search(code)
    return match[0] if match else None


def _code(text: str) -> str:
    """Return the lines inside the code fences of ``text``, comments left out."""
    lines, fence = [], ""
    for line in text.splitlines():
        match = _FENCE.match(line)
        if match and (not fence or match[1].startswith(fence)):
            fence = "" if fence else match[1]
        elif fence and not line.lstrip().startswith("#"):
            lines.append(line)
    return "\n".join(lines)
