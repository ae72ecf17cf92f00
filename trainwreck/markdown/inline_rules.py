"""Rules for what stands inside the paragraphs of an entry: links, code spans, emphasis, escapes."""

import bisect
import itertools
import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from trainwreck.markdown.addresses import is_url, linked_page
from trainwreck.markdown.problems import TextProblem

_HTML = re.compile(r"<[A-Za-z!/?]")
_TAG = re.compile(r"<[^>\n\0]*>?")
_ENTITY = re.compile(r"&(?:#|[0-9A-Za-z]+;)")
_LONE_UNDERSCORE = re.compile(r"(?<!\w)_|_(?!\w)")
_LITERALS = (
    (re.compile(r"`"), "contains an unpaired backtick", "pair it, or name the character in words"),
    (re.compile(r"\*"), "contains an unpaired asterisk", "put it in backticks, or write \\*"),
    (_LONE_UNDERSCORE, "contains an underscore at the edge of a word", "put it in backticks"),
    (re.compile(r"\{"), "contains an opening brace", "put it in backticks, or write \\{"),
    (re.compile(r"\]\("), "contains ]( outside of a link", "write the link as [text](https://…)"),
    (re.compile(r"\]\s?\["), "contains ][", "write links as [text](https://…)"),
    (re.compile(r"\[TOC\]"), "contains [TOC], a table of contents", "put it in backticks"),
    (_ENTITY, "contains an HTML entity", "write the character itself"),
)
_SAME_ESCAPES = frozenset("\\*_{}[]()>#+-.!")
"""Characters that a backslash escapes in Python-Markdown too; the backtick is left out."""
_LANGUAGE_OF_CODE = re.compile(r"(?:#!|:{3,})[\w#.+-]*(?:\s|$)")
_SHOWN = 20


def inline_problems(tokens: Sequence[Token]) -> Iterator[TextProblem]:
    """Yield every problem inside the paragraphs and table cells among ``tokens``."""
    for token in tokens:
        if token.type == "inline":
            first = token.map[0] if token.map else 0
            for line, problem, remedy in _Inline(token).problems():
                yield first + line, problem, remedy


def link_targets(tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    """Yield the line, from 0, and the target of every link among ``tokens``."""
    for token in tokens:
        if token.type == "inline":
            first = token.map[0] if token.map else 0
            for line, child in _with_lines(token):
                if child.type == "link_open":
                    yield first + line, str(child.attrGet("href"))


class _Inline:
    """The content of one paragraph."""

    def __init__(self, token: Token) -> None:
        self._content = token.content
        self._children = list(_with_lines(token))

    def problems(self) -> Iterator[TextProblem]:
        depth = 0
        literal: list[tuple[int, str]] = []
        for line, child in self._children:
            if child.type in ("em_open", "strong_open"):
                yield from ((line, *found) for found in _emphasis_problems(child, depth))
            depth += child.nesting if child.type[:2] in ("em", "st") else 0
            if child.type in ("text", "html_inline"):
                literal.append((line, child.content))
            else:
                literal.append((line, "\n" if child.type == "softbreak" else "\0"))
                yield from ((line, *found) for found in _child_problems(child))
        yield from _literal_problems(literal)


def _emphasis_problems(child: Token, depth: int) -> Iterator[tuple[str, str]]:
    if "_" in child.markup:
        yield f"contains {child.markup}…{child.markup}, which is emphasis", "put it in backticks"
    if depth:
        yield "contains emphasis within emphasis", "use one kind"


def _child_problems(child: Token) -> Iterator[tuple[str, str]]:
    if child.type == "image":
        yield "contains an image", "describe it in words: pages load nothing"
    elif child.type == "hardbreak":
        yield "ends a line with spaces or a backslash", "start a new paragraph, or delete them"
    elif child.type == "link_open":
        yield from _link_problems(child)
    elif child.type == "code_inline" and _LANGUAGE_OF_CODE.match(child.content):
        yield "starts a code span with #! or :::", "put it in a code fence"
    elif child.type == "text_special":
        yield from _special_problems(child)


def _link_problems(child: Token) -> Iterator[tuple[str, str]]:
    target = str(child.attrGet("href"))
    if not (is_url(target) or (linked_page(target) and child.markup != "autolink")):
        yield (
            f'links to "{target}"',
            "write the whole https address, or /errors/<id>.md for an entry",
        )
    if child.attrGet("title"):
        yield f'gives the link to "{target}" a title', "write [text](address) alone"


def _special_problems(child: Token) -> Iterator[tuple[str, str]]:
    if child.info == "entity":
        yield "contains an HTML entity", "write the character itself"
    elif child.markup == "\\`":
        yield "contains an escaped backtick", "put the code between two backticks: `` a`b ``"
    elif child.content != child.markup and child.content not in _SAME_ESCAPES:
        yield f"escapes {child.content} with a backslash", "delete the backslash"


def _literal_problems(literal: Sequence[tuple[int, str]]) -> Iterator[TextProblem]:
    """Yield problems of plain text; ``literal`` has a mark in place of everything else."""
    text = "".join(part for _, part in literal)
    ends = list(itertools.accumulate(len(part) for _, part in literal))

    def line_at(position: int) -> int:
        return literal[bisect.bisect_right(ends, position)][0]

    if match := _HTML.search(text):
        yield line_at(match.start()), *_html_problem(text[match.start() :])
    for pattern, problem, remedy in _LITERALS:
        if match := pattern.search(text):
            yield line_at(match.start()), problem, remedy


def _html_problem(text: str) -> tuple[str, str]:
    tag = _TAG.match(text)
    shown = tag[0][:_SHOWN] if tag else ""
    return f'"{shown}" would be read as HTML', "put it in backticks"


def _with_lines(token: Token) -> Iterator[tuple[int, Token]]:
    """Yield the children of ``token``, each with the line within it on which the child starts."""
    place, line = 0, 0
    for child in token.children or ():
        if child.type == "code_inline":
            start = token.content.index(child.markup, place)
            place = _end_of_code(token.content, start, child.markup)
            yield line, child
            line += token.content.count("\n", start, place)
            continue
        yield line, child
        if child.type in ("softbreak", "hardbreak"):
            line += 1
            place = token.content.index("\n", place) + 1
        elif child.type == "text" and child.content:
            place = token.content.index(child.content, place) + len(child.content)


def _end_of_code(content: str, start: int, marks: str) -> int:
    """Return where the code span that begins at ``start`` ends."""
    closing = re.compile(rf"(?<!`){marks}(?!`)")
    match = closing.search(content, start + len(marks))
    return match.end() if match else len(content)
