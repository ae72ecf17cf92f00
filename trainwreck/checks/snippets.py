"""The code in the fences of entries: taken out of them, and what is wrong with it."""

from collections.abc import Iterator, Mapping, Sequence

from trainwreck.catalog.yaml_reader import EntrySource
from trainwreck.execution.code_checks import flaws_of
from trainwreck.markdown import prose_rules as prose
from trainwreck.markdown.fences import Snippet, snippets


def check_code(sources: Sequence[EntrySource]) -> None:
    """Report what is wrong in the code of all ``sources``, checked at once."""
    found = [(source, *place) for source in sources for place in _code(source)]
    for (source, where, line, _), flaws in zip(
        found, flaws_of([snippet for *_, snippet in found]), strict=True
    ):
        for offset, message, fix in flaws:
            source.report(where, message, fix, line + offset)


def _code(source: EntrySource) -> Iterator[tuple[tuple[str | int, ...], int, Snippet]]:
    """Yield the field, the line of the opening fence, and the code of each fence."""
    if not isinstance(source.data, Mapping):
        return
    for where, text in prose.texts(source.data):
        for snippet in snippets(text):
            # A fence without a language is a problem of its own.
            if snippet.language:
                yield where, source.text_line(where, snippet.line - 1), snippet
