"""Builds a site of hostile entries that no check has seen: ``python -m`` with the folder.

The real entries are left out, with the pages that name them.
"""

import json
import sys
import tempfile
from pathlib import Path
from unittest import mock

from mkdocs.commands.build import build
from mkdocs.config import load_config

from benchmarks.generated import write_project
from tests.support.entries import ENTRY
from tests.support.hostile import CASES, IN_CODE, changed_at, fields
from trainwreck.catalog import store
from trainwreck.snapshot.catalog import Snapshot

IDS = {f"hostile-{number}": name for number, name in enumerate(CASES | IN_CODE)}
"""What makes each entry hostile, by the entry's id."""


def hostile_catalog(folder: Path) -> Snapshot:
    """Return the catalog of the hostile entries, written to ``folder``."""
    (folder / "errors" / "numerics").mkdir(parents=True)
    schema_line = ENTRY.partition("\n")[0]
    for id_, name in IDS.items():
        entry = json.dumps(changed_at(fields(), *(CASES | IN_CODE)[name]), indent=1)
        path = folder / "errors" / "numerics" / f"{id_}.yml"
        path.write_text(f"{schema_line}\n{entry}\n", encoding="utf-8")
    catalog = store.load_snapshot(folder / "errors")
    missing = IDS.keys() - set(catalog.ids)
    if missing:
        raise RuntimeError(f"not in the catalog: {sorted(missing)}")
    return catalog


def main(folder: str) -> None:
    """Build the site into ``folder``."""
    with tempfile.TemporaryDirectory() as scratch:
        project = Path(scratch, "project")
        project.mkdir()
        write_project(project, 1)  # an entry without problems: what is checked is the project
        Path(scratch, "docs").symlink_to(project / "docs")  # its pages list errors by cluster
        catalog = hostile_catalog(Path(scratch))
        # Before the modules of the site take the function over.
        with mock.patch.object(store, "load_snapshot", return_value=catalog):
            config = load_config(str(project / "mkdocs.yml"), site_dir=folder, strict=False)
            config.plugins.on_startup(command="build", dirty=False)
            build(config)


if __name__ == "__main__":
    main(sys.argv[1])
