"""What is wrong with a value, in plain words and with what would be right.

Pydantic finds the problems; this says them in the words of someone who writes an entry.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from trainwreck.markdown.location import Location
from trainwreck.model.entry import EntryFields, MessageFields
from trainwreck.model.frameworks import TO_ADD
from trainwreck.model.problems import did_you_mean
from trainwreck.model.scalars import NotText

Advice = tuple[str, str]
"""What is wrong, and what would be right."""

_ABOUT_ADDRESSES = "begin it with https://; write spaces, brackets and quotes as %20, %28 and so on"
_IMPLIED = {"id": "the id is the file's name", "category": "the category is the folder's name"}


@dataclass(frozen=True)
class Subject:
    """What kind of file a problem is in."""

    model: type[BaseModel]
    """Its fields."""
    noun: str
    """What it is called, with its article."""
    implied: Mapping[str, str]
    """Fields that people write though the file's place says them, and what to do."""


ENTRY = Subject(EntryFields, "an entry", _IMPLIED)
"""An entry's file."""


def explain(details: ErrorDetails, subject: Subject = ENTRY) -> Advice:
    """Return what is wrong and what would be right, for an error that pydantic found."""
    kind = "date" if details["type"].startswith("date") else details["type"]
    explanation = _EXPLANATIONS.get(kind)
    if explanation:
        return explanation(details, subject)
    return details["msg"], _description(details["loc"], subject)


def kebab_case(name: str) -> str:
    """Return the advice to write ``name`` as an id."""
    better = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    advice = "use lower-case words joined by hyphens"
    return f'{advice}, such as "{better}"' if better else advice


def _rule(details: ErrorDetails, _: Subject) -> Advice:
    return details["ctx"]["message"], details["ctx"]["fix"]


def _missing(details: ErrorDetails, subject: Subject) -> Advice:
    return "is missing", f"add it: {_description(details['loc'], subject)}"


def _unknown_field(details: ErrorDetails, subject: Subject) -> Advice:
    where = details["loc"]
    name = str(where[-1])
    message = f"is not a field of {subject.noun}"
    if where == (name,) and name in subject.implied:
        return message, f"delete it: {subject.implied[name]}"
    return message, did_you_mean(name, list(_model_at(where[:-1], subject).model_fields))


def _not_in_vocabulary(details: ErrorDetails, _: Subject) -> Advice:
    noun = _field_name(details["loc"]).removesuffix("s")
    value = _spelling(details["input"])
    known = re.findall(r"'([^']+)'", details["ctx"]["expected"])
    to_add = TO_ADD if noun == "framework" else ""
    return f'"{value}" is not a valid {noun}', did_you_mean(value, known, to_add)


def _not_text(details: ErrorDetails, _: Subject) -> Advice:
    value = details["input"]
    spelling = f': "{value.spelling}"' if isinstance(value, NotText) else ""
    return f"is {_type_name(value)}, not text", f"put it in quotes{spelling}"


def _not_a_flag(details: ErrorDetails, _: Subject) -> Advice:
    return f'"{_spelling(details["input"])}" is not a boolean', "write true or false"


def _too_short(details: ErrorDetails, subject: Subject) -> Advice:
    value, description = details["input"], _description(details["loc"], subject)
    if not isinstance(value, str):
        return "is an empty list", f"give at least one: {description}"
    if not value.strip():
        return "is empty", f"write it, or delete the field if it is optional: {description}"
    least = details["ctx"]["min_length"]
    length = "1 character" if len(value) == 1 else f"{len(value)} characters"
    return f"is only {length} long", f"write at least {least}: {description}"


def _too_long(details: ErrorDetails, _: Subject) -> Advice:
    length = len(details["input"])
    return f"is {length} characters long", f"keep it within {details['ctx']['max_length']}"


def _not_a_list(details: ErrorDetails, _: Subject) -> Advice:
    return f"is {_type_name(details['input'])}, not a list", 'begin each item with "- "'


def _not_a_mapping(details: ErrorDetails, subject: Subject) -> Advice:
    if _model_at(details["loc"], subject) is MessageFields and isinstance(
        details["input"], NotText
    ):
        return _not_text(details, subject)  # the short form of a message is text
    fields = ", ".join(f"{name}:" for name in _model_at(details["loc"], subject).model_fields)
    return f"is {_type_name(details['input'])}, not a mapping", f"write {fields} below it"


def _wrong_pattern(details: ErrorDetails, _: Subject) -> Advice:
    value = _spelling(details["input"])
    if _field_name(details["loc"]) == "url":
        return f'"{value}" is not an https address', _ABOUT_ADDRESSES
    return f'"{value}" is not an id', kebab_case(value)


def _not_a_day(details: ErrorDetails, _: Subject) -> Advice:
    return f'"{_spelling(details["input"])}" is not a day', "write it as YYYY-MM-DD"


_EXPLANATIONS: dict[str, Callable[[ErrorDetails, Subject], Advice]] = {
    "date": _not_a_day,
    "bool_type": _not_a_flag,
    "enum": _not_in_vocabulary,
    "extra_forbidden": _unknown_field,
    "missing": _missing,
    "model_attributes_type": _not_a_mapping,
    "model_type": _not_a_mapping,
    "rule": _rule,
    "string_pattern_mismatch": _wrong_pattern,
    "string_too_long": _too_long,
    "string_too_short": _too_short,
    "string_type": _not_text,
    "too_short": _too_short,
    "tuple_type": _not_a_list,
}


def _spelling(value: object) -> str:
    return value.spelling if isinstance(value, NotText) else str(value)


def _type_name(value: object) -> str:
    if isinstance(value, NotText):
        return value.type_name
    if isinstance(value, str):
        return "text"
    return "a list" if isinstance(value, list) else "a mapping"


def _field_name(where: Location) -> str:
    return next((str(part) for part in reversed(where) if isinstance(part, str)), "value")


def _description(where: Location, subject: Subject) -> str:
    field = _field(where, subject)
    return " ".join((field.description or "").split()) if field else "see the schema"


def _field(where: Location, subject: Subject) -> FieldInfo | None:
    names = [part for part in where if isinstance(part, str)]
    return _model_at(tuple(names[:-1]), subject).model_fields.get(names[-1]) if names else None


def _model_at(where: Location, subject: Subject) -> type[BaseModel]:
    """Return the model whose fields stand at ``where``."""
    model = subject.model
    for part in where:
        field = model.model_fields.get(part) if isinstance(part, str) else None
        model = (_inner_model(field.annotation) if field else None) or model
    return model


def _inner_model(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inner = (_inner_model(argument) for argument in getattr(annotation, "__args__", ()))
    return next(filter(None, inner), None)
