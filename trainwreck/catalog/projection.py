"""From the plain data of an entry file to the view of the entry that a snapshot holds.

Nothing is validated here beyond what the view cannot do without; ``trainwreck check`` judges.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from trainwreck.catalog.evidence import current
from trainwreck.markdown.fences import without_marks
from trainwreck.model.frameworks import Framework
from trainwreck.model.scalars import NotText
from trainwreck.model.term import Term
from trainwreck.model.vocabulary import (
    Action,
    Category,
    Evidence,
    Kind,
    Need,
    Severity,
    TimeToDiagnose,
    Unreproduced,
)
from trainwreck.series.conditions import ConditionError, parse_condition
from trainwreck.snapshot.entry import (
    Advice,
    Entry,
    FailedAttempt,
    Message,
    Proof,
    Reference,
    Reproduction,
    Step,
    Symptom,
    Verification,
)

Data = Mapping[str, Any]
_Term = TypeVar("_Term", bound=Term)
_Item = TypeVar("_Item")


class ProjectionError(Exception):
    """The data lack what the view of an entry cannot do without; the text says what."""

    def __init__(self, field: str, message: str) -> None:
        """Name the ``field`` and say what is wrong with it."""
        super().__init__(f"{field}: {message}")
        self.field, self.message = field, message


def project(id_: str, category: str, data: object, record: Proof | None) -> Entry:
    """Return the view of an entry without its links.

    Args:
        id_: the stem of its file.
        category: the folder of its file.
        data: what the file contains.
        record: the last run of its reproduction, if there was one.

    Raises:
        ProjectionError: if a field that the view needs is missing or is of the wrong type.

    """
    fields = _mapping(data, "entry")
    verified = _verification(_mapping(fields.get("verified"), "verified"))
    reproduction = _optional(fields, "reproduction", _reproduction)
    proof = record if record and reproduction and current(record, reproduction) else None
    return Entry(
        id=id_,
        title=_text(fields, "title"),
        verdict=_text(fields, "verdict"),
        category=_term(Category, {"category": category}, "category"),
        severity=_term(Severity, fields, "severity"),
        time_to_diagnose=_term(TimeToDiagnose, fields, "time_to_diagnose"),
        clusters=_texts(fields, "clusters"),
        frameworks=_terms(Framework, fields, "frameworks"),
        symptom=_symptom(_mapping(fields.get("symptom"), "symptom")),
        confirm=_markdown(fields, "confirm"),
        cause=_text(fields, "cause"),
        root_cause=_maybe(fields, "root_cause", _markdown),
        fix=tuple(_numbered(_each(fields, "fix", _step))),
        first_step=_text(fields, "first_step"),
        action=_advice(_mapping(fields.get("action"), "action")),
        verified=verified,
        evidence=_standing(verified, proof),
        proof=proof,
        reproduction=reproduction,
        failed_attempts=_each(fields, "failed_attempts", _failed_attempt),
        as_reported=_maybe(fields, "as_reported", _markdown),
        prevention=_maybe(fields, "prevention", _markdown),
        references=_each(fields, "references", _reference),
        aliases=_texts(fields, "aliases"),
        withdrawn=_maybe(fields, "withdrawn", _text),
    )


def links(data: Data) -> dict[str, tuple[str, ...]]:
    """Return the ids of other entries that the file names, by the field."""
    narrowed = _maybe(data, "narrows", _text)
    return {
        "caused_by": _texts(data, "caused_by"),
        "related": _texts(data, "related"),
        "narrows": (narrowed,) if narrowed else (),
    }


def _standing(verified: Verification, proof: Proof | None) -> Evidence:
    """Return what the claims rest on.

    If the author could only read about the error, a reproduction shows a variant of it, which
    proves no more.
    """
    measured = verified.evidence is Evidence.MEASURED
    return Evidence.REPRODUCED if measured and proof else verified.evidence


def _symptom(data: Data) -> Symptom:
    return Symptom(
        kind=_term(Kind, data, "kind"),
        summary=_markdown(data, "summary"),
        messages=_each(data, "messages", _message),
        unless=_texts(data, "unless"),
        telltales=_texts(data, "telltales"),
        series=_conditions(data),
        samples=_texts(data, "samples"),
        keywords=_texts(data, "keywords"),
    )


def _conditions(data: Data) -> tuple[str, ...]:
    found = _texts(data, "series")
    for text in found:
        try:
            parse_condition(text)
        except ConditionError as error:
            raise ProjectionError("series", error.message) from None
    return found


def _message(data: object) -> Message:
    if isinstance(data, str):
        return Message(data)
    fields = _mapping(data, "messages")
    secondary = fields.get("secondary")
    return Message(
        text=_text(fields, "text"),
        printed_by=_maybe(fields, "printed_by", _text),
        secondary=isinstance(secondary, NotText) and secondary.truth is True,
    )


def _step(data: object) -> Step:
    fields = _mapping(data, "fix")
    return Step(
        number=0,
        title=_text(fields, "title"),
        text=_markdown(fields, "text"),
        when=_maybe(fields, "when", _text),
        danger=_maybe(fields, "danger", _text),
        clusters=_texts(fields, "clusters"),
    )


def _numbered(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield the steps, numbered from 1 as a reader on one cluster counts them.

    Neighboring steps for different clusters stand side by side and share their numbers.
    """
    following = 1  # the number of the next step that applies everywhere
    beside: dict[str, int] = {}  # steps since the last such one, by cluster
    for step in steps:
        if step.clusters:
            before = max(beside.get(cluster, 0) for cluster in step.clusters)
            beside |= dict.fromkeys(step.clusters, before + 1)
            number = following + before
        else:
            number = following + max(beside.values(), default=0)
            following, beside = number + 1, {}
        yield Step(number, step.title, step.text, step.when, step.danger, step.clusters)


