"""What a machine does to a sheet: lines by layer, as SVG and as DXF, in mm."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import svgwrite

from venice_pnp.draw.scene import Outline, Segment
from venice_pnp.export.machines import Layer

FINE = 0.004  # mm between a curve and the straight lines in its place
LINE = 0.1  # mm, as it is shown
DIGITS = 4
NUMBERED: dict[Layer, int] = {
    "cut": 1,
    "kiss": 6,
    "score": 5,
    "perforate": 3,
}  # for programs that know no other colours
Point = tuple[float, float]


class CutLine(NamedTuple):
    """One line from the top left corner of the page."""

    layer: Layer
    outline: Outline


def svg_bytes(lines: Sequence[CutLine], size: tuple[float, float], colours: Mapping[Layer, str]) -> bytes:
    """A drawing in mm with one group a layer, which Inkscape shows as layers."""
    w, h = size
    drawing = svgwrite.Drawing(size=(f"{w:g}mm", f"{h:g}mm"), viewBox=f"0 0 {w:g} {h:g}", debug=False)
    for layer, colour in colours.items():
        group = drawing.g(id=layer, fill="none", stroke=colour, stroke_width=LINE)
        for line in lines:
            if line.layer == layer:
                group.add(drawing.path(d=" ".join(map(_written, line.outline))))
        if group.elements:
            drawing.add(group)
    out = io.StringIO()
    drawing.write(out)
    return f"{out.getvalue()}\n".encode()


def _written(segment: Segment) -> str:
    op, *numbers = segment
    return " ".join(
        (str(op), *(f"{round(float(n), DIGITS):g}" if abs(n) < 1 else str(round(float(n), DIGITS)) for n in numbers))
    )


def dxf_bytes(lines: Sequence[CutLine], size: tuple[float, float], colours: Mapping[Layer, str]) -> bytes:
    """The same lines, curves as many short straight ones; y points up, as the format has it. Needs ezdxf."""
    from ezdxf import options  # type: ignore[attr-defined]  # an extra of its own: only machines need it
    from ezdxf.enums import InsertUnits  # as above
    from ezdxf.filemanagement import new  # as above

    options.write_fixed_meta_data_for_testing = True  # the same lines give the same bytes
    drawing = new("R2010", units=InsertUnits.Millimeters)
    for layer, colour in colours.items():
        drawing.layers.add(layer, color=NUMBERED[layer]).rgb = _rgb(colour)
    for line in lines:
        for points, closed in flattened(line.outline):
            flipped = [(round(x, DIGITS), round(size[1] - y, DIGITS)) for x, y in points]
            drawing.modelspace().add_lwpolyline(flipped, close=closed, dxfattribs={"layer": line.layer})
    out = io.StringIO()
    drawing.write(out)
    return out.getvalue().encode()


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def flattened(outline: Outline) -> Iterator[tuple[list[Point], bool]]:
    """Each line of an outline as points, and whether it is closed."""
    points: list[Point] = []
    for op, *numbers in outline:
        xy = [float(n) for n in numbers]
        if op == "M":
            if len(points) > 1:
                yield points, False
            points = [(xy[0], xy[1])]
        elif op == "L":
            points.append((xy[0], xy[1]))
        elif op == "C":
            points += _curve(points[-1], (xy[0], xy[1]), (xy[2], xy[3]), (xy[4], xy[5]))
        else:
            yield _open(points), True
            points = points[:1]
    if len(points) > 1:
        yield points, False


def _open(points: list[Point]) -> list[Point]:
    """A closed line needs its first point once."""
    return points[:-1] if len(points) > 2 and math.dist(points[0], points[-1]) < FINE else points


def _curve(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    """As many steps as the bend needs: the chord of a cubic is off by at most an eighth of its second difference."""
    bend = max(
        math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1]),
        math.hypot(b[0] - 2 * c[0] + d[0], b[1] - 2 * c[1] + d[1]),
    )
    steps = max(1, math.ceil(math.sqrt(6 * bend / 8 / FINE)))
    for i in range(1, steps + 1):
        t = i / steps
        u = 1 - t
        yield (
            u**3 * a[0] + 3 * u * u * t * b[0] + 3 * u * t * t * c[0] + t**3 * d[0],
            u**3 * a[1] + 3 * u * u * t * b[1] + 3 * u * t * t * c[1] + t**3 * d[1],
        )
