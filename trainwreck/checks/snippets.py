"""The code in the fences of entries: taken out of them, and what is wrong with it."""

from collections.abc import Iterable, Iterator, Sequence

from trainwreck.catalog.yaml_reader import EntrySource
from trainwreck.checks.findings import Texts
from trainwreck.execution.code_checks import flaws_of
from trainwreck.markdown import prose_rules as prose
from trainwreck.markdown.fences import Snippet, snippets

Place = tuple[str, int, Snippet]
"""The field, the line of the opening fence in the file, and the code."""
Found = tuple[int, str, str, str]
"""Line, field, what is wrong, what would be right."""


def code(source: EntrySource, prose_texts: Texts) -> Iterator[Place]:
    """Yield the code in the Markdown texts of an entry."""
    for where, text in prose_texts:
        for snippet in snippets(text):
            # A fence without a language, or still to be written, is a problem of its own.
            if snippet.language and not prose.PATTERNS["toWrite"].search(snippet.code):
                line = source.text_line(where, snippet.line - 1)
                yield ".".join(map(str, where)), line, snippet


def check_code(entries: Sequence[Iterable[Place]]) -> list[list[Found]]:
    """Return what is wrong in the code of each entry. Code that is there twice is checked once."""
    places = [list(entry) for entry in entries]
    distinct = {
        (snippet.language, snippet.code): snippet for entry in places for _, _, snippet in entry
    }
    flaws = dict(zip(distinct, flaws_of(list(distinct.values())), strict=True))
    return [
        [
            (line + offset, field, message, fix)
            for field, line, snippet in entry
            for offset, message, fix in flaws[snippet.language, snippet.code]
        ]
        for entry in places
    ]
