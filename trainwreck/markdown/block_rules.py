"""Rules for the blocks of an entry's Markdown: paragraphs, lists, tables and code fences.

Python-Markdown, which builds the site, and CommonMark, which all other readers follow, disagree on
many blocks. The rules leave the forms on which both agree; tests hold the two readers together.
"""

import itertools
import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from trainwreck.markdown.problems import TextProblem

_INDENT = 4
"""Spaces by which a block within a list item is indented, for each list around it."""
_OTHER_SPACE = re.compile("[\t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_MARKER = r"(?:[-+*]|\d{1,9}[.)])"
_LIST_MARKERS = re.compile(rf"[ ]*(?:{_MARKER}[ ]+(?=\S))*")
_STARTS = (
    (re.compile(rf"{_MARKER}[ ]*$"), "is a list item without text", "write a sentence after it"),
    (re.compile(r"#"), "starts with #, which makes a heading", "use a paragraph or another field"),
    (re.compile(r"=+[ ]*$|-+[ ]*$"), "underlines a heading", "use a paragraph or another field"),
    (re.compile(r">"), "starts with >, which makes a quotation", "write it as a paragraph"),
    (re.compile(r"!!!|\?\?\?|==="), "starts like an admonition or a tab", "begin with a word"),
    (re.compile(r":"), "starts with a colon, which defines a term", "begin with a word"),
    (
        re.compile(r"\*\[|\[[^\]]*\]:"),
        "defines a reference, footnote or abbreviation",
        "write the link where it is used, [text](https://…)",
    ),
    (
        re.compile(r"`{3}|~{3}"),
        "starts a code fence within a paragraph",
        "put a blank line before it",
    ),
    (
        re.compile(r"\||[-: ]*\|[-:| ]*$"),
        "looks like a table row outside a table",
        "write a header row and | --- | --- | above it, after a blank line",
    ),
)
_REFUSED_BLOCKS = {
    "code_block": ("contains a block of code made by indenting", "put it in a code fence"),
    "hr": ("contains a horizontal rule", "delete it"),
    "html_block": ("starts with HTML", "put it in backticks"),
}
_LANGUAGE = re.compile(r"[A-Za-z0-9][\w+-]*$")
_MARKED_LANGUAGE = re.compile(r"(?:python|bash|sh) +(?:runnable|not-run: *[\w-]*)$")
_DELIMITER_ROW = re.compile(r"\|(?:[ ]*-{3,}[ ]*\|)+$")
_HEAD_OF_TABLE = 2  # the header row and the delimiter row
_BAR = re.compile(r"(?<!\\)\|")


