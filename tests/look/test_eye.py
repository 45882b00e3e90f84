"""The synthetic photographer takes photos of tables whose truth is known; the referee reads them."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.cli.test_check import Keys, page_of
from tests.conftest import ROOT, venice
from venice_pnp.console.commands import do_look
from venice_pnp.console.evening import Evening, Wishes
from venice_pnp.console.layout import Screenful
from venice_pnp.door.match import match_of
from venice_pnp.look.eye import Eye, contents_of, placed
from venice_pnp.look.finding import camera_of, find_board
from venice_pnp.referee import home
from venice_pnp.referee.table import new_table
from venice_pnp.speech.trouble import NotAMove
from venice_pnp.speech.words import Speech

sys.path.insert(0, str(ROOT / "bench"))

import bench_look
import photographer

SMALL = (2000, 1500)
GAMES = ["canaletto", "doge", "venedig", "venetia"]


class Face(Keys):
    """The same for what shows a table while somebody waits."""

    def table(self, scene: Screenful) -> None:
        self.waited = scene


def taken(it: bench_look.Scene, file: Path, **settings: object) -> None:
    rng = random.Random(5)
    laid = photographer.shaken(it.laid, it.album, it.eye.sights, rng)
    how = photographer.usual(rng, it.album.size, size=SMALL, height=80.0, distance=650.0, glare=0.0, **settings)
    cv2.imwrite(str(file), photographer.photograph(it.album, laid, how, rng)[:, :, ::-1])


def test_a_photo_is_compared_with_the_table(tmp_path: Path) -> None:
    """One photo of a table on which a tile is missing, another board, and no board at all."""
    it = bench_look.scene("canaletto", 4)
    at, gone = next((n, one) for n, one in enumerate(it.laid) if one.component == "artwork")
    taken(it._replace(laid=it.laid[:at] + it.laid[at + 1 :]), tmp_path / "table.jpg")
    eye = Eye(it.eye.match)
    places = eye.look([tmp_path / "table.jpg"])
    truth = it._replace(laid=it.laid[:at] + it.laid[at + 1 :]).truth
    assert [one.sight.id for one in places if one.sure and one.seen != truth[one.sight.id]] == []
    assert sum(one.sure for one in places) > 0.8 * len(places)
    faulty = next(one for one in places if one.known != truth[one.sight.id])
    assert not faulty.agrees and (not faulty.sure or eye.differences(places))
    assert eye.picture(places).startswith(b"\x89PNG")
    assert eye.position(places).keys() >= {"palaces", "money", "column"}
    noise = np.random.default_rng(2).integers(0, 255, (*SMALL[::-1], 3), np.uint8)
    assert find_board(noise, it.album) is None and gone.item
    photo = cv2.imread(str(tmp_path / "table.jpg"))[:, :, ::-1]
    once, again = find_board(photo, it.album), find_board(photo, it.album)  # found alike whenever somebody looks
    assert once and again and once.marks == again.marks and (once.way == again.way).all()


def test_one_photo_at_the_console_at_a_new_table_and_in_the_audit(tmp_path: Path) -> None:
    """The same photo, on which an artwork lies at no palace: put back at the console; a snapshot of it is completed by
    the table in the audit; and no new table begins with it."""
    path = home.table_path("canaletto")
    table = new_table("canaletto", ["Anke", "Bernd", "Claudia"], path=path, seed="7")
    eye = Eye(match_of(table, "en"))
    lay_table = table.declared.lay_table()
    assert lay_table is not None
    laid = [one for _, one in placed(lay_table(eye.kit, eye.view, eye.colours), eye.sights)]
    gone = next(n for n, one in enumerate(laid) if one.component == "artwork")
    album, rng = eye.album("colour"), random.Random(3)
    how = photographer.Settings(distance=800.0, height=88.0, size=SMALL, blur=0.6, noise=2.0)
    lies = photographer.shaken(laid[:gone] + laid[gone + 1 :], album, eye.sights, rng)
    cv2.imwrite(str(tmp_path / "table.jpg"), photographer.photograph(album, lies, how, rng)[:, :, ::-1])

    face = Face(["nonsense", "b"])
    evening = Evening(table, Speech("en", table.kit, table.players), face, Wishes())  # type: ignore[arg-type]
    before = table.rules.snapshot(table.state)
    do_look(evening, [str(tmp_path / "table.jpg")])
    assert not face.lines and table.rules.snapshot(table.state) == before
    assert any("1 Ca' Vendramin Calergi" in line for line in page_of(face))
    assert "Vendramin" in " ".join(evening.ordered.beside())
    table.journal.close()

    said = venice(
        "referee", "look", tmp_path / "table.jpg", "--snapshot", tmp_path / "seen.yaml", "--table", "canaletto"
    )
    assert said.code == 1 and "Vendramin" in said.out
    audit = venice("referee", "audit", tmp_path / "seen.yaml", "--against", "canaletto")
    assert audit.code == 1 and "CAN-2.1" not in audit.said and "missing" not in audit.said.casefold()
    score = venice("referee", "score", tmp_path / "seen.yaml", "--against", "canaletto")
    assert score.code == 0 and score.out.startswith("final: {Anke: 30")
    other = venice("referee", "new", "doge", "--players", "Anke,Bernd,Claudia", "--from", tmp_path / "seen.yaml")
    assert other.code == 2 and "canaletto" in other.err
    guessed = venice(
        "referee", "look", tmp_path / "table.jpg", "--game", "canaletto", "--players", "Anke,Bernd,Claudia"
    )
    assert guessed.code == 1 and "the referee has" not in guessed.out
    new = venice(
        "referee", "new", "canaletto", "--players", "Anke,Bernd,Claudia", "--from-photo", tmp_path / "table.jpg"
    )
    assert new.code == 2 and "--from" in new.err and "Traceback" not in new.said  # it cannot be a position
    assert not home.table_path("canaletto-2").exists()


@pytest.mark.parametrize("kind", ["missing", "exchanged", "misplaced"])
def test_what_stood_on_a_piece_that_is_planted_elsewhere_stays(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """An advisor whose ring is taken away is photographed where the truth has him."""
    it = bench_look.scene("doge", 60001)
    monkeypatch.setattr(random.Random, "choice", lambda _, of: kind if kind in of else of[-1])
    at = next(n for n, one in enumerate(it.laid[1:]) if one.on)
    moved = it._replace(laid=bench_look._fault(list(it.laid), at, it, random.Random(1)))
    lies = photographer.shaken(moved.laid, it.album, it.eye.sights, random.Random(2))
    assert moved.truth != it.truth
    advisors = {name: looks for name, looks in contents_of(lies, it.eye.sights).items() if name.startswith("rings")}
    assert advisors == {name: moved.truth[name] for name in advisors}


def cat() -> np.ndarray:
    """Something with fur, ears and eyes."""
    rng = np.random.default_rng(7)
    fur = cv2.GaussianBlur(rng.normal(0, 60, (*SMALL[::-1], 3)).astype(np.float32), (0, 0), 2, sigmaY=9)
    shape = np.full((*SMALL[::-1], 3), (120, 90, 60), np.uint8)
    cv2.ellipse(shape, (1000, 850), (600, 520), 0, 0, 360, (210, 140, 70), -1)
    for side in (-1, 1):
        corners = np.array([[1000 + side * 560, 620], [1000 + side * 160, 420], [1000 + side * 480, 160]], np.int32)
        cv2.fillPoly(shape, [corners], (200, 120, 60))
        cv2.circle(shape, (1000 + side * 220, 760), 80, (90, 160, 60), -1)
    return np.clip(shape + fur * 6, 0, 255).astype(np.uint8)


def test_no_position_is_read_from_what_shows_no_board() -> None:
    """A cat, a bare table, a board in the dark and one that is blurred: each is told what to do better."""
    it = bench_look.scene("canaletto", 4)
    how = photographer.Settings(distance=650.0, size=SMALL)
    board = photographer.photograph(it.album, it.laid, how, random.Random(5))
    table = photographer._table_top(SMALL, np.random.default_rng(3))
    shown = {
        "look.no-board": [cat(), table],
        "look.dark": [(board * 0.04).astype(np.uint8)],
        "look.blurred": [cv2.GaussianBlur(board, (0, 0), 40)],
    }
    for key, photos in shown.items():
        for photo in photos:
            with pytest.raises(NotAMove) as told:
                it.eye.see(bytes(cv2.imencode(".png", photo[:, :, ::-1])[1]), "photo")
            assert told.value.key == key


@pytest.mark.parametrize("height", [86.0, 80.0, 55.0])
def test_the_camera_is_found_from_above_too(height: float) -> None:
    """Seen from above, a board says little of the lens: then it is the usual one, not one half as long again."""
    how, size = photographer.Settings(distance=650.0, height=height, azimuth=30.0), (564.0, 420.0)
    camera, dice = photographer.Camera(how, size), np.random.default_rng(1)
    corners = np.array([[0, 0, 0], [size[0], 0, 0], [*size, 0], [0, size[1], 0]], float)
    for _ in range(30):
        seen = camera.sees(corners) + dice.normal(0, 3, (4, 2))  # px by which they are found beside their places
        way = cv2.getPerspectiveTransform(corners[:, :2].astype(np.float32), seen.astype(np.float32))
        assert np.linalg.norm(np.array(camera_of(way, (*how.size[::-1], 3))) - camera.at) < 20.0


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_what_is_called_sure_is_right(game: str) -> None:
    """docs/look.md tells what was measured."""
    counts = bench_look.counted(bench_look.measured([game], range(100, 110), bench_look.Kind(faults=True)))
    assert counts["found"] == counts["photos"]
    assert counts["wrong"] <= 0.005 * counts["sure"] and counts["sure"] > 0.85 * counts["places"]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_board_of_another_game_is_taken_for_this_one(game: str, tmp_path: Path) -> None:
    it = bench_look.scene(game, 4)
    taken(it, tmp_path / "table.jpg")
    photo = cv2.imread(str(tmp_path / "table.jpg"))[:, :, ::-1]
    for other in GAMES:
        album = bench_look.scene(other, 1).album
        assert (find_board(photo, album) is not None) == (other == game)


def test_the_command_tells_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    home = {"VENICE_PNP_HOME": str(tmp_path / "home")}
    assert venice("referee", "new", "doge", "--players", "Anke,Bernd,Claudia", "--seed", "7", **home).code == 0
    (tmp_path / "x.jpg").write_bytes(b"no photo")
    ran = venice("referee", "look", tmp_path / "x.jpg", **home)
    assert ran.code == 2 and "JPEG" in ran.err and "Traceback" not in ran.said
