"""The tools for assistants: each method is one, and its docstring tells assistants of it."""

import functools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from trainwreck.flight_recorder.report import read_report
from trainwreck.logs import reader
from trainwreck.logs.dump_files import dumps_in
from trainwreck.markdown.absolute_links import portable
from trainwreck.matching.codes import CodeIndex
from trainwreck.matching.engine import Diagnoser
from trainwreck.matching.results import Diagnosis
from trainwreck.matching.with_dumps import with_dumps
from trainwreck.mcp.answers import (
    DiagnosisAnswer,
    ExplainAnswer,
    ExplainedCode,
    Found,
    SearchAnswer,
)
from trainwreck.metadata import SITE
from trainwreck.model.field_types import rule_error
from trainwreck.model.problems import did_you_mean
from trainwreck.output.codes import as_plain as code_as_plain
from trainwreck.output.diagnosis_json import as_plain
from trainwreck.output.entry import as_text
from trainwreck.output.flight_recorder import dumps_json
from trainwreck.output.search import note
from trainwreck.snapshot.catalog import Snapshot

MOST_ENTRIES = 20
"""Entries that a search returns at most."""


def _not_blank(text: str) -> str:
    if not text.strip():
        raise rule_error("is empty", "write it")
    return text


_LOG = "What the job printed, whole or in part."
_PATH = "The log's file on this machine, instead of log; it may be compressed."
_WORDS = "A line of a log, or a description of the problem."
_CODE = "A code in any form: exit code 137, signal 9, SIGKILL, xid 79, errno 28, NODE_FAIL, 0:9."
_ID = "The entry's id, such as disk-quota-exceeded."
_CLUSTER = "Id of the cluster; leaves out the steps that are for others only."
_LIMIT = f"How many entries, 1 to {MOST_ENTRIES}."


def _without_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


_NotBlank = AfterValidator(_not_blank)
# The texts are not of the type "text or null": what looks like JSON would be parsed then.
_Log = Annotated[
    str, Field(min_length=1, description=_LOG, json_schema_extra=_without_default), _NotBlank
]
_Path = Annotated[
    str, Field(min_length=1, description=_PATH, json_schema_extra=_without_default), _NotBlank
]
_Words = Annotated[str, Field(min_length=1, description=_WORDS), _NotBlank]
_Code = Annotated[str, Field(min_length=1, description=_CODE), _NotBlank]
_Id = Annotated[str, Field(min_length=1, description=_ID), _NotBlank]
_Cluster = Annotated[str | None, Field(description=_CLUSTER)]
_Limit = Annotated[int, Field(strict=True, ge=1, le=MOST_ENTRIES, description=_LIMIT)]


class Tools:
    """Answers from one catalog."""

    def __init__(self, catalog: Snapshot) -> None:
        """Answer from ``catalog``."""
        self._catalog = catalog
        self._diagnoser = Diagnoser(catalog)

    @functools.cached_property
    def _codes(self) -> CodeIndex:
        return CodeIndex(self._catalog)

    def diagnose(
        self, log: _Log = "", path: _Path = "", cluster: _Cluster = None
    ) -> DiagnosisAnswer:
        """Name the errors that explain a log, the earliest cause first.

        Give log or path. With path the log is read on this machine, at any size, and so are dumps
        of PyTorch's flight recorder beside it.
        """
        if bool(log) == bool(path):
            given = "are both given" if log else "are both missing"
            raise ValueError(f"log, path: {given}; give one of them: {_LOG}")
        self._check_cluster(cluster)
        try:
            chunks = _content(Path(path)) if path else [log.encode("utf-8", "replace")]
            diagnosis = self._diagnoser.diagnose(chunks, path or "log")
        except reader.UnusableInputError as error:
            raise ValueError(f"path: {error}") from None
        return _answer(diagnosis, dumps_in(Path(path).parent) if path else (), cluster)

    def search(self, words: _Words, limit: _Limit = 5) -> SearchAnswer:
        """Name the entries most like some words, those whose message they contain first."""
        results = self._diagnoser.search(words, limit)
        found = [
            Found(
                id=one.entry.id,
                title=one.entry.title,
                cause=portable(one.entry.cause),
                first_step=one.entry.first_step,
                url=SITE + one.entry.url,
                fits=one.fits,
            )
            for one in results.found
        ]
        return SearchAnswer(result=found, searched_for=results.searched_for, note=note(results))

    def show(self, id: _Id, cluster: _Cluster = None) -> str:  # noqa: A002  the argument's name
        """Return an entry as Markdown: symptom, how to confirm it, root cause, fix."""
        self._check_cluster(cluster)
        entry = self._catalog.get(id)
        if not entry:
            search = "find it by its message or by words, with search"
            advice = did_you_mean(id, list(self._catalog.ids), otherwise=search)
            raise ValueError(f'id: no entry "{id}"; {advice}')
        return portable(as_text(entry, self._catalog.clusters, cluster))

    def explain(self, code: _Code) -> ExplainAnswer:
        """Say what a code alone means: an exit code, signal, errno, Xid, CUDA or Slurm code."""
        readings = self._codes.explain(code)
        if not readings:
            names = " or ".join(self._codes.similar(code))
            advice = f"did you mean {names}?" if names else f"write it as a log prints it: {_CODE}"
            raise ValueError(f'code: "{code}" is not a known code; {advice}')
        found = [ExplainedCode.model_validate(code_as_plain(reading)) for reading in readings]
        return ExplainAnswer(result=found)

    def _check_cluster(self, cluster: str | None) -> None:
        known = [known.id for known in self._catalog.clusters]
        if cluster is not None and cluster not in known:
            raise ValueError(f'cluster: no cluster "{cluster}"; {did_you_mean(cluster, known)}')


def _answer(diagnosis: Diagnosis, dumps: Sequence[Path], cluster: str | None) -> DiagnosisAnswer:
    if not dumps:
        return DiagnosisAnswer.model_validate(as_plain(diagnosis, cluster))
    report = read_report(dumps)
    plain = as_plain(with_dumps(diagnosis, report), cluster)
    return DiagnosisAnswer.model_validate(plain | {"flight_recorder": dumps_json(report)})


def _content(path: Path) -> Iterator[bytes]:
    if path.is_dir():
        raise reader.UnusableInputError(f"{path}: is a folder; name a file in it")
    return reader.pieces(path)
