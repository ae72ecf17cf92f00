"""YAML text to plain data, with the line of every value.

Only the part of YAML that a reader can take in at a glance is accepted: no anchors, aliases, tags
or duplicate keys, nothing empty, one document per file.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from trainwreck.files import read_regular
from trainwreck.markdown.location import Location
from trainwreck.model.problems import Problem, shown
from trainwreck.model.scalars import NotText

LONGEST_FILE = 256 * 1024
"""Bytes of an entry file."""
_DEEPEST_NESTING = 8
_FEWER_LEVELS = f"no entry needs more than {_DEEPEST_NESTING} levels"
_NULL = "tag:yaml.org,2002:null"
_TYPE_NAMES = {
    "tag:yaml.org,2002:int": "a number",
    "tag:yaml.org,2002:float": "a number",
    "tag:yaml.org,2002:bool": "a boolean",
}
_ABOUT_BACKSLASHES = "write \\\\ for a backslash in double quotes, or use single quotes"
_SYNTAX_REMEDIES = {
    "mapping values are not allowed": (
        'put text that holds ": " in quotes, or after "|" on lines of its own'
    ),
    "tab character": "indent with spaces, not tabs",
    "cannot start any token": "quote text that starts with @, ` or %; indent with spaces",
    "control characters": "delete the control character",
    "escape": _ABOUT_BACKSLASHES,
    "hexdecimal": _ABOUT_BACKSLASHES,  # so libyaml spells it
    "another document": "give each entry a file of its own",
    "quote that opens here": "close it, and put \\ before a double quote within it",
}
"""What libyaml says is wrong, in part, and what would be right."""

# What precedes it is looked at afterward, so that few characters of a file are tried.
_MAY_BE_MARK = re.compile(r"[&*!](?<![^\s\[{,:-][&*!])[\w!<'\"]")
"""Finds whatever could be an anchor, an alias or a tag; much of it is only text."""
_LISTS_IN_LISTS = re.compile(r"-[ \t]+(?:-[ \t]+){7}")
_FEW_BRACKETS = 500

try:
    # The C parser reads a thousand entries in a second or two, the Python one in half a minute.
    from yaml import CSafeLoader as _Loader
except ImportError:  # PyYAML was built without libyaml
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]


@dataclass
class EntrySource:
    """The content of one entry file, and the line of each part of it."""

    path: Path
    text: str = ""
    data: object = None
    problems: list[Problem] = field(default_factory=list)
    lines: dict[Location, int] = field(default_factory=dict)
    text_starts: dict[Location, int] = field(default_factory=dict)

    def line(self, where: Location) -> int:
        """Return the line of ``where``, or of the nearest part around it that is in the file."""
        while where and where not in self.lines:
            where = where[:-1]
        return self.lines.get(where, 1)

    def text_line(self, where: Location, offset: int) -> int:
        """Return the line in the file of the line number ``offset`` (from 0) of a text."""
        return self.text_starts.get(where, self.line(where)) + offset

    def report(self, where: Location, message: str, fix: str, line: int | None = None) -> None:
        """Add a problem of the part at ``where``."""
        name = ".".join(str(part) for part in where)
        found = Problem(shown(self.path), line or self.line(where), name, message, fix)
        self.problems.append(found)


class _TooDeepError(Exception):
    """Lists or mappings lie deeper in one another than any entry needs."""

    def __init__(self, line: int) -> None:
        self.line = line


def read(path: Path, content: bytes | None = None) -> EntrySource:
    """Read an entry file; whatever is wrong with it is in the result's ``problems``.

    Args:
        path: the file.
        content: what it contains, if that is known already.

    """
    source = EntrySource(path)
    text = _decoded(source, content)
    if text is None:
        return source
    source.text = text
    try:
        for line, message, fix in _refused(text) if _may_be_refused(text) else ():
            source.report((), message, fix, line)
        if not source.problems:
            node = yaml.compose(text, Loader=_Loader)
            source.data = _plain(node, (), source) if node else None
    except _TooDeepError as error:
        source.report((), "nests too deep", _FEWER_LEVELS, error.line)
    except yaml.YAMLError as error:
        _report_syntax(source, text, error)
    else:
        if source.data is None and not source.problems:
            source.report((), "the file is empty", "copy a neighboring entry and change it")
    return source


def _decoded(source: EntrySource, content: bytes | None) -> str | None:
    try:
        content = read_regular(source.path, LONGEST_FILE + 1) if content is None else content
    except OSError as error:
        source.report((), f"cannot be read ({error.strerror})", "fix the path or its permissions")
        return None
    if len(content) > LONGEST_FILE:
        source.report(
            (),
            f"is longer than {LONGEST_FILE:,} bytes",
            "shorten the samples",
        )
        return None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        source.report(
            (), f"byte 0x{content[error.start]:02x} is not UTF-8", "save the file as UTF-8", line
        )
        return None


def _may_be_refused(text: str) -> bool:
    # To look at each event takes as long as to read the file.
    brackets = text.count("[") + text.count("{")
    return brackets > _FEW_BRACKETS or bool(
        _MAY_BE_MARK.search(text) or _LISTS_IN_LISTS.search(text)
    )


def _refused(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield line, problem and remedy of YAML that is legal but has no place in an entry."""
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        line = event.start_mark.line + 1 if event.start_mark else 1
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if isinstance(event, yaml.AliasEvent):
            yield line, f"alias *{anchor} is not allowed", "write the value out"
            continue
        if anchor:
            yield line, f"anchor &{anchor} is not allowed", "write the value where it is used"
        if tag:
            yield line, f"tag {tag} is not allowed", "write plain text, lists and mappings"
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST_NESTING:
            yield line, "nests too deep", _FEWER_LEVELS
            return


