"""An entry taken apart: the lines of its file, and what the check says of worse ones.

A page that teaches by an entry quotes the file, so that nothing is in the repository twice, and
shows the problems that the check finds while the site is built.
"""

import dataclasses
import re
import shutil
import tempfile
import textwrap
from collections.abc import Callable
from pathlib import Path

from macros.rendering.filters import code_block
from trainwreck import Entry, Problem
from trainwreck.catalog.sources import clusters_folder
from trainwreck.catalog.yaml_reader import read
from trainwreck.checks.checker import check_catalog
from trainwreck.markdown.location import Location


class WorkedExample:
    """An entry for a page to take apart."""

    def __init__(self, root: Path, entry: Entry) -> None:
        """Take ``entry`` of the catalog in the folder ``root``."""
        self._root = root
        self._place = Path(entry.category, f"{entry.id}.yml")
        self._source = read(root / self._place)
        self._lines = self._source.text.splitlines()

    def lines(self, first: str = "", last: str = "") -> str:
        """Return the lines of a field, or of all from ``first`` to ``last``, as a code fence.

        Fields are named as in problems, ``fix.1.title``; without ``first`` it begins with the file.

        Raises:
            LookupError: where the entry has no such field.

        """
        begin = self._extent(first).start if first else 1
        text = "\n".join(self._lines[begin - 1 : self._extent(last or first).stop - 1])
        head = f'{{ .yaml .from-the-entry linenums="{begin}" }}'
        return code_block(text, head)

    def refused(self, field: str, caller: Callable[[], str]) -> str:
        """Return worse lines for ``field``, the body of the call, with what the check says of them.

        Raises:
            LookupError: where the entry has no such field.
            ValueError: where the check finds nothing wrong with these lines.

        """
        worse = caller().strip("\n")
        found = self.problems(self.with_lines(field, worse))
        if not found:
            raise ValueError(f"the check has nothing against these lines for {field}:\n{worse}")
        said = "\n".join(map(str, found))
        shown = f"{code_block(worse, 'yaml')}\n\n{code_block(said)}"
        return f'!!! failure "Refused"\n\n{textwrap.indent(shown, "    ")}\n'

    def with_lines(self, field: str, lines: str) -> str:
        """Return the text of the entry with ``lines`` in place of those of ``field``."""
        extent = self._extent(field)
        before, after = self._lines[: extent.start - 1], self._lines[extent.stop - 1 :]
        return "\n".join([*before, *lines.splitlines(), *after]) + "\n"

    def problems(self, text: str) -> tuple[Problem, ...]:
        """Return the problems of the entry if it were ``text``, among those that it names."""
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder, self._root.name)
            for path in [self._place, *self._named_in(text + self._source.text)]:
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(self._root / path, root / path)
            shutil.copytree(clusters_folder(self._root), clusters_folder(root))
            (root / self._place).write_text(text, encoding="utf-8")
            found = check_catalog(root, use_cache=False).problems
            own = [problem for problem in found if problem.file.endswith(str(self._place))]
        file = str(self._root.name / self._place)
        return tuple(dataclasses.replace(problem, file=file) for problem in own)

    def _named_in(self, text: str) -> list[Path]:
        words = set(re.findall(r"[a-z0-9-]+", text))
        found = (path.relative_to(self._root) for path in self._root.glob("*/*.yml"))
        return [path for path in found if path.stem in words and path != self._place]

    def _extent(self, field: str) -> range:
        """Return the lines, from 1, that ``field`` takes up."""
        where: Location = tuple(
            int(part) if part.isdecimal() else part for part in field.split(".")
        )
        if where not in self._source.lines:
            raise LookupError(f"{self._place} has no {field}, which a page quotes")
        begin = self._source.lines[where]
        depth = _depth(self._lines[begin - 1])
        following = enumerate(self._lines[begin:], begin + 1)
        ends = (number for number, line in following if line.strip() and _depth(line) <= depth)
        return range(begin, next(ends, len(self._lines) + 1))


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
