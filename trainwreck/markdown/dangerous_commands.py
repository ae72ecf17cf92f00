"""Commands that delete, kill or overwrite, in shell code and Python."""

import re

_SAME_COMMAND = r"[^\n;|&]{0,199}"
_DANGEROUS = re.compile(
    "|".join(
        (
            # A lone variable is a file that the commands before it have made.
            r"(?<![\w.-])rm +(?![\"']?\$\w+[\"']?(?:[\s;)]|$))[^\s;|&]+",
            r"\brmdir +\S|\bunlink +[^\s=]|\bshred +\S|\bwipefs\b",
            r"\bmkfs\b|\bdd +if=|\btruncate +-s",
            rf"\bfind\b{_SAME_COMMAND}? -delete\b",
            rf"\brsync\b{_SAME_COMMAND}?--(?:del\b|delete|inplace|remove-source-files)",
            r"\bkill +(?:-s +|--signal[ =])?-?(?:9|(?:SIG)?KILL)\b|\bpkill\b|\bkillall\b",
            rf"\bscancel\b{_SAME_COMMAND}? (?:-[untpAqRwM]\b|--(?:user|me|name|state|partition|"
            r"account|qos|reservation|nodelist|clusters?)\b)",
            rf"git +push\b{_SAME_COMMAND}?(?:--force|-f\b)|git +filter-(?:branch|repo)|"
            rf"git +reset +--hard|git +clean\b|git +branch +-D\b|"
            r"git +stash +(?:drop|clear)\b",
            r"\b(?:conda|mamba|micromamba) +env +remove\b",
            rf"\b(?:docker|podman)\b{_SAME_COMMAND}?\bprune\b",
            r"\brmtree\(|\bos\.(?:remove|unlink|rmdir|removedirs)\(|\.(?:unlink|rmdir)\(",
        )
    )
)


def dangerous_command(code: str) -> str | None:
    """Return the first command in ``code`` that deletes, kills or overwrites."""
    match = _DANGEROUS.search(code)
    return match[0] if match else None
