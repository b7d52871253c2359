"""A member's chips over time as a picture; drawing takes a while and is no work for the loop."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from bot.render.names import chips_text

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

SIZE: Final = (800, 320)
_LEFT, _RIGHT, _TOP, _BOTTOM = 90, 20, 20, 40
_GAP = 8
_GROUND, _GRID, _INK, _LINE = "#1e1f22", "#3f4147", "#dbdee1", "#5865f2"
_LEVELS: Final = 4
_SHORT: Final = 2 * 86_400
"""Seconds of a course whose ends are told with their time of day."""

Course = Sequence[tuple[float, int]]
"""Instants (seconds since 1970) with the chips then, in the order they came to be."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where instants and chips lie in the picture."""

    first: float
    last: float
    top: int
    left: int = _LEFT

    def x(self, at: float) -> int:
        span = self.last - self.first
        width = SIZE[0] - self.left - _RIGHT
        return self.left + (round((at - self.first) / span * width) if span else 0)

    def y(self, chips: int) -> int:
        height = SIZE[1] - _TOP - _BOTTOM
        return SIZE[1] - _BOTTOM - round(chips / self.top * height)


def graph(course: Course) -> bytes:
    """Return a PNG of a course of chips; raise ValueError for one without an instant."""
    # Loaded only here: most processes never draw, and the library takes its megabytes.
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415

    if not course:
        raise ValueError("a course needs an instant")
    steady = tuple(_steady(course))
    top = _rounded_up(max(chips for _, chips in steady))
    font = ImageFont.load_default(14)
    left = max(_LEFT, _GAP * 2 + math.ceil(font.getlength(chips_text(top))))
    frame = _Frame(steady[0][0], steady[-1][0], top, left)
    image = Image.new("RGB", SIZE, _GROUND)
    drawing = ImageDraw.Draw(image)
    _draw_grid(drawing, frame, font)
    points = list(_points(steady, frame))
    drawing.line([*points, (SIZE[0] - _RIGHT, points[-1][1])], fill=_LINE, width=3)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _steady(course: Course) -> Iterator[tuple[float, int]]:
    """Yield a course in which no time goes back: a clock may have been set."""
    latest = course[0][0]
    for at, chips in course:
        latest = max(latest, at)
        yield latest, chips


def _points(course: Course, frame: _Frame) -> Iterator[tuple[int, int]]:
    """Yield the corners of a line that steps, with the extremes of what falls on one column."""
    at, first = frame.x(course[0][0]), frame.y(course[0][1])
    low = high = last = first
    for instant, chips in course:
        x, y = frame.x(instant), frame.y(chips)
        if x != at:
            yield from ((at, low), (at, high), (at, last), (x, last))
            at, low, high = x, last, last
        low, high, last = min(low, y), max(high, y), y
    yield from ((at, low), (at, high), (at, last))


def _draw_grid(drawing: ImageDraw, frame: _Frame, font: ImageFont | FreeTypeFont) -> None:
    for level in range(_LEVELS + 1):
        chips = frame.top * level // _LEVELS
        y = frame.y(chips)
        drawing.line([(frame.left, y), (SIZE[0] - _RIGHT, y)], fill=_GRID)
        drawing.text((frame.left - _GAP, y), chips_text(chips), fill=_INK, font=font, anchor="rm")
    ends = ((frame.first, frame.left, "lt"), (frame.last, SIZE[0] - _RIGHT, "rt"))
    form = "%Y-%m-%d %H:%M" if frame.last - frame.first < _SHORT else "%Y-%m-%d"
    for at, x, anchor in ends:
        day = datetime.fromtimestamp(at, UTC).strftime(form)
        drawing.text((x, SIZE[1] - _BOTTOM + 12), day, fill=_INK, font=font, anchor=anchor)


def _rounded_up(chips: int) -> int:
    """Return a number not below, of two digits and zeros, which four levels divide."""
    least = max(chips, _LEVELS)
    unit = int(10 ** max(len(str(least)) - 2, 0)) * _LEVELS
    return -(-least // unit) * unit
