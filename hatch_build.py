"""Puts the compiled catalog into the wheel, so that a diagnosis need not read YAML."""

import json
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Called by hatchling."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the entries; an editable install compiles them when they are needed."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from trainwreck.catalog.loader import load  # noqa: PLC0415  found by the line above only
        from trainwreck.snapshot.compiled import NAME, compile_catalog  # noqa: PLC0415

        plain = compile_catalog(load(Path(self.root, "errors")))
        file = Path(self.root, ".build", "wheel", NAME)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(plain, ensure_ascii=False), encoding="utf-8")
        build_data["force_include"][str(file)] = f"trainwreck/_catalog/{NAME}"
