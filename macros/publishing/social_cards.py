"""Social cards: the pictures that chats show beside a link, drawn during the build.

Pillow draws them with the font that it carries, so that no machine needs fonts or a network.
"""

import functools
import io
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mkdocs.exceptions import PluginError
from PIL import Image, ImageColor, ImageDraw, ImageFont

from trainwreck import Entry
from trainwreck.markdown.plain_text import plain_text
from trainwreck.model.vocabulary import Severity

SIZE = (1200, 630)
"""Pixels, in the proportion that chats and social networks expect."""
_MARGIN = 80
_BACKGROUND = "#263238"
_TEXT = "#ffffff"
_ACCENTS = {
    Severity.CRITICAL: "#ef5350",
    Severity.HIGH: "#ffa726",
    Severity.MEDIUM: "#fdd835",
    Severity.LOW: "#66bb6a",
}
_SITE_ACCENT = "#ffab91"
# Drawn as shades of gray, which a palette then turns into colors: that makes small files.
_WHITE, _DIMMED, _ACCENT = 254, 190, 255
_CLOSE = 60
"""Pixels by which the length of a line may differ from that of its words, and more."""


@dataclass(frozen=True, slots=True)
class Card:
    """What a card says."""

    label: str
    """A few words above the title."""
    title: str
    """The largest text; four lines of it are shown."""
    text: str
    """A sentence or two below the title; four lines are shown."""
    accent: str
    """Color of the bar at the left edge, as CSS writes it."""


def entry_card(entry: Entry) -> Card:
    """Return the card of ``entry``: its title, its cause and its severity as a color."""
    label = f"trainwreck  /  {entry.category.label}"
    return Card(label, entry.title, plain_text(entry.cause), _ACCENTS[entry.severity])


def site_card(description: str) -> Card:
    """Return the card of pages that have none of their own."""
    return Card("trainwreck", "What did your training job die of?", description, _SITE_ACCENT)


def drawn_cards(cards: Mapping[str, Card]) -> dict[str, bytes]:
    """Return each of ``cards`` as PNG, by the same names."""
    return {name: drawn(card) for name, card in cards.items()}


@functools.cache  # most entries are the same when a page is served again after a change
def drawn(card: Card) -> bytes:
    """Return ``card`` as PNG."""
    image = Image.new("L", SIZE, 0)
    drawing = ImageDraw.Draw(image)
    drawing.rectangle((0, 0, 24, SIZE[1]), fill=_ACCENT)
    top = _write(drawing, card.label, 28, 1, (_MARGIN - 20, _DIMMED))
    top = _write(drawing, card.title, 54, 4, (top + 24, _WHITE))
    _write(drawing, card.text, 34, 4, (top + 24, _DIMMED))
    colored = Image.frombytes("P", SIZE, image.tobytes())
    colored.putpalette(_palette(card.accent))
    file = io.BytesIO()
    colored.save(file, "PNG", compress_level=3)
    return file.getvalue()


def _write(
    drawing: ImageDraw.ImageDraw, text: str, size: int, most_lines: int, place: tuple[int, int]
) -> int:
    """Write ``text`` from a height on, in a shade, and return the height where it ends."""
    top, shade = place
    font = _font(size)
    lines = list(wrapped(_drawable(text), font, SIZE[0] - 2 * _MARGIN))
    if len(lines) > most_lines:
        lines = [*lines[: most_lines - 1], f"{lines[most_lines - 1].rstrip('.')}..."]
    for line in lines:
        drawing.text((_MARGIN, top), line, fill=shade, font=font)
        top += round(size * 1.3)
    return top


def wrapped(text: str, font: ImageFont.FreeTypeFont, width: int) -> Iterator[str]:
    """Yield the lines of ``text``, none wider than ``width`` pixels."""
    line, length = "", 0.0
    for part in _parts(text, font, width):
        longer = f"{line} {part}".lstrip()
        estimate = length + _length(font, " ") + _length(font, part)
        if _is_wider(longer, estimate, font, width):
            yield line
            line, length = part, _length(font, part)
        else:
            line, length = longer, estimate
    if line:
        yield line


def _is_wider(line: str, estimate: float, font: ImageFont.FreeTypeFont, width: int) -> bool:
    """Tell whether ``line`` is wider than ``width``; it is measured where the estimate is close."""
    if abs(estimate - width) > _CLOSE:
        return estimate > width
    return font.getlength(line) > width


@functools.cache  # the same words are on many cards, and to measure them takes as long as to draw
def _length(font: ImageFont.FreeTypeFont, word: str) -> float:
    return font.getlength(word)


def _parts(text: str, font: ImageFont.FreeTypeFont, width: int) -> Iterator[str]:
    """Yield the words of ``text``, cut where they are wider than a line."""
    for word in text.split():
        rest = word
        while rest:
            end = next(n for n in range(len(rest), 0, -1) if _length(font, rest[:n]) <= width)
            yield rest[:end]
            rest = rest[end:]


def _drawable(text: str) -> str:
    """Return ``text`` in the letters that Pillow's font has."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")


@functools.cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise PluginError("Pillow was built without FreeType, which social cards need")
    return font


@functools.cache
def _palette(accent: str) -> bytes:
    """Return 256 colors: from the background to the color of the text, then the accent."""
    background, text = (ImageColor.getrgb(color)[:3] for color in (_BACKGROUND, _TEXT))
    shades = (
        round(low + (high - low) * shade / _WHITE)
        for shade in range(_ACCENT)
        for low, high in zip(background, text, strict=True)
    )
    return bytes([*shades, *ImageColor.getrgb(accent)[:3]])
