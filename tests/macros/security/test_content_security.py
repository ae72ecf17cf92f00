"""Each page allows its own scripts and the theme's inline ones, and nothing else."""

import base64
import hashlib
from pathlib import Path

import pytest
from mkdocs.exceptions import PluginError

from macros.security.content_security import with_policy

HEAD = '<!doctype html><html><head><meta charset="utf-8"><title>x</title></head>'
TEMPLATE = (
    '<script>scope=new URL("{{ base_url }}",location)</script><script src="{{ a }}"></script>'
)


@pytest.fixture
def theme(tmp_path: Path) -> tuple[str, ...]:
    """Return the folder of a theme with one inline script."""
    (tmp_path / "partials").mkdir()
    (tmp_path / "partials" / "base.html").write_text(TEMPLATE)
    return (str(tmp_path),)


def sources(page: str, directive: str) -> list[str]:
    policy = page.partition('content="')[2].partition('"')[0]
    (found,) = (part for part in policy.split("; ") if part.startswith(f"{directive} "))
    return found.split()[1:]


def test_policy_comes_before_everything_that_it_governs(theme: tuple[str, ...]) -> None:
    page = with_policy(f"{HEAD}<body></body></html>", theme)
    assert page.startswith(HEAD.partition("<title>")[0] + "\n<meta http-equiv=")
    assert sources(page, "script-src") == ["'self'"]
    assert sources(page, "object-src") == ["'none'"]
    assert "unsafe" not in page


def test_inline_script_of_a_template_is_named_by_its_hash(theme: tuple[str, ...]) -> None:
    text = 'scope=new URL("../..",location)'
    page = with_policy(f"{HEAD}<script>{text}</script>", theme)
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    assert sources(page, "script-src") == ["'self'", f"'sha256-{digest}'"]


@pytest.mark.parametrize(
    "script",
    [
        "<script>window.broken=1</script>",
        '<script type="module">window.broken=1</script>',
        '<script>scope=new URL("x"),alert(1),("",location)</script>',
    ],
)
def test_inline_script_that_is_in_no_template_stops_the_build(
    script: str, theme: tuple[str, ...]
) -> None:
    with pytest.raises(PluginError, match="which is in no template"):
        with_policy(HEAD + script, theme)


@pytest.mark.parametrize(
    "script",
    ['<script src="x.js"></script>', '<script type="application/json">{"a": 1}</script>'],
)
def test_file_and_data_need_no_hash(script: str, theme: tuple[str, ...]) -> None:
    assert sources(with_policy(HEAD + script, theme), "script-src") == ["'self'"]


def test_page_without_a_head_stops_the_build(theme: tuple[str, ...]) -> None:
    with pytest.raises(PluginError, match="no <head>"):
        with_policy("<p>x</p>", theme)
