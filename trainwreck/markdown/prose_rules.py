"""Rules for the Markdown inside entries: what would be lost, dangerous or broken when rendered."""

import re
from collections.abc import Iterator

from trainwreck.markdown.addresses import linked_page
from trainwreck.markdown.block_rules import BlockRules
from trainwreck.markdown.characters import character_problems
from trainwreck.markdown.dangerous_commands import dangerous_command
from trainwreck.markdown.fences import snippets
from trainwreck.markdown.inline_rules import inline_problems, link_targets
from trainwreck.markdown.location import Location
from trainwreck.markdown.parser import parse
from trainwreck.markdown.plain_form import is_plain
from trainwreck.markdown.problems import TextProblem

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
# A code span may go on in the next line, but not in the next paragraph.
_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(?:(?!\n\s*\n).)*?(?<!`)\1(?!`)", re.DOTALL)
_HTML = re.compile(r"<[A-Za-z!/?]")
_AUTOLINK = re.compile(r"<https?://[^\s<>]+>")
_HEADING = re.compile(r"^ {0,3}#{1,6}\s")
_LINK = re.compile(r"\]\(([^()\s]*)")
_TO_WRITE = re.compile(r"<to write:([^<>]*)>?")

PATTERNS = {
    "fence": _FENCE,
    "codeSpan": _CODE_SPAN,
    "html": _HTML,
    "autolink": _AUTOLINK,
    "heading": _HEADING,
    "link": _LINK,
    "toWrite": _TO_WRITE,
}
"""The rules by name, for the site: macros/scripts/shared_data.py writes them for browsers."""

_PLAIN = ("title", "references")
_PLAIN_EVERYWHERE = ("messages", "unless", "telltales", "samples", "keywords", "versions")
LONGEST_TEXT = 20_000
"""Characters of one Markdown text, many times what a reader reads; parsing is not always linear."""
_TOKENS_OF_A_PARAGRAPH = 3  # its beginning, its content and its end


def to_write(what: str) -> str:
    """Return the text of a template that asks for ``what``, which the check refuses."""
    return f"<to write: {what}>"


def texts(data: object) -> Iterator[tuple[Location, str]]:
    """Yield every Markdown text in the ``data`` of an entry; quotations of logs are none.

    Where a quotation still contains a prompt, it is yielded too.
    """
    for where, text in every_text(data):
        if not _is_plain(where) or _TO_WRITE.search(text):
            yield where, text


def every_text(data: object) -> list[tuple[Location, str]]:
    """Return every text in the ``data`` of an entry, and where it stands."""
    found: list[tuple[Location, str]] = []
    _gather(data, (), found)
    return found


def _gather(data: object, where: Location, found: list[tuple[Location, str]]) -> None:
    if isinstance(data, str):
        found.append((where, data))
    elif isinstance(data, list):
        for index, item in enumerate(data):
            _gather(item, (*where, index), found)
    elif isinstance(data, dict):
        for name, item in data.items():
            _gather(item, (*where, name), found)


def _is_plain(where: Location) -> bool:
    return (bool(where) and where[0] in _PLAIN) or not set(_PLAIN_EVERYWHERE).isdisjoint(where)


def all_flaws(data: object) -> Iterator[tuple[Location, int, str, str]]:
    """Yield what is wrong in the texts of an entry's ``data``: where, and as :func:`flaws`.

    Quotations, which are shown as they are, need only be free of invisible characters.
    """
    for where, text in every_text(data):
        is_quoted = _is_plain(where) and not _TO_WRITE.search(text)
        for flaw in character_problems(text) if is_quoted else flaws(text):
            yield (where, *flaw)


def flaws(text: str) -> Iterator[TextProblem]:
    """Yield what is wrong in a Markdown ``text`` of an entry, from top to bottom."""
    if len(text) > LONGEST_TEXT:
        yield 0, f"is {len(text):,} characters long", f"keep it within {LONGEST_TEXT:,}"
        return
    if "<to write:" not in text and is_plain(text):
        return
    for asked in _TO_WRITE.finditer(text):
        number = text.count("\n", 0, asked.start())
        what = " ".join(asked[1].split())
        yield number, "still contains the prompt", f"write {what}"
    yield from _markdown_flaws(_TO_WRITE.sub(_only_line_breaks, text))


def _markdown_flaws(text: str) -> Iterator[TextProblem]:
    if refused := list(character_problems(text)):
        yield from refused  # what the text says cannot be told before they are gone
        return
    tokens = parse(text)
    # In the order of lines, each problem once.
    found = dict.fromkeys([*BlockRules(text, tokens).problems(), *inline_problems(tokens)])
    if not found and "\n" not in text.strip("\n") and len(tokens) > _TOKENS_OF_A_PARAGRAPH:
        yield 0, "is not a plain sentence", "begin it with a word"
    yield from sorted(found, key=lambda problem: problem[0])


def _only_line_breaks(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def linked_pages(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield line (from 0), page and anchor of every link from ``text`` to a page of the site."""
    for number, target in link_targets(parse(text)) if "](/" in text else ():
        if page := linked_page(target):
            yield number, *page


def unmarked_dangers(fix: object) -> Iterator[tuple[Location, str, str]]:
    """Yield location, problem and remedy of steps of ``fix`` that destroy without saying so."""
    for index, step in enumerate(fix if isinstance(fix, list) else []):
        text = step.get("text") if isinstance(step, dict) and "danger" not in step else None
        if isinstance(text, str) and (command := dangerous_command(_code(text))):
            yield (
                ("fix", index, "text"),
                f'contains a destructive command ("{command}")',
                "add danger: with what can be lost, or give a safe alternative",
            )


def _code(text: str) -> str:
    """Return the lines inside the code fences of ``text``, comments left out."""
    lines = "\n".join(snippet.code for snippet in snippets(text)).split("\n")
    return "\n".join(line for line in lines if not line.lstrip().startswith("#"))