def _plain(node: yaml.Node, where: Location, source: EntrySource) -> object:
    """Turn ``node`` into text, lists and dictionaries; a day stays text, a number does not."""
    source.lines.setdefault(where, node.start_mark.line + 1)
    if len(where) > _DEEPEST_NESTING:
        raise _TooDeepError(node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, where, source)
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, (*where, i), source) for i, item in enumerate(node.value)]
    if node.tag == _NULL:
        source.report(where, "is empty", "write its value, or delete the line")
        return ""
    block = getattr(node, "style", None) in ("|", ">")
    source.text_starts[where] = node.start_mark.line + (2 if block else 1)
    if type_name := _TYPE_NAMES.get(node.tag):
        return NotText(node.value, type_name)
    return node.value


def _mapping(node: yaml.MappingNode, where: Location, source: EntrySource) -> dict[str, object]:
    result: dict[str, object] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        if not isinstance(key_node, yaml.ScalarNode):
            source.report(where, "has a list or mapping as a key", "use plain words as keys", line)
            continue
        key = str(key_node.value)
        if key in result:
            first = source.lines[(*where, key)]
            source.report(
                (*where, key), f"is written twice (first on line {first})", "keep one of them", line
            )
            continue
        source.lines[(*where, key)] = line
        result[key] = _plain(value_node, (*where, key), source)
    return result


def _report_syntax(source: EntrySource, text: str, error: yaml.YAMLError) -> None:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
        line, problem = error.problem_mark.line + 1, str(error.problem)
        if opened := _open_quote(text, line):
            line, problem = opened, f"the quote that opens here goes on up to line {line}"
    else:
        position = getattr(error, "position", 0) or 0
        line, problem = text.count("\n", 0, position) + 1, str(getattr(error, "reason", error))
    source.report((), f"is not valid YAML: {problem}", _syntax_remedy(problem), line)


def _open_quote(text: str, line: int) -> int | None:
    """Return where the quoted text begins that goes on up to ``line``, the one with the error."""
    opened = None
    try:
        for token in yaml.scan(text, Loader=yaml.SafeLoader):
            if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"'):
                begin, end = token.start_mark.line + 1, token.end_mark.line + 1
                opened = begin if begin < end == line else None
    except yaml.MarkedYAMLError as error:
        is_escape = "escape" in (error.problem or "")
        if error.context_mark and "quoted scalar" in (error.context or "") and not is_escape:
            return error.context_mark.line + 1
    except yaml.YAMLError:
        return None
    return opened


def _syntax_remedy(problem: str) -> str:
    for part, remedy in _SYNTAX_REMEDIES.items():
        if part in problem:
            return remedy
    return "look for a missing quote or a wrong indentation on this line or just above"
