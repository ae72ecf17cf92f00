"""Catalogs of any size, made from copies of the real one."""

import itertools
import random
import re
import string
from pathlib import Path
from typing import Any

import yaml

# All letters but those of checksums and addresses, which would look like tokens and people's.
_LETTERS = re.compile(r"(?P<kept>\b(?=[0-9a-f]*\d)[0-9a-f]{20,}\b|[\w.-]+@[\w.-]+)|[A-Za-z]+")
_LINKS = ("caused_by", "related", "narrows")
REAL = Path(__file__).parent.parent / "errors"


def write_entries(folder: Path, number: int) -> None:
    """Write ``number`` valid entries to ``folder``.

    The first copy keeps the real ids, so that hand-written pages can link to them; the ids of the
    later ones end in the copy's number, in their links too.
    """
    originals = sorted(REAL.glob("*/*.yml"))
    known = "|".join(sorted((path.stem for path in originals), key=len, reverse=True))
    ids = re.compile(rf"(?<![\w-])({known})(?![\w-])")
    for index, path in zip(range(number), itertools.cycle(originals), strict=False):
        copy = index // len(originals)
        suffix = f"-{copy}" if copy else ""
        target = folder / path.parent.name / f"{path.stem}{suffix}.yml"
        target.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8")
        is_whole_copy = (copy + 1) * len(originals) <= number
        if copy or not is_whole_copy:
            named = ids.sub(rf"\g<1>{suffix}", text)
            text = _copied(named, copy, with_links=is_whole_copy)
        target.write_text(text, encoding="utf-8")


def _copied(text: str, copy: int, *, with_links: bool) -> str:
    """Return an entry with messages and samples of its own.

    No two entries may have the same message, and each sample must still hold one of its entry's, so
    their letters are exchanged, in another way for each copy.
    """
    schema, _, _ = text.partition("\n")
    entry: dict[str, Any] = yaml.load(text, Loader=yaml.CSafeLoader)
    if copy:
        symptom, table = entry["symptom"], _exchanged_letters(copy)
        for name in ("messages", "unless", "telltales", "samples"):
            if name in symptom:
                symptom[name] = [_exchanged(item, table) for item in symptom[name]]
        entry.pop("aliases", None)
    if not with_links:
        for name in _LINKS:
            entry.pop(name, None)
        entry["symptom"].pop("telltales", None)
    dumped = yaml.dump(
        entry, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=1000
    )
    # A copy that is not whole lacks some of the entries that its prose links to.
    return f"{schema}\n{dumped if with_links else _without_links(dumped)}"


def _exchanged(item: Any, table: dict[int, int]) -> Any:
    if isinstance(item, dict):
        return {**item, "text": _exchanged(item["text"], table)}
    return _LETTERS.sub(lambda part: part["kept"] or part[0].translate(table), str(item))


def _exchanged_letters(copy: int) -> dict[int, int]:
    letters = list(string.ascii_lowercase)
    random.Random(copy).shuffle(letters)  # noqa: S311  no secret
    lower = "".join(letters)
    return str.maketrans(string.ascii_letters, lower + lower.upper())


def _without_links(text: str) -> str:
    return re.sub(r"\(/errors/[\w-]+\.md\)", "(/legend.md)", text)
