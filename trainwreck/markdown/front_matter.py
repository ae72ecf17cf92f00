"""The YAML header of a Markdown page."""

from pathlib import Path
from typing import Any

import yaml

from trainwreck.files import read_regular

_LONGEST_PAGE = 4 << 20


def front_matter(path: Path) -> dict[str, Any]:
    """Return the fields between the two lines of ``---`` that begin ``path``; {} if there is none.

    A header that is not valid YAML counts as none: the build of the site reports it.
    """
    text = read_regular(path, _LONGEST_PAGE).decode("utf-8", "replace").replace("\r\n", "\n")
    header, closing, _ = text.removeprefix("---\n").partition("\n---")
    if not (closing and text.startswith("---\n")):
        return {}
    try:
        data = yaml.safe_load(header)
    except yaml.YAMLError:
        return {}
    return data if isinstance(data, dict) else {}
