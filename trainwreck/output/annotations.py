"""Annotations in the runs of GitHub Actions."""


def annotation(level: str, message: str, **properties: str) -> str:
    """Return a workflow command that shows ``message`` in the summary of a run.

    Args:
        level: ``error``, ``warning`` or ``notice``.
        message: any text; line breaks are kept.
        properties: such as ``file``, ``line`` and ``title``.

    Source: docs.github.com, "Workflow commands for GitHub Actions", setting an error message.

    """
    listed = ",".join(f"{name}={_escaped(text, ':,')}" for name, text in properties.items())
    return f"::{level} {listed}".rstrip() + f"::{_escaped(message)}"


def _escaped(text: str, more: str = "") -> str:
    for character in "%\r\n" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text
