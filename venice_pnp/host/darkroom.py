"""Photos of the table that phones send: read beside the game, told on the big screen, and not kept."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from venice_pnp.contract.play import TABLE, Refused
from venice_pnp.door.match import Unsound, match_of
from venice_pnp.host.clerk import Clerk
from venice_pnp.kit.limits import PHOTO_EVERY, REASON
from venice_pnp.referee.table import Table
from venice_pnp.speech.refusal import Refusal
from venice_pnp.speech.trouble import NotAMove, Trouble
from venice_pnp.speech.words import Said, Speech

if TYPE_CHECKING:
    from venice_pnp.look.eye import Doubt, Eye
    from venice_pnp.look.gaze import Sighted

NAME = "photo"


class Developed(Struct, frozen=True):
    """What was seen on the last photo, and when: `moment` is how many entries the table had."""

    number: int
    moment: int
    lang: str
    head: str
    differences: list[str]
    doubts: list[str]
    orders: list[str]
    position: dict[str, Any]
    picture: bytes
    asked: list[Doubt]
    eye: Eye
    places: list[Sighted]

    def shown(self) -> dict[str, Any]:
        """For the screen; the position itself is told by what differs."""
        told = {"differences": self.differences, "doubts": self.doubts, "orders": self.orders}
        asked = [{"place": one.place, "where": one.where, "choices": one.told} for one in self.asked]
        return {"state": "seen", "number": self.number, "head": self.head, **told, "asked": asked}


class CorrectionWish(Struct, frozen=True):
    """Somebody wants the table to be as the photo shows it, and the table has to agree."""

    seat: str
    code: int
    why: str
    seen: Developed


class Darkroom:
    """The photos of one table: one at a time, read by a clerk of their own, so that no move waits for them."""

    def __init__(self, clerk: Callable[[], Clerk], ring: Callable[[], None]) -> None:
        """`ring` may be called from any thread."""
        self._clerk, self._ring = clerk, ring
        self.state: dict[str, Any] | None = None  # what the screen shows
        self.wish: CorrectionWish | None = None
        self._seen: Developed | None = None
        self._last, self._number = -PHOTO_EVERY, 0

    # --- a photo comes --------------------------------------------------------------------------------------
    async def take(self, request: Request, speech: Speech) -> Response:
        """Whoever sends it is answered at once; what is seen comes to the screen."""
        now = time.monotonic()
        busy = self.state is not None and self.state["state"] == "reading"
        if busy or now - self._last < PHOTO_EVERY:
            return JSONResponse({"said": speech.say("host.photo-busy")}, 429)
        self._last, self._number = now, self._number + 1
        before, self.state = self.state, {"state": "reading", "number": self._number}
        self._ring()
        try:
            content = await request.body()
        except Exception:  # the phone has gone away
            self.state = before
            raise
        self._seen, self.wish = None, None
        number, lang = self._number, speech.lang
        reading = self._clerk().ask(lambda table: developed(table, content, number, lang))
        reading.add_done_callback(lambda done: self._read(done, number, lang))
        return JSONResponse({"state": "reading", "said": speech.say("host.photo-sent")}, 202)

    def _read(self, done: Future[Developed], number: int, lang: str) -> None:
        """In the clerk's thread."""
        trouble = done.exception()
        if trouble is None:
            self._seen = done.result()
            self.state = self._seen.shown()
        else:
            said = str(trouble) if isinstance(trouble, Trouble) else _say(lang, "look.broken", file=NAME)
            self.state = {"state": "failed", "number": number, "head": said}
        self._ring()

    # --- what becomes of it ------------------------------------------------------------------------------------
    def picture(self, place: str | None = None) -> Response:
        """The whole board, or one place that is in doubt."""
        seen = self._seen
        if seen is None or (place is not None and all(one.place != place for one in seen.asked)):
            return PlainTextResponse("", 404)
        return Response(seen.picture if place is None else seen.eye.crop(place), media_type="image/png")

    async def settle(self, number: object, place: object, choice: object) -> bool:
        """Somebody at the screen says what lies at a place that was in doubt."""
        seen = self._seen
        if seen is None or number != seen.number or not isinstance(choice, int) or isinstance(choice, bool):
            return False
        doubt = next((one for one in seen.asked if one.place == place), None)
        if doubt is None or not 0 <= choice < len(doubt.choices):
            return False
        places = seen.eye.settled(seen.places, doubt.place, doubt.choices[choice])
        after = await asyncio.wrap_future(
            self._clerk().ask(lambda _: told(seen.eye, places, seen.number, seen.moment, seen.lang))
        )
        if self._seen is not seen:
            return False
        self._seen, self.wish = after, None
        self.state = after.shown()
        self._ring()
        return True

    def away(self, number: object) -> bool:
        """The screen has done with this photo; nothing is kept of it."""
        if self.state is None or number != self.state["number"] or self.state["state"] == "reading":
            return False
        self.state, self._seen, self.wish = None, None, None
        self._ring()
        return True

    def ask(self, number: object, why: object, seat: str, code: Callable[[], int]) -> str:
        """Somebody wants the table corrected: a message of what becomes of that."""
        seen = self._seen
        if seen is None or number != seen.number or not seen.differences:
            return "host.photo-past"
        reason = why.strip() if isinstance(why, str) else ""
        if not reason or len(reason) > REASON:
            return "host.photo-why"
        self.wish = CorrectionWish(seat, code(), reason, seen)
        self._ring()
        return "host.photo-asked"

    def wishes(self, speech: Speech) -> list[tuple[str, int, str]]:
        """Seat, number and question of what the table has to agree to."""
        wish = self.wish
        if wish is None:
            return []
        who = speech.name(wish.seat)
        facts = {"seat": Said(who), "code": wish.code, "why": Said(wish.why), "n": len(wish.seen.differences)}
        return [(wish.seat, wish.code, speech.say("host.wish-correct", facts))]

    async def decide(self, clerk: Clerk, agreed: bool) -> bool:
        """The table has answered; whatever came between, the correction is not made."""
        wish, self.wish = self.wish, None
        if wish is None or not agreed:
            return wish is not None
        said, done = await asyncio.wrap_future(clerk.ask(lambda table: corrected(table, wish)))
        self.state, self._seen = (
            ({"state": "done" if done else "failed", "number": wish.seen.number, "head": said}),
            None,
        )
        return True


