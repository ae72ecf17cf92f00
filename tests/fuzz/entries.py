"""Mutated entries: checked, compiled and rendered without a traceback; and the command line."""

import io
import random
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import markdown
from click.testing import CliRunner

from macros.security.sanitizer import sanitized
from tests.support.entries import ENTRY, make_catalog
from tests.support.paths import ROOT
from trainwreck.catalog.store import read_snapshot
from trainwreck.checks.checker import check_catalog
from trainwreck.cli import loading
from trainwreck.cli.main import main
from trainwreck.output.entry import as_text

_SPLICED = (
    *("\\x02", "\\x1b[31m", "`", "```", "~~~", "{{ x }}", "{: onclick=1 }", "<script>", "<*>"),
    *("[a](javascript:b)", "\n", "\t", "&a ", "*a", "!!x ", "- ", ": ", "|", "\u2028", "\x85"),
)
_EXTENSIONS = ("attr_list", "tables", "pymdownx.superfences", "pymdownx.details")
_ARGUMENTS = (
    *("diagnose", "show", "search", "check", "schema", "new", "--format", "json", "--glob"),
    *("--cluster", "--limit", "-1", "nan-loss", "", "\x1b[31m", "a" * 300, "/dev/null", "--help"),
    *("--from-log", "--yes", "--summary", "--exit-code", "action", "--catalog", "log", "."),
)


def fuzzers(folder: Path) -> list[tuple[str, Callable[[random.Random], None]]]:
    """Return the fuzzers of entries and of the command line, which work in ``folder``."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("errors/*/*.yml"))]
    root = make_catalog(folder / "catalog", {"numerics/wheel": ENTRY})
    path = root / "numerics" / "wheel.yml"

    def entry(chance: random.Random) -> None:
        """Check, compile and show a mutated entry."""
        text = _mutated(chance, chance.choice([ENTRY, *texts]))
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        for problem in check_catalog(root, use_cache=False).problems:
            assert problem.line >= 1, text
            assert problem.message, text
        catalog = read_snapshot(root)
        for shown in catalog:
            html = markdown.markdown(as_text(shown, catalog.clusters), extensions=_EXTENSIONS)
            assert "<script" not in sanitized(html, "errors/wheel.md").lower(), text

    def command(chance: random.Random) -> None:
        """Call the command line with any arguments."""
        arguments = chance.choices(_ARGUMENTS, k=chance.randint(1, 5))
        runner = CliRunner()
        with runner.isolated_filesystem(folder):
            Path("log").write_bytes(chance.randbytes(chance.choice((0, 99))))
            given = io.BytesIO(chance.choice((b"", b"y\n", b"No HIP GPUs", b"\x1f\x8b\x08")))
            with mock.patch.object(loading, "stdin_buffer", return_value=io.BufferedReader(given)):
                done = runner.invoke(main, arguments)
        if done.exception and not isinstance(done.exception, SystemExit):
            done.exception.add_note(f"arguments {arguments}")
            raise done.exception

    return [("mutated entries", entry), ("calls of the command line", command)]


def _mutated(chance: random.Random, text: str) -> str:
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice(_SPLICED) + text[at + chance.choice((0, 0, 1, 9)) :]
    return text
