"""The Content-Security-Policy of each page, as a meta tag: the last line of defense.

Pages may run the site's own scripts and the inline ones of the theme, which are named by their
hashes, and nothing else. A static host sends no headers, and a page opened from the disk has none,
so that the policy is in the pages themselves.
"""

import base64
import functools
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from mkdocs.exceptions import PluginError

_HEAD = re.compile(r"<head[^>]*>\s*<meta charset=\"?utf-8\"?\s*/?>", re.IGNORECASE)
_SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script\s*>", re.DOTALL)
_NOT_RUN = re.compile(r"\bsrc=|\btype=\"?application/(?:ld\+)?json")
_EXPRESSION = re.compile(r"\{\{.*?\}\}", re.DOTALL)
# A path or an address, as templates write them into scripts: nothing that could end a string.
_ADDRESS = r"[\w./:~%-]*"
_DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self'",
    # Material shows and moves parts of a page by way of the object model, which is not restricted.
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'self'",
    "object-src": "'none'",
}


def with_policy(page: str, theme_folders: tuple[str, ...], *, allow_inline: bool = False) -> str:
    """Return the HTML of a whole ``page`` with its policy.

    Args:
        page: the page as the theme rendered it.
        theme_folders: where the templates of the theme are, those of the project included.
        allow_inline: whether any inline script may run: workers need that where the site is opened
            from the disk, since they run in frames with scripts of their own, and so does the
            script with which MkDocs reloads a page that it serves.

    Raises:
        PluginError: where the page has no head, or an inline script that is in no template.

    """
    hashes = [_hash(text) for text in dict.fromkeys(_inline_scripts(page, theme_folders))]
    allowed = ["'unsafe-inline'"] if allow_inline else hashes
    directives = _DIRECTIVES | {"script-src": " ".join([_DIRECTIVES["script-src"], *allowed])}
    policy = "; ".join(f"{name} {sources}" for name, sources in directives.items())
    head = _HEAD.search(page)
    if not head:
        raise PluginError("a page has no <head> with a charset, after which its policy would stand")
    tag = f'\n<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return page[: head.end()] + tag + page[head.end() :]


def _inline_scripts(page: str, theme_folders: tuple[str, ...]) -> Iterator[str]:
    """Yield each script in ``page``, all of which must be the theme's: text of an entry is none."""
    known = _scripts_of_templates(theme_folders)
    for script in _SCRIPT.finditer(page):
        if _NOT_RUN.search(script["attributes"]):
            continue
        if not any(pattern.fullmatch(script["text"]) for pattern in known):
            shown = " ".join(script["text"].split())[:60]
            raise PluginError(f'a page has the script "{shown}", which is in no template')
        yield script["text"]


@functools.cache
def _scripts_of_templates(folders: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    texts = {
        script["text"]
        for folder in folders
        for path in sorted(Path(folder).rglob("*.html"))
        for script in _SCRIPT.finditer(path.read_text(encoding="utf-8"))
        if not _NOT_RUN.search(script["attributes"]) and "{%" not in script["text"]
    }
    return tuple(
        re.compile(_ADDRESS.join(map(re.escape, _EXPRESSION.split(text)))) for text in sorted(texts)
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