def developed(table: Table, content: bytes, number: int, lang: str) -> Developed:
    """In the clerk's thread: what the photo shows, against what everybody sees of this table."""
    from venice_pnp.look import open_eye  # an extra

    eye = open_eye(match_of(table, lang))
    return told(eye, eye.see(content, NAME), number, len(table.journal.entries), lang)


def told(eye: Eye, places: list[Sighted], number: int, moment: int, lang: str) -> Developed:
    """What these places say."""
    found = eye.findings(places)
    said = (found.head, found.differences, found.doubts, found.orders)
    position, picture, asked = eye.position(places), eye.picture(places), eye.asked(places)
    return Developed(number, moment, lang, *said, position, picture, asked, eye, places)


def corrected(table: Table, wish: CorrectionWish) -> tuple[str, bool]:
    """In the clerk's thread: the table goes on from what was seen, unless it has gone on since."""
    seen, speech = wish.seen, match_of(table, wish.seen.lang).speech
    if len(table.journal.entries) != seen.moment:
        return speech.say("host.photo-past"), False
    by = wish.seat if wish.seat in table.players else TABLE
    try:
        match_of(table, seen.lang).correct(seen.position, f"{wish.why} ({'; '.join(seen.differences)})", by)
    except Unsound as unsound:
        return " ".join(map(str, unsound.findings)), False
    except Refusal as refused:
        return str(refused), False
    except (NotAMove, Refused) as trouble:
        return str(trouble), False
    return speech.say("correct.done"), True


def _say(lang: str, key: str, **facts: str) -> str:
    return Speech(lang).say(key, {name: Said(text) for name, text in facts.items()})
