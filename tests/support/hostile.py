"""Texts by which an entry would run a script, load from another host or leave the page.

Each is what somebody could send in a pull request: the field, and its text. What a script would do
is to set ``window.broken``; the host ``tracker.invalid`` is another one.
"""

import json
from typing import Any

import yaml

from tests.support.entries import ENTRY

RUN = "window.broken=1"
IMAGE = f"<img src='x' onerror='{RUN}'>"
AWAY = "https://tracker.invalid"

_BLOCKS = {
    "image with handler": f'![x]({AWAY}/x.png){{ onerror="{RUN}" }}',
    "image of another host": f"Words ![x]({AWAY}/x.png) and words.",
    "image by reference": f"Words ![x][y] and words.\n\n[y]: {AWAY}/x.png",
    "attributes of a paragraph": f'Words of a paragraph.\n{{: onmouseover="{RUN}" }}',
    "attributes of a link": f"[a](https://e.invalid/){{ onfocus={RUN} autofocus=1 tabindex=0 }}",
    "attributes of bold text": f'**bold**{{ onclick="{RUN}" }}',
    "attributes of code": f"`code`{{ onmouseenter={RUN} }}",
    "attributes of a list item": f"- item\n  {{: onclick={RUN} }}",
    "attributes of a table cell": f"| a | b |\n| --- | --- |\n| c {{ onclick={RUN} }} | d |",
    "attributes with an address": f'[link](https://e.invalid/){{ href="javascript:{RUN}" }}',
    "attributes with a style": f'Words.\n{{: style="background:url({AWAY}/x)" }}',
    "start of text": f"<\x02script>{RUN}</\x02script>",
    "end of text": f"<\x03img src='x' onerror='{RUN}'>",
    "start of text before a name": f"Words <\x02{IMAGE[1:]}",
    "line separator before a fence": f"Words.\u2028```html\n{IMAGE}\n```",
    "paragraph separator before a fence": f"Words.\u2029```html\n{IMAGE}\n```",
    "vertical tab before a fence": f"Words.\x0b```html\n{IMAGE}\n```",
    "form feed before a fence": f"Words.\x0c```html\n{IMAGE}\n```",
    "next line before a fence": f"Words.\x85```html\n{IMAGE}\n```",
    "file separator before a fence": f"Words.\x1c```html\n{IMAGE}\n```",
    "carriage return before a fence": f"Words.\r```html\n{IMAGE}\n```",
    "fence with an open quote": f'```text "\n{IMAGE}\n```',
    "fence of tildes with words": f"~~~text a b\n{IMAGE}\n~~~",
    "fence with a mark of another language": f"```text runnable\n{IMAGE}\n```",
    "fence with backticks in its line": f"```text `a\n{IMAGE}\n```",
    "fence after a list": f"- item\n```text\n{IMAGE}\n```",
    "fence less indented than its list": f"- item\n\n    ```text\n{IMAGE}\n    ```",
    "fence with attributes": f'```{{ .text onclick="{RUN}" }}\n{IMAGE}\n```',
    "fence with options": f'```text title="{IMAGE}"\n{IMAGE}\n```',
    "escaped backtick": f"Words \\`{IMAGE}` and words.",
    "code span across lines": f"Words `a\n<script>{RUN}</script>` and words.",
    "code span across a paragraph": f"Words `a\n\n{IMAGE}` and words.",
    "code span left open": f"Words ``a` {IMAGE} and `b` words.",
    "reference to a script": f"See [this page].\n\n[this page]: javascript:{RUN}",
    "reference by id": f"See [this][page].\n\n[page]: javascript:{RUN}",
    "link to a script": f"See [this page](javascript:{RUN}).",
    "link to a script in capitals": f"See [this page](JaVaScRiPt:{RUN}).",
    "link to a script by entities": f"See [this page](&#106;avascript:{RUN}).",
    "link to a script in brackets": f"See [this page](<javascript:{RUN}>).",
    "link to a script by itself": f"See <javascript:{RUN}> for words.",
    "link to data": f"See [this page](data:text/html,<script>{RUN}</script>).",
    "link without a scheme": "See [this page](//tracker.invalid/).",
    "link with a title": f"See [this page](https://e.invalid/ 'a\" onclick=\"{RUN}').",
    "script": f"<script>{RUN}</script>",
    "script of another host": f"<script src='{AWAY}/x.js'></script>",
    "image": f"Words {IMAGE} and words.",
    "image with a slash": f'<img/src="x"/onerror="{RUN}">',
    "drawing": f"<svg onload='{RUN}'></svg>",
    "drawing with a script": f"<svg><script>{RUN}</script></svg>",
    "drawing with a link": f'<svg><a xlink:href="javascript:{RUN}"><text y="9">x</text></a></svg>',
    "frame": f"<iframe src='javascript:parent.{RUN}'></iframe>",
    "frame with a document": f'<iframe srcdoc="<script>parent.{RUN}</script>"></iframe>',
    "object": f"<object data='javascript:{RUN}'></object>",
    "embedded": f"<embed src='{AWAY}/x.svg'>",
    "form": f"<form action='javascript:{RUN}'><button autofocus>x</button></form>",
    "button": f"<form><button formaction='javascript:{RUN}'>x</button></form>",
    "field": f"<input autofocus='' onfocus='{RUN}'>",
    "list of choices": f"<select autofocus='' onfocus='{RUN}'></select>",
    "details": f"<details open='' ontoggle='{RUN}'>x</details>",
    "video": f"<video src='x' onerror='{RUN}'></video>",
    "sheet of styles": f"<style>@import url({AWAY}/x.css)</style>",
    "linked styles": f"<link rel='stylesheet' href='{AWAY}/x.css'>",
    "moving on": f'<meta http-equiv=refresh content="0;url={AWAY}/">',
    "base": f"<base href='{AWAY}/'>",
    "pictures": f"<picture><source srcset='{AWAY}/x.png'><img></picture>",
    "marquee": f"<marquee onstart='{RUN}'>x</marquee>",
    "body": f"<body onpageshow='{RUN}'>",
    "mathematics": f'<math><mtext><table><mglyph><style><!--</style><img title="--><{IMAGE[1:]}">',
    "no script": f'<noscript><p title="</noscript>{IMAGE}"></noscript>',
    "style": f'<div style="position:fixed;inset:0;background:url({AWAY}/x)">x</div>',
    "Markdown in HTML": f'<div markdown="1" onclick="{RUN}">\n\nWords.\n\n</div>',
    "HTML left open": f"Words <img src='x' onerror='{RUN}' and words.",
    "comment": f"<!-- --!><script>{RUN}</script> -->",
    "heading": f"# {IMAGE}",
    "tab": f'=== "{IMAGE}"\n\n    Words.',
    "box": f'!!! note "{IMAGE}"\n\n    Words.',
    "folded box": f'??? note "{IMAGE}"\n\n    Words.',
    "abbreviation": f'Words JOB.\n\n*[JOB]: "><{IMAGE[1:]}',
    "definition": f"Words\n:   {IMAGE}",
    "footnote": f"Words[^1].\n\n[^1]: {IMAGE}",
    "entity": f"Words &lt;img src='x' onerror='{RUN}'&gt; &notit; words.",
}
_LINES = {
    "verdict": f"lost <\x02img src='x' onerror='{RUN}'> a wheel",
    "cause": f"A nut was loose, <\x02img src='x' onerror='{RUN}'> and the wheel came off.",
    "action.reason": f"The nut stays [loose](javascript:{RUN}) until somebody tightens it.",
    "first_step": f"Print the <\x02img src='x' onerror='{RUN}'> and look at it.",
    "withdrawn": f"It was <\x03img src='x' onerror='{RUN}'> all the time.",
    "fix.0.title": f'Tighten the nut {{ onmouseover="{RUN}" }}',
    "fix.0.when": f"The nut is `loose {IMAGE}",
    "fix.0.danger": f"It destroys [all](javascript:{RUN}) of it.",
    "failed_attempts.0.tried": f"Turning <\x02svg onload='{RUN}'> it",
    "reproduction.because": f"There is no \\`{IMAGE}` here.",
    "references.0.url": f"https://e.invalid/)[click](javascript:{RUN}",
    "references.1.url": f"https://e.invalid/){{ onmouseover={RUN} }}",
}
_QUOTED = {
    "title": f"RuntimeError: <\x02img src='x' onerror='{RUN}'>",
    "symptom.messages.0": f"RuntimeError: `\x02``\n{IMAGE}\n`\x02``",
    "symptom.samples.0": f"RuntimeError: <*>\n`\x03``\r\n{IMAGE}\r```\u2028{IMAGE}",
    "verified.versions": f"spanner 1.0 <\x02img src='x' onerror='{RUN}'>",
    "references.0.title": f"A page\u2028{IMAGE}](javascript:{RUN})",
}
CASES: dict[str, tuple[str, str]] = {
    **{f"{name} in the fix": ("fix.0.text", text) for name, text in _BLOCKS.items()},
    **{field: (field, text) for field, text in (_LINES | _QUOTED).items()},
}
"""By name the field, as problems name it, and its hostile text."""
IN_CODE = {
    "sentence in code": ("root_cause", f"The `x. {IMAGE} runs first. Then it ` ends, as always."),
    "code span": ("fix.0.text", f"Words `{IMAGE}` and ``<script>{RUN}</script> ` `` and words."),
    "code fence": ("fix.0.text", f"Words.\n\n````text\n```\n{IMAGE}\n```\n````\n"),
}
"""The same for texts that are harmless where code stays code."""


def fields() -> dict[str, Any]:
    """Return the fields of a harmless entry with every part that a hostile text may replace."""
    known: dict[str, Any] = json.loads(json.dumps(yaml.safe_load(ENTRY), default=str))
    known["verified"]["evidence"] = "reported"
    known["symptom"]["samples"] = ["RuntimeError: wheel 1 came off at 2 km/h and rolled away"]
    return known | {
        "failed_attempts": [
            {"tried": "Turning it", "result": "The wheel came off again, and then once more."}
        ],
        "reproduction": {"exempt": "several-nodes", "because": "There is no car here."},
        "references": [{"title": title, "url": "https://e.invalid/"} for title in ("One", "Two")],
    }


def changed_at(part: Any, field: str, text: str) -> Any:
    """Return ``part`` of an entry's data with ``text`` at the dotted ``field``."""
    if not field:
        return text
    name, _, rest = field.partition(".")
    if isinstance(part, list):
        index = int(name)
        return [*part[:index], changed_at(part[index], rest, text), *part[index + 1 :]]
    return part | {name: changed_at(part.get(name), rest, text)}