class BlockRules:
    """The rules, applied to one text."""

    def __init__(self, text: str, tokens: Sequence[Token]) -> None:
        """Prepare to check ``text``, whose block tokens are ``tokens``."""
        self._lines = text.split("\n")
        self._tokens = tokens
        self._code_lines = {
            line for token in tokens if token.type == "fence" for line in range(*_extent(token))
        }

    def problems(self) -> Iterator[TextProblem]:
        """Yield every problem of the blocks."""
        yield from self._line_problems()
        yield from self._indent_problems()
        depth = 0
        for position, token in enumerate(self._tokens):
            depth -= token.type in ("bullet_list_close", "ordered_list_close")
            yield from self._token_problems(position, token, depth)
            depth += token.type in ("bullet_list_open", "ordered_list_open")

    def _line_problems(self) -> Iterator[TextProblem]:
        table_lines = {
            line
            for token in self._tokens
            if token.type == "table_open"
            for line in range(*_extent(token))
        }
        for number, line in enumerate(self._lines):
            if match := _OTHER_SPACE.search(line):
                name = "a tab" if match[0] == "\t" else f"the space U+{ord(match[0]):04X}"
                yield number, f"contains {name}", "write plain spaces"
            elif number not in self._code_lines and number not in table_lines:
                yield from ((number, *found) for found in _start_problems(line))

    def _indent_problems(self) -> Iterator[TextProblem]:
        """Yield lines that Python-Markdown keeps in the deeper block that the lines above are."""
        wanted = None
        for number, line in enumerate(self._lines):
            indent = len(line) - len(line.lstrip(" "))
            if not line.strip(" ") or number in self._code_lines:
                wanted = None
            elif wanted is None:
                wanted = indent
            elif indent < wanted:
                yield number, "is indented less than the lines above", "put a blank line before it"

    def _token_problems(self, position: int, token: Token, depth: int) -> Iterator[TextProblem]:
        if token.type in _REFUSED_BLOCKS:
            yield _extent(token)[0], *_REFUSED_BLOCKS[token.type]
        elif token.type == "fence":
            yield from self._fence_problems(token, depth)
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            yield from self._list_problems(position, token, depth)
        elif token.type == "list_item_open":
            yield from self._item_problems(position, token, depth)
        elif token.type == "paragraph_open" and not self._is_first_in_item(position):
            yield from self._place_problems(token, depth)
        elif token.type == "table_open":
            yield from self._table_problems(token, depth)

    def _place_problems(self, token: Token, depth: int) -> Iterator[TextProblem]:
        """Yield what is wrong with where a block starts."""
        first = _extent(token)[0]
        line = self._lines[first]
        indent = len(line) - len(line.lstrip(" "))
        if indent != _INDENT * depth:
            where = "in the list item" if depth else "outside of lists"
            yield (
                first,
                f"is indented by {indent} space{'s' * (indent != 1)} {where}",
                f"indent it by {_INDENT * depth}",
            )
        elif first and self._lines[first - 1].strip(" "):
            yield first, "follows another block directly", "put a blank line before it"

    def _fence_problems(self, token: Token, depth: int) -> Iterator[TextProblem]:
        yield from self._place_problems(token, depth)
        first, end = _extent(token)
        info = token.info.strip(" ")
        if "~" in token.markup:
            yield first, "opens a code fence with ~~~", "write ```"
        if not info:
            yield first, "a code fence has no language", f"write {token.markup}text or the like"
        elif not (_LANGUAGE.match(info) or _MARKED_LANGUAGE.match(info)):
            yield (
                first,
                f'"{info}" after a code fence is not a language',
                "write one, such as text; after python or bash, runnable or not-run: and why",
            )
        indent = self._lines[first].partition("`")[0]
        if end - 1 == first or self._lines[end - 1].rstrip(" ") != indent + token.markup:
            yield first, "a code fence is never closed", f"end it with a line of {token.markup}"
            return
        if end < len(self._lines) and self._lines[end].strip(" "):
            yield end, "follows a code fence directly", "put a blank line before it"
        for number in range(first + 1, end):
            line = self._lines[number]
            if line.strip(" ") and len(line) - len(line.lstrip(" ")) < _INDENT * depth:
                yield number, "is indented less than its code fence", f"add {_INDENT} spaces"
                return

    def _list_problems(self, position: int, token: Token, depth: int) -> Iterator[TextProblem]:
        first = _extent(token)[0]
        if token.markup not in "-.":
            right = "- " if token.type == "bullet_list_open" else "1. "
            yield first, f"marks list items with {token.markup}", f'begin each with "{right}"'
        if token.attrGet("start") not in (None, 1):
            yield first, f"starts a list at {token.attrGet('start')}", "start it at 1"
        if position and self._tokens[position - 1].type in (
            "bullet_list_close",
            "ordered_list_close",
        ):
            yield first, "follows a list of another kind", "put a paragraph between the lists"
        if not depth and first and self._lines[first - 1].strip(" "):
            yield first, "starts a list within a paragraph", "put a blank line before the list"

    def _item_problems(self, position: int, token: Token, depth: int) -> Iterator[TextProblem]:
        first = _extent(token)[0]
        line = self._lines[first]
        indent, wanted = len(line) - len(line.lstrip(" ")), _INDENT * (depth - 1)
        if indent != wanted:
            yield first, f"a list item is indented by {indent}", f"indent it by {wanted}"
        inside = self._tokens[position + 1]
        is_empty = inside.type == "list_item_close"
        if not is_empty and (inside.type != "paragraph_open" or _extent(inside)[0] != first):
            yield first, "a list item starts with no text", "write a sentence after the marker"

    def _table_problems(self, token: Token, depth: int) -> Iterator[TextProblem]:
        first, end = _extent(token)
        if depth:
            yield first, "contains a table in a list item", "put it outside of the list"
        else:
            yield from self._place_problems(token, depth)
        if end - first == _HEAD_OF_TABLE:
            yield first, "is a table without rows", "add one, or delete it"
        columns = len(_BAR.findall(self._lines[first])) - 1
        for number in range(first, end):
            line = self._lines[number].rstrip(" ")
            if not line.startswith("|") or not line.endswith("|") or line.endswith("\\|"):
                yield number, "is a row without bars at its ends", "begin and end it with |"
            elif "\\|" in line:
                yield number, "escapes a bar in a table", "rephrase it: cells can't contain bars"
            elif len(_BAR.findall(line)) - 1 != columns:
                count = len(_BAR.findall(line)) - 1
                yield (
                    number,
                    f"is a row of {count} cells in a table of {columns} columns",
                    "give each row one cell per column, with no bar in a cell",
                )
        if not _DELIMITER_ROW.match(self._lines[first + 1].rstrip(" ")):
            yield first + 1, "aligns a column", "write | --- | for each column"

    def _is_first_in_item(self, position: int) -> bool:
        return position > 0 and self._tokens[position - 1].type == "list_item_open"


def _start_problems(line: str) -> Iterator[tuple[str, str]]:
    markers = _LIST_MARKERS.match(line)
    start = line[markers.end() if markers else 0 :]
    found = ((problem, remedy) for pattern, problem, remedy in _STARTS if pattern.match(start))
    yield from itertools.islice(found, 1)


def _extent(token: Token) -> tuple[int, int]:
    """Return the first line of ``token``, from 0, and the line after its last."""
    first, end = token.map or (0, 1)
    return first, end
