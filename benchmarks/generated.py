"""Catalogs of any size, made from copies of the real one."""

import itertools
import re
from pathlib import Path

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
        target = folder / path.parent.name / f"{path.stem}{suffix}.yml"
        target.parent.mkdir(parents=True, exist_ok=True)
        is_last_copy = number - index <= len(originals)
        target.write_text(_without_links(text) if is_last_copy else text)


def _without_links(text: str) -> str:
    """Cut the links to other entries: the last copy may be incomplete."""
    text = re.sub(r"^(caused_by|related):.*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"\(/errors/[\w-]+\.md\)", "(/legend.md)", text)
