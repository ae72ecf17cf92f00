"""A word of a closed vocabulary.

Imports nothing but the standard library, because every diagnosis loads it.
"""

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic_core import CoreSchema


class Term(StrEnum):
    """A word of a closed vocabulary. Members are listed in the order in which they sort."""

    label: str
    """Name for people, such as "Critical"."""
    definition: str
    """What the word says, in a sentence or two."""

    def __new__(cls, value: str, label: str = "", definition: str = "") -> Self:
        """Make a member that is its ``value`` and carries what a reader needs to know of it.

        Looking a member up, ``Kind("crash")``, takes the value alone.
        """
        term = str.__new__(cls, value)
        term._value_ = value
        term.label = label
        term.definition = definition
        return term

    @property
    def rank(self) -> int:
        """Position in the vocabulary, counted from 0."""
        return list(type(self)).index(self)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: "CoreSchema", handler: "GetJsonSchemaHandler"
    ) -> dict[str, Any]:
        """Describe each value in the JSON Schema, so that editors can show its definition."""
        del core_schema, handler
        return {
            "title": cls.__name__,
            "description": (cls.__doc__ or "").splitlines()[0],
            "oneOf": [{"const": term.value, "description": term.definition} for term in cls],
        }
