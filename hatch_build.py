"""Puts the compiled catalog into the wheel, which needs no entry files."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Called by hatchling."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Check and compile the entries; an editable install compiles them when they are needed.

        Raises:
            CatalogError: if the check finds a problem.

        """
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from trainwreck.catalog.store import PACKAGED, compiled  # noqa: PLC0415  found by now
        from trainwreck.checks.checker import require_no_problems  # noqa: PLC0415

        entries = Path(self.root, "errors")
        require_no_problems(entries, use_cache=False)
        file = Path(self.root, ".build", "wheel", PACKAGED.name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(compiled(entries))
        build_data["force_include"][str(file)] = f"trainwreck/_catalog/{PACKAGED.name}"
