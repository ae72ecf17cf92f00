"""Catalogs of any size, made from copies of the real one."""

import itertools
import random
import re
import shutil
import string
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

import yaml

from trainwreck.logs.redaction import traces
from trainwreck.model.entry import SCHEMA_LINE

# All letters but those of checksums and addresses, which would look like tokens and people's.
_LETTERS = re.compile(r"(?P<kept>\b(?=[0-9a-f]*\d)[0-9a-f]{20,}\b|[\w.-]+@[\w.-]+)|[A-Za-z]+")
_LINKS = {"caused_by", "related", "narrows"}
_LINKED = re.compile(r"\(/errors/(?P<id>[\w-]+)\.md")
_QUOTED = ("messages", "unless", "telltales", "samples")
_FEW_LETTERS = 4
"""Letters of a message of which too few copies are different from one another."""
_ROOT = Path(__file__).parent.parent
REAL = _ROOT / "errors"

Table = dict[int, int]
"""By what each letter is replaced."""


def write_project(folder: Path, number: int) -> None:
    """Write the project to ``folder``, with a catalog of ``number`` entries."""
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("docs", "macros", "overrides"):
        shutil.copytree(_ROOT / name, folder / name, ignore=ignored)
    for name in ("mkdocs.yml", "LICENSE", "LICENSE-CONTENT.md"):
        shutil.copy(_ROOT / name, folder)
    for name in ("benchmarks", "browser", "node_modules", "tests"):
        (folder / name).symlink_to(_ROOT / name)
    write_entries(folder / "errors", number)
    (folder / "codes").mkdir()
    if not leave_out_pages(folder / "docs", folder / "errors"):
        shutil.copytree(_ROOT / "codes", folder / "codes", dirs_exist_ok=True)
    else:
        (folder / "docs" / "frequencies.yml").write_text("[]\n")
        config = folder / "mkdocs.yml"  # links to pages that are left out must not stop the build
        config.write_text(config.read_text().replace("strict: true", "strict: false"))
    (folder / "trainwreck").mkdir()


def write_catalog(project: Path, number: int) -> Path:
    """Write a catalog of ``number`` valid entries to ``project`` and return its folder."""
    shutil.copytree(REAL.parent / "docs" / "clusters", project / "docs" / "clusters")
    write_entries(project / "errors", number)
    return project / "errors"


def write_entries(folder: Path, number: int) -> None:
    """Write ``number`` valid entries to ``folder``.

    The first copy keeps the real ids, so that hand-written pages can link to them; the ids of the
    later ones end in the copy's number, in their links too.
    """
    originals = {path: path.read_text(encoding="utf-8") for path in sorted(REAL.glob("*/*.yml"))}
    known = "|".join(sorted((path.stem for path in originals), key=len, reverse=True))
    ids = re.compile(rf"(?<![\w-])({known})(?![\w-])")
    for copy, start in enumerate(range(0, number, len(originals))):
        suffix = f"-{copy}" if copy else ""
        chosen = dict(itertools.islice(originals.items(), number - start))
        if copy or len(chosen) < len(originals):
            kept = {path.stem for path in chosen}
            dumped = (_dumped(entry, kept) for entry in _copies(chosen.values(), copy))
            texts = [ids.sub(rf"\g<1>{suffix}", text) for text in dumped]
        else:
            texts = list(chosen.values())
        for path, text in zip(chosen, texts, strict=True):
            target = folder / path.parent.name / f"{path.stem}{suffix}.yml"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")


def leave_out_pages(docs: Path, entries: Path) -> list[Path]:
    """Delete the pages in ``docs`` that name real entries which ``entries`` lacks; return them.

    The pages of clusters stay, which entries name.
    """
    missing = {path.stem for path in REAL.glob("*/*.yml")}
    missing -= {path.stem for path in entries.glob("*/*.yml")}
    left_out = [
        page
        for page in docs.rglob("*.md")
        if page.parent.name != "clusters"
        and not missing.isdisjoint(re.findall(r"[\w-]+", page.read_text(encoding="utf-8")))
    ]
    for page in left_out:
        page.unlink()
    return left_out


def _copies(texts: Iterable[str], copy: int) -> list[dict[str, Any]]:
    """Return entries with messages and samples of their own, the real ones if ``copy`` is 0.

    No two entries may have the same message, and each sample must still hold one of its entry's, so
    their letters are exchanged, in another way for each copy.
    """
    entries = [yaml.load(text, Loader=yaml.CSafeLoader) for text in texts]
    if not copy:
        return entries
    for attempt in itertools.count():
        table = _exchanged_letters(f"{copy} {attempt}")
        quoted = [_exchanged_quotations(entry["symptom"], table) for entry in entries]
        # Now and then letters become the beginning of a token, or the name of a secret.
        if not any(next(traces(_joined(own)), None) for own in quoted):
            break
    for entry, own in zip(entries, quoted, strict=True):
        entry["symptom"] |= own
        entry.pop("aliases", None)
    return entries


def _exchanged_quotations(symptom: dict[str, Any], table: Table) -> dict[str, list[Any]]:
    quoted = {name: symptom[name] for name in _QUOTED if name in symptom}
    texts = [_text(item) for items in quoted.values() for item in items]
    # Too short to differ in each copy: a word of the copy is added wherever they are.
    short = [text for text in texts if 0 < _letters(text) < _FEW_LETTERS]
    word = "catalog copy".translate(table)
    result = {}
    for name, items in quoted.items():
        result[name] = [_replaced(item, _exchanged(_text(item), table)) for item in items]
        for text in short:
            once = _exchanged(text, table)
            result[name] = [
                _replaced(item, _text(item).replace(once, f"{once} {word}"))
                for item in result[name]
            ]
    return result


def _letters(text: str) -> int:
    return sum(map(len, re.findall(r"[A-Za-z]+", text)))


def _text(item: Any) -> str:
    return str(item["text"] if isinstance(item, dict) else item)


def _replaced(item: Any, text: str) -> Any:
    return {**item, "text": text} if isinstance(item, dict) else text


def _joined(quoted: dict[str, list[Any]]) -> str:
    return "\n\0\n".join(_text(item) for items in quoted.values() for item in items)


def _exchanged(text: str, table: Table) -> str:
    return _LETTERS.sub(lambda part: part["kept"] or part[0].translate(table), text)


def _exchanged_letters(seed: str) -> Table:
    letters = list(string.ascii_lowercase)
    random.Random(seed).shuffle(letters)  # noqa: S311  no secret
    lower = "".join(letters)
    return str.maketrans(string.ascii_letters, lower + lower.upper())


def _dumped(entry: dict[str, Any], kept: AbstractSet[str]) -> str:
    """Return the text of ``entry``, linked only to entries in ``kept``."""
    for name in _LINKS & entry.keys():
        linked = entry[name]
        left = [id_ for id_ in linked if id_ in kept] if isinstance(linked, list) else linked
        if not left or (isinstance(left, str) and left not in kept):
            del entry[name]
        else:
            entry[name] = left
    if "narrows" not in entry:
        entry["symptom"].pop("telltales", None)
    text = yaml.dump(
        entry, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=1000
    )
    # No text gets too short if it links to the entry with the longest id instead.
    longest = max(kept, key=len)
    text = _LINKED.sub(
        lambda link: link[0] if link["id"] in kept else f"(/errors/{longest}.md", text
    )
    return f"{SCHEMA_LINE}\n{text}"
