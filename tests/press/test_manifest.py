"""The manifest: everything is there, in its place, inside the paper, and backs lie behind their fronts."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.press.kits import SETS, built, kit, manifest, printed_games
from venice_pnp.press.folding import READING, leaf_size

COUNTS = yaml.safe_load((Path(__file__).parent / "counts.yaml").read_text("utf-8"))
CASES = [(game, *chosen) for game in printed_games() for chosen in SETS]
PROVENANCE = {"rulebook", "researched", "designed"}


@pytest.fixture(params=CASES, ids=lambda c: "-".join(c))
def made(request: pytest.FixtureRequest) -> dict[str, Any]:
    return manifest(built(*request.param))


def fronts(made: dict[str, Any]) -> list[dict[str, Any]]:
    return [page for file in made["files"] for page in file["pages"] if page["side"] == "front"]


def test_every_component_is_printed_in_the_number_of_the_rules(made: dict[str, Any]) -> None:
    rows = {row["id"]: row for row in made["components"]}
    assert {name: row["required"] for name, row in rows.items()} == COUNTS[made["kit"]]
    assert all(row["placed"] == row["required"] for row in rows.values())
    assert all(row["provenance"] in PROVENANCE for row in rows.values())


def test_what_lies_on_the_sheets_is_what_is_counted(made: dict[str, Any]) -> None:
    alternatives = {c.alternative.file for c in kit(made["kit"]).components.values() if c.alternative}
    pages = [
        page
        for file in made["files"]
        if file["path"].removesuffix(".pdf") not in {*alternatives, "board-poster"}
        for page in file["pages"]
        if page["side"] == "front"
    ]
    placed = [p for page in pages for p in page["placed"]]
    names = Counter((p["component"], p["item"], p["copy"]) for p in placed)
    assert max(names.values()) == 1, "a copy is placed twice"
    counts = Counter(p["component"] for p in placed if p["component"] != "board")
    assert counts == {name: count for name, count in COUNTS[made["kit"]].items() if name != "board"}
    assert any(p["component"] == "board" for p in placed)


def test_no_two_pieces_overlap(made: dict[str, Any]) -> None:
    for file in made["files"]:
        for page in file["pages"]:
            for one, other in combinations([p["trim_mm"] for p in page["placed"]], 2):
                ax, ay, aw, ah = one
                bx, by, bw, bh = other
                apart = ax + aw <= bx + 1e-3 or bx + bw <= ax + 1e-3 or ay + ah <= by + 1e-3 or by + bh <= ay + 1e-3
                assert apart, (file["path"], page["page"], one, other)


def test_every_piece_lies_inside_the_printable_area(made: dict[str, Any]) -> None:
    margin = kit(made["kit"]).shared.papers[made["paper"]].margin
    for file in made["files"]:
        for page in file["pages"]:
            wide, high = page["paper_mm"]
            for piece in page["placed"]:
                x, y, w, h = piece["trim_mm"]
                assert x >= margin and y >= margin and x + w <= wide - margin and y + h <= high - margin


def turned_at(page: dict[str, Any], along: str) -> float:
    """Where a page is turned over: at its fold, or in its middle."""
    middle: float = page["paper_mm"][0 if along == "x" else 1] / 2
    place: float = page.get("fold_mm", {}).get(along, middle)
    return place


def both_sides(file: dict[str, Any], made: dict[str, Any]) -> bool:
    """Whether the printer prints on both sides of the sheets of a file."""
    mounts = {row["id"]: row["mount"] for row in made["components"]}
    return any(mounts[p["component"]] == "card" for page in file["pages"] for p in page["placed"])


def test_backs_lie_behind_their_fronts(made: dict[str, Any]) -> None:
    checked = 0
    for file in made["files"]:
        pages = file["pages"]
        for front, back in pairwise(pages):
            if (front["side"], back["side"]) != ("front", "back"):
                continue
            level = "y" in front.get("fold_mm", {}) or (both_sides(file, made) and made["duplex"] == "short-edge")
            wide, high = 2 * turned_at(front, "x"), 2 * turned_at(front, "y")
            places = {(p["component"], p["item"], p["copy"]): p for p in front["placed"]}
            for piece in back["placed"]:
                ahead = places[piece["component"], piece["item"], piece["copy"]]
                x, y, w, h = ahead["trim_mm"]
                mirror = [x, high - y - h] if level else [wide - x - w, y]
                assert piece["trim_mm"] == pytest.approx([*mirror, w, h], abs=0.01)
                turn = 180 - ahead["rotation"] if level else -ahead["rotation"]
                assert piece["rotation"] == turn % 360
                checked += 1
    two_sided = sum(COUNTS[made["kit"]][n] for n, c in kit(made["kit"]).components.items() if c.back)
    assert checked == two_sided


def test_the_papers_are_exact(made: dict[str, Any]) -> None:
    expected = {"a4": [210.0, 297.0], "letter": [215.9, 279.4], "a3": [297.0, 420.0]}[made["paper"]]
    leaf = [round(v, 2) for v in leaf_size(kit(made["kit"]).shared.papers[made["paper"]])]
    for file in made["files"]:
        if file["path"] == f"{READING}.pdf":
            assert all(page["paper_mm"] == leaf for page in file["pages"])
        elif file["path"] != "board-poster.pdf":
            assert all(sorted(page["paper_mm"]) == expected for page in file["pages"])


def test_a_profile_moves_the_backs_by_its_offset() -> None:
    plain = manifest(built("canaletto", "en", "a4", "colour", "long-edge"))
    moved = manifest(built("canaletto", "en", "a4", "colour", "long-edge", back_x=1.5, back_y=-0.5))
    for before, after in zip(plain["files"], moved["files"], strict=True):
        for page, other in zip(before["pages"], after["pages"], strict=True):
            step = (1.5, -0.5) if page["side"] == "back" and "fold_mm" not in page else (0.0, 0.0)
            for piece, shifted in zip(page["placed"], other["placed"], strict=True):
                x, y, w, h = piece["trim_mm"]
                assert shifted["trim_mm"] == pytest.approx([x + step[0], y + step[1], w, h], abs=1e-3)
