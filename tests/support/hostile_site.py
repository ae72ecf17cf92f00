"""Builds the site with hostile entries that no check has seen: ``python -m`` with the folder."""

import dataclasses
import sys
from typing import Any
from unittest import mock

from mkdocs.commands.build import build
from mkdocs.config import load_config
from pydantic import BaseModel

import trainwreck
from tests.support.hostile import CASES, IN_CODE, fields
from tests.support.paths import ROOT
from trainwreck import Catalog, Entry
from trainwreck.model.vocabulary import Category

IDS = {f"hostile-{number}": name for number, name in enumerate(CASES | IN_CODE)}
"""What makes each entry hostile, by the entry's id."""


def with_text(part: Any, field: str, text: str) -> Any:
    """Return ``part`` of an entry with ``text`` at the dotted ``field``, unchecked."""
    if not field:
        return text
    name, _, rest = field.partition(".")
    if isinstance(part, BaseModel):
        return part.model_copy(update={name: with_text(getattr(part, name), rest, text)})
    index = int(name)
    return (*part[:index], with_text(part[index], rest, text), *part[index + 1 :])


def hostile_catalog() -> Catalog:
    """Return the catalog of the project with the hostile entries."""
    catalog = trainwreck.load(ROOT / "errors")
    entries = dict(catalog.entries)
    for id_, name in IDS.items():
        harmless = Entry(id=id_, category=Category.NUMERICS, **fields())
        entries[id_] = with_text(harmless, *(CASES | IN_CODE)[name])
    return dataclasses.replace(catalog, entries=entries)


def main(folder: str) -> None:
    """Build the site into ``folder``."""
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=folder, strict=False)
    config.plugins.on_startup(command="build", dirty=False)
    with mock.patch("trainwreck.load", return_value=hostile_catalog()):
        build(config)


if __name__ == "__main__":
    main(sys.argv[1])
