"""Photos that phones send: read beside the game, told on the big screen, the table corrected if it agrees."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import cv2
import pytest
from msgspec import structs

from tests.conftest import ROOT
from tests.host.conftest import ORIGIN, Browser, screen_of, seated
from venice_pnp.door.match import match_of
from venice_pnp.host.server import Host
from venice_pnp.kit.limits import PHOTO_SENT
from venice_pnp.kit.models import Laid
from venice_pnp.look.album import SCALE
from venice_pnp.look.eye import Eye, placed

sys.path.insert(0, str(ROOT / "bench"))

import photographer

Serve = Callable[..., Host]


def taken(host: Host, change: Callable[[list[Laid]], list[Laid]], wood: str = "") -> bytes:
    """A photo of a served table, as somebody has changed it; `wood`: a place with a wooden disc that is none of ours."""

    def made(table: Any) -> bytes:
        match, rng = match_of(table, "en"), random.Random(3)
        eye = Eye(match)
        lay_table = table.declared.lay_table()
        laid = change([one for _, one in placed(lay_table(eye.kit, eye.view, eye.colours), eye.sights)])
        album = eye.album("colour")
        for x, y, w, h in (one.box for one in eye.sights if one.id == wood):
            board = album.board.copy()
            cv2.circle(board, (round((x + w / 2) * SCALE), round((y + h / 2) * SCALE)), 8 * SCALE, (40, 120, 60), -1)
            album = structs.replace(album, board=board)
        how = photographer.Settings(distance=800.0, height=88.0, size=(2000, 1500), blur=0.6, noise=2.0)
        shown = photographer.photograph(album, photographer.shaken(laid, album, eye.sights, rng), how, rng)
        return bytes(cv2.imencode(".jpg", shown[:, :, ::-1])[1])

    return host.reader.ask(made).result()


def send(browser: Browser, content: bytes, kind: str = "image/jpeg", **headers: str) -> Any:
    return browser.http.post("/api/photo", content=content, headers={**ORIGIN, "Content-Type": kind, **headers})


def told(screen: Browser) -> dict[str, Any]:
    """What the screen shows of the photo, when it has been read."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        photo = screen.get("/api/screen").json()["photo"]
        if photo is not None and photo["state"] != "reading":
            return dict(photo)
        time.sleep(0.1)
    raise AssertionError("the photo was not read")


def moved(host: Host) -> Callable[[list[Laid]], list[Laid]]:
    """One artwork lies at the next palace."""
    sights = host.reader.ask(lambda table: Eye(match_of(table, "en")).sights).result()
    boxes = {one.id: one.box for one in sights if one.id.startswith("artworks")}

    def changed(laid: list[Laid]) -> list[Laid]:
        at = next(n for n, one in enumerate(laid) if one.component == "artwork")
        inside = {name: [o.item for o in laid if photographer.inside(box, o.x, o.y)] for name, box in boxes.items()}
        empty = next(name for name, items in inside.items() if len(items) == 1 and laid[at].item not in items)
        x, y, w, h = boxes[empty]
        return [*laid[:at], structs.replace(laid[at], x=x + 5 * w / 6, y=y + h / 2), *laid[at + 1 :]]

    return changed


def test_a_photo_is_told_on_the_screen_and_corrects_the_table_if_it_agrees(serve: Serve) -> None:
    host = serve()
    anke, screen, stranger = seated(host, "Anke"), screen_of(host), Browser(host)
    content = taken(host, moved(host), wood="track 40")
    assert send(stranger, content).status_code == 403
    assert send(anke, content).status_code == 202
    assert send(anke, content).status_code == 429  # one at a time
    photo = told(screen)
    assert photo["state"] == "seen" and len(photo["differences"]) == 2 and photo["orders"], photo
    assert "position" not in photo and "picture" not in photo
    (doubt,) = [one for one in photo["asked"] if one["place"] == "track 40"]
    assert doubt["choices"][0] == "nothing" and "40" in doubt["where"]
    assert len(doubt["choices"]) == 2 and "Green" in doubt["choices"][1]  # something of this colour
    crop = screen.get("/api/photo.png?place=track%2040")
    assert crop.content.startswith(b"\x89PNG") and screen.get("/api/photo.png?place=nowhere").status_code == 404
    answer = {"number": photo["number"], "place": "track 40", "choice": 0}
    for wrong in ({"choice": 9}, {"choice": True}, {"place": "nowhere"}, {"number": 0}):
        assert screen.post("/api/photo", {**answer, **wrong}).status_code == 409
    assert anke.post("/api/photo", answer).status_code == 409  # the screen says what lies there
    assert screen.post("/api/photo", answer).json() == {"done": True}
    assert "track 40" not in [one["place"] for one in told(screen)["asked"]]
    picture = screen.get("/api/photo.png")
    assert picture.content.startswith(b"\x89PNG") and stranger.get("/api/photo.png").status_code == 403
    assert anke.post("/api/photo", {"number": photo["number"], "why": " "}).status_code == 409
    assert anke.post("/api/photo", {"number": photo["number"], "why": "the cat"}).status_code == 202
    (wish,) = screen.get("/api/screen").json()["wishes"]
    assert "the cat" in wish["say"] and wish["seat"] == "Anke"
    before = host.clerk.ask(lambda table: table.view(None)["palaces"]).result()
    assert screen.post("/api/confirm", {"code": wish["code"], "yes": True}).json() == {"done": True}
    after = told(screen)
    assert after["state"] == "done" and screen.get("/api/photo.png").status_code == 404, after
    now = host.clerk.ask(lambda table: table.view(None)["palaces"]).result()
    assert sum(now[palace] != before[palace] for palace in now) == 2
    assert screen.post("/api/photo", {"number": after["number"]}).json() == {"done": True}
    assert screen.get("/api/screen").json()["photo"] is None


@pytest.mark.parametrize("content", [b"no photo", b"\0\0\0\x18ftypheic" + bytes(99)])
def test_what_is_no_photo_is_said_on_the_screen(serve: Serve, content: bytes) -> None:
    host = serve()
    screen = screen_of(host)
    assert send(screen, content).status_code == 202
    photo = told(screen)
    assert photo["state"] == "failed" and "JPEG" in photo["head"]
    assert screen.get("/api/photo.png").status_code == 404


def test_only_photos_of_some_size_and_only_at_this_door(serve: Serve) -> None:
    host = serve()
    screen = screen_of(host)
    assert send(screen, b"x", **{"Content-Length": str(PHOTO_SENT + 1)}).status_code == 413
    assert (
        screen.http.post("/api/undo", content=b"x", headers={**ORIGIN, "Content-Type": "image/jpeg"}).status_code == 415
    )
    assert send(screen, b"x", Origin="http://elsewhere").status_code == 403
    assert screen.get("/api/screen").json()["photo"] is None


def test_without_opencv_it_says_what_is_missing(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    host = serve()
    screen = screen_of(host)
    monkeypatch.setitem(sys.modules, "cv2", None)
    for name in [name for name in sys.modules if name.startswith("venice_pnp.look.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("venice_pnp.look.eye")
    assert send(screen, b"x").status_code == 202
    assert "venice-pnp[look]" in told(screen)["head"]
