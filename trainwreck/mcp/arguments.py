"""The arguments of the tools for assistants: their schemas, and what is wrong with a call.

Problems are worded for the caller, as those of entries are.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from trainwreck.model.field_types import fault
from trainwreck.model.problems import did_you_mean

MOST_ENTRIES = 20
"""Entries that a search returns at most."""


def _not_blank(text: str) -> str:
    if not text.strip():
        raise fault("is empty", "write it")
    return text


_Text = Annotated[str, Field(min_length=1), AfterValidator(_not_blank)]
_Cluster = Annotated[
    str | None,
    Field(description="Id of the cluster; leaves out the steps that are for others only."),
]


class Arguments(BaseModel):
    """The arguments of a tool: closed to unknown ones, and nothing is converted."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ForDiagnose(Arguments):
    """What ``diagnose`` takes."""

    log: Annotated[_Text, Field(description="What the job printed, whole or in part.")]
    cluster: _Cluster = None


class ForSearch(Arguments):
    """What ``search`` takes."""

    words: Annotated[_Text, Field(description="A line of a log, or what is seen in plain words.")]
    limit: Annotated[
        int, Field(ge=1, le=MOST_ENTRIES, description=f"How many entries, 1 to {MOST_ENTRIES}.")
    ] = 5


class ForShow(Arguments):
    """What ``show`` takes."""

    id: Annotated[_Text, Field(description="The entry's id, such as disk-quota-exceeded.")]
    cluster: _Cluster = None


def input_schema(model: type[Arguments], clusters: Sequence[str]) -> dict[str, Any]:
    """Return the JSON Schema of ``model``, in which a cluster is one of ``clusters``."""
    schema = model.model_json_schema()
    del schema["description"]  # says what the class is, not what the tool does
    if cluster := schema["properties"].get("cluster"):
        text = next(choice for choice in cluster["anyOf"] if choice["type"] == "string")
        text["enum"] = list(clusters)
    return schema


Model = TypeVar("Model", bound=Arguments)


def judged(model: type[Model], arguments: Mapping[str, Any], clusters: Sequence[str]) -> Model:
    """Return ``arguments`` as ``model`` has them.

    Args:
        model: what the tool takes.
        arguments: what was given.
        clusters: the ids of the clusters that there are.

    Raises:
        ValueError: with a line for each argument that is wrong: its name, what is wrong, and what
            would be right.

    """
    try:
        result = model.model_validate(arguments)
    except ValidationError as error:
        found = (_worded(model, details) for details in error.errors(include_url=False))
        raise ValueError("\n".join(found)) from None
    cluster = getattr(result, "cluster", None)
    if cluster is not None and cluster not in clusters:
        raise ValueError(f'cluster: no cluster "{cluster}"; {did_you_mean(cluster, clusters)}')
    return result


def _worded(model: type[Arguments], details: ErrorDetails) -> str:
    name = str(details["loc"][0])
    if details["type"] == "extra_forbidden":
        advice = did_you_mean(name, list(model.model_fields))
        return f"{name}: is not an argument of this tool; {advice}"
    meaning = model.model_fields[name].description or ""
    problem, remedy = _EXPLANATIONS[details["type"]](details)
    return f"{name}: {problem}; {remedy}: {meaning}"


_IN_RANGE = f"write a number from 1 to {MOST_ENTRIES}"
_EXPLANATIONS: dict[str, Callable[[ErrorDetails], tuple[str, str]]] = {
    "missing": lambda _: ("is missing", "add it"),
    "string_type": lambda details: (f"is {_type_name(details['input'])}, not text", "write text"),
    "string_too_short": lambda _: ("is empty", "write it"),
    "int_type": lambda details: (
        f"is {_type_name(details['input'])}, not a whole number",
        "write a number without quotes",
    ),
    "greater_than_equal": lambda details: (f"is {details['input']}", _IN_RANGE),
    "less_than_equal": lambda details: (f"is {details['input']}", _IN_RANGE),
    "rule": lambda details: (details["ctx"]["problem"], details["ctx"]["remedy"]),
}


def _type_name(value: object) -> str:
    names = {
        bool: "a truth value",
        int: "a number",
        float: "a number",
        str: "text",
        list: "a list",
        dict: "a mapping",
    }
    return names.get(type(value), "null")
