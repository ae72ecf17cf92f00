"""The YAML header of a Markdown page."""

from pathlib import Path
from typing import Any

import yaml


def front_matter(path: Path) -> dict[str, Any]:
    """Return the fields between the two lines of ``---`` that begin ``path``; {} if there is none.

    A header that is not valid YAML counts as none: the build of the site reports it.
    """
    text = path.read_text(encoding="utf-8", errors="replace")
    header, closing, _ = text.removeprefix("---\n").partition("\n---")
    if not (closing and text.startswith("---\n")):
        return {}
    try:
        data = yaml.safe_load(header)
    except yaml.YAMLError:
        return {}
    return data if isinstance(data, dict) else {}
