"""A die to fold as a solid: the drawn net itself is its picture, so that every face shows what it shows at home."""

from __future__ import annotations

from collections.abc import Iterator

Vector = tuple[float, float, float]
Frame = tuple[Vector, Vector, Vector]  # to the right and down on the net, and outward

NET = ((1, 1), (1, 0), (1, 2), (1, 3), (0, 1), (2, 1))  # faces of a net, counted in faces from its left and top
ACROSS = 3  # faces that a net is wide
WITHIN = 0.01  # of a face: its picture begins so far inside the fold


def face_at(x: float, y: float, side: float) -> int:
    """Which face of the net has its corner there, in mm."""
    return NET.index((round(x / side), round(y / side)))


def die_mesh(side: float, net: tuple[float, float], edge: float, top: int = 0) -> str:
    """The die as an OBJ file, `edge` long, with one of its faces up; the net and its faces are measured in mm."""
    frames = dict(_folded(NET[top]))
    lines = ["# a die, folded from its net"]
    for cell in NET:
        right, down, out = frames[cell]
        for across, along in ((0, 0), (0, 1), (1, 1), (1, 0)):
            a, b = across - 0.5, along - 0.5
            at = (edge * (o / 2 + a * r + b * d) for o, r, d in zip(out, right, down, strict=True))
            lines.append("v " + " ".join(f"{value:.5f}" for value in at))
    for column, row in NET:
        for across, along in ((0, 0), (0, 1), (1, 1), (1, 0)):
            x, y = (place + end * (1 - 2 * WITHIN) + WITHIN for place, end in ((column, across), (row, along)))
            lines.append(f"vt {x * side / net[0]:.5f} {1 - y * side / net[1]:.5f}")
    lines += ["vn " + " ".join(f"{value:g}" for value in frames[cell][2]) for cell in NET]
    for number in range(len(NET)):
        a, b, c, d = range(4 * number + 1, 4 * number + 5)
        for three in ((a, b, c), (a, c, d)):  # only triangles are taken for sure
            lines.append("f " + " ".join(f"{corner}/{corner}/{number + 1}" for corner in three))
    return "\n".join(lines) + "\n"


def _folded(first: tuple[int, int]) -> Iterator[tuple[tuple[int, int], Frame]]:
    """How each face lies in space when the net is folded back from the first, which is up."""
    known: dict[tuple[int, int], Frame] = {first: ((1, 0, 0), (0, 0, 1), (0, 1, 0))}
    todo = [first]
    while todo:
        here = todo.pop()
        right, down, out = known[here]
        yield here, known[here]
        beside: dict[tuple[int, int], Frame] = {
            (1, 0): (_back(out), down, right),
            (-1, 0): (out, down, _back(right)),
            (0, 1): (right, _back(out), down),
            (0, -1): (right, out, _back(down)),
        }
        for (across, along), frame in beside.items():
            there = here[0] + across, here[1] + along
            if there in NET and there not in known:
                known[there] = frame
                todo.append(there)


def _back(vector: Vector) -> Vector:
    x, y, z = vector
    return -x, -y, -z