def _advice(data: Data) -> Advice:
    return Advice(_term(Action, data, "decision"), _text(data, "reason"))


def _failed_attempt(data: object) -> FailedAttempt:
    fields = _mapping(data, "failed_attempts")
    return FailedAttempt(_text(fields, "tried"), _markdown(fields, "result"))


def _reproduction(data: object) -> Reproduction:
    fields = _mapping(data, "reproduction")
    exempt = _maybe(fields, "exempt", _text)
    return Reproduction(
        needs=_terms(Need, fields, "needs"),
        error=_maybe(fields, "error", _text),
        fix=_maybe(fields, "fix", _text),
        exempt=_term(Unreproduced, fields, "exempt") if exempt else None,
        because=_maybe(fields, "because", _text),
    )


def _verification(data: Data) -> Verification:
    try:
        date = dt.date.fromisoformat(_text(data, "date"))
    except ValueError:
        raise ProjectionError("date", "is not a day") from None
    return Verification(date, _term(Evidence, data, "evidence"), _text(data, "versions"))


def _reference(data: object) -> Reference:
    fields = _mapping(data, "references")
    return Reference(_text(fields, "title"), _text(fields, "url"))


def _mapping(value: object, field: str) -> Data:
    if not isinstance(value, dict):
        raise ProjectionError(field, "is missing" if value is None else "is not a mapping")
    return value


def _text(data: Data, field: str) -> str:
    value = data.get(field)
    if not isinstance(value, str):
        raise ProjectionError(field, "is missing" if value is None else "is not text")
    return value


def _markdown(data: Data, field: str) -> str:
    return without_marks(_text(data, field))


def _maybe(data: Data, field: str, read: Callable[[Data, str], str]) -> str | None:
    return read(data, field) if field in data else None


def _optional(data: Data, field: str, read: Callable[[object], _Item]) -> _Item | None:
    return read(data[field]) if field in data else None


def _each(data: Data, field: str, read: Callable[[object], _Item]) -> tuple[_Item, ...]:
    values = data.get(field, [])
    if not isinstance(values, list):
        raise ProjectionError(field, "is not a list")
    return tuple(map(read, values))


def _texts(data: Data, field: str) -> tuple[str, ...]:
    return tuple(_text({field: value}, field) for value in _each(data, field, lambda value: value))


def _term(vocabulary: type[_Term], data: Data, field: str) -> _Term:
    value = _text(data, field)
    try:
        return vocabulary(value)
    except ValueError:
        raise ProjectionError(field, f'"{value}" is not a word of the vocabulary') from None


def _terms(vocabulary: type[_Term], data: Data, field: str) -> tuple[_Term, ...]:
    return tuple(_term(vocabulary, {field: value}, field) for value in _texts(data, field))
