"""The first sentence of a Markdown text."""

import re

# A period within a code span ends no sentence: cutting there would leave an unpaired backtick.
_SENTENCE = re.compile(r"(?:(?P<marks>`+)(?!`).*?(?<!`)(?P=marks)(?!`)|.)*?[.!?](?= )")


def first_sentence(markdown: str) -> str:
    """Return the first sentence of the first paragraph of ``markdown``, on one line."""
    paragraph = " ".join(markdown.split("\n\n", 1)[0].split())
    match = _SENTENCE.match(paragraph)
    return match[0] if match else paragraph
