"""The JSON Schema says the same as the model."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tests.support.entries import ENTRY, changed
from tests.support.paths import ROOT
from trainwreck.catalog.clusters import read_clusters
from trainwreck.catalog.sources import cluster_pages
from trainwreck.model.clusters import Cluster
from trainwreck.model.json_schema import code_schema, schema
from trainwreck.model.vocabulary import Severity

CLUSTERS = [Cluster("lumi", "LUMI", "A machine called LUMI.")]


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    definition = json.loads(schema(CLUSTERS))
    jsonschema.Draft202012Validator.check_schema(definition)
    return jsonschema.Draft202012Validator(definition)


@pytest.fixture(scope="module")
def committed() -> jsonschema.Draft202012Validator:
    definition = json.loads((ROOT / "errors" / "schema.json").read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator(definition)


@pytest.fixture(scope="module")
def of_codes() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads(code_schema()))


def read(text: str) -> Any:
    """Read YAML as editors do: a day is text."""
    return json.loads(json.dumps(yaml.load(text, Loader=yaml.CSafeLoader), default=str))


def test_sound_entry_is_valid(validator: jsonschema.Draft202012Validator) -> None:
    assert list(validator.iter_errors(read(ENTRY))) == []


@pytest.mark.parametrize(
    "replacement",
    [
        ("severity: high\n", ""),
        ("severity: high", "severity: hihg"),
        ("severity: high", "severity: high\nsevrity: low"),
        ("clusters: [any]", "clusters: [nowhere]"),
        ("clusters: [any]", "clusters: []"),
        ("[pytorch]", "[pyproject]"),
        ('title: "RuntimeError: the wheel came off"', "title: 502"),
        ("first_step: Tighten the nut.", "first_step: Turn."),
        ("first_step: Tighten the nut.", f"first_step: {'x' * 141}"),
        ('title: "RuntimeError: the wheel came off"', f"title: {'x' * 121}"),
        ("fix:", "fix: []\nfixes:"),
    ],
)
def test_entry_that_the_check_refuses_is_invalid(
    replacement: tuple[str, str], validator: jsonschema.Draft202012Validator
) -> None:
    assert list(validator.iter_errors(read(changed(replacement))))


def test_every_value_carries_its_definition() -> None:
    values = json.loads(schema(CLUSTERS))["$defs"]["Severity"]["oneOf"]
    assert values == [{"const": term.value, "description": term.definition} for term in Severity]


def test_clusters_are_those_with_a_page() -> None:
    values = json.loads(schema(CLUSTERS))["properties"]["clusters"]["items"]["oneOf"]
    assert [value["const"] for value in values] == ["any", "lumi"]


def test_committed_schema_is_up_to_date() -> None:
    clusters, _ = read_clusters(cluster_pages(ROOT / "errors"))
    assert (ROOT / "errors" / "schema.json").read_text(encoding="utf-8") == schema(clusters)


def test_committed_schema_of_tables_of_codes_is_up_to_date() -> None:
    assert (ROOT / "codes" / "schema.json").read_text(encoding="utf-8") == code_schema()


@pytest.mark.parametrize("path", sorted((ROOT / "codes").glob("*.yml")), ids=lambda path: path.stem)
def test_tables_of_codes_are_valid_by_the_committed_schema(
    path: Path, of_codes: jsonschema.Draft202012Validator
) -> None:
    errors = of_codes.iter_errors(read(path.read_text(encoding="utf-8")))
    assert [error.message for error in errors] == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / "errors").glob("*/*.yml")), ids=lambda path: path.stem
)
def test_entries_of_the_catalog_are_valid_by_the_committed_schema(
    path: Path, committed: jsonschema.Draft202012Validator
) -> None:
    errors = committed.iter_errors(read(path.read_text(encoding="utf-8")))
    assert [error.message for error in errors] == []
