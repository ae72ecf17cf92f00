"""Values of YAML files that are not text."""

from dataclasses import dataclass

_TRUE = frozenset({"true", "yes", "on"})
_FALSE = frozenset({"false", "no", "off"})


@dataclass(frozen=True)
class NotText:
    """A scalar that YAML reads as something other than text, as it is spelled in the file."""

    spelling: str
    type_name: str
    """What it is, for people: "a number" or "a boolean"."""

    @property
    def truth(self) -> bool | None:
        """What a truth value says; None for any other scalar."""
        word = self.spelling.lower()
        if word in _TRUE:
            return True
        return False if word in _FALSE else None
