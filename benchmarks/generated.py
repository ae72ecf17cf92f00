"""Catalogs of any size, made from copies of the real one."""

import itertools
import random
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# Messages, exceptions and samples, up to the next field.
_QUOTED_LOG = re.compile(r"^(  (?:messages|unless|samples):\n)((?:    .*\n|\n)*)", re.MULTILINE)
# All letters but those of an escape in YAML, and those of checksums, which would become tokens.
_LETTERS = re.compile(r"(?P<checksum>\b(?=[0-9a-f]*\d)[0-9a-f]{20,}\b)|(?<!\\)[A-Za-z]+")
REAL = Path(__file__).parent.parent / "errors"


def write_entries(folder: Path, number: int) -> None:
    """Write ``number`` valid entries to ``folder``.

    The first copy keeps the real ids, so that hand-written pages can link to them; the ids of the
    later ones end in the copy's number, in their links too.
    """
    originals = sorted(REAL.glob("*/*.yml"))
    known = "|".join(path.stem for path in originals)
    for index, path in zip(range(number), itertools.cycle(originals), strict=False):
        copy = index // len(originals)
        suffix = f"-{copy}" if copy else ""
        text = re.sub(rf"(?<![\w-])({known})(?![\w-])", rf"\g<1>{suffix}", path.read_text())
        text = _with_own_messages(text, copy)
        target = folder / path.parent.name / f"{path.stem}{suffix}.yml"
        target.parent.mkdir(parents=True, exist_ok=True)
        is_whole_copy = (copy + 1) * len(originals) <= number
        target.write_text(text if is_whole_copy else _without_links(text))


def _with_own_messages(text: str, copy: int) -> str:
    """Exchange the letters of messages and samples, in another way for each copy.

    No two entries may have the same message, and each sample must still hold one of its entry's.
    """
    if not copy:
        return text
    table = _exchanged_letters(copy)

    def exchanged(part: re.Match[str]) -> str:
        return part[0] if part["checksum"] else part[0].translate(table)

    return _QUOTED_LOG.sub(lambda block: block[1] + _LETTERS.sub(exchanged, block[2]), text)


def compiled_entries(entries: list[dict[str, Any]], number: int) -> Iterator[dict[str, Any]]:
    """Yield ``number`` copies of the compiled ``entries``, with ids and messages of their own."""
    for index, entry in zip(range(number), itertools.cycle(entries), strict=False):
        copy = index // len(entries)
        if not copy:
            yield entry
            continue
        table = _exchanged_letters(copy)
        id_ = f"{entry['id']}-{copy}"
        own = {
            name: [text.translate(table) for text in entry[name]]
            for name in ("messages", "unless", "samples")
        }
        yield {**entry, **own, "id": id_, "url": f"errors/{id_}/", "caused_by": []}


def _exchanged_letters(copy: int) -> dict[int, int]:
    letters = list(string.ascii_lowercase)
    random.Random(copy).shuffle(letters)  # noqa: S311  no secret
    lower = "".join(letters)
    return str.maketrans(string.ascii_letters, lower + lower.upper())


def _without_links(text: str) -> str:
    """Cut the links to other entries, which an incomplete copy may lack."""
    text = re.sub(r"^(caused_by|related):.*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"\(/errors/[\w-]+\.md\)", "(/legend.md)", text)
