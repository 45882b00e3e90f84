"""The server of one table: pages, views, moves, and a doorbell that tells nothing but that something is new."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import io
import json
import socket
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Mapping
from contextlib import asynccontextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import segno
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from venice_pnp.contract.play import TABLE
from venice_pnp.door.noticeboard import Notice, Noticeboard
from venice_pnp.door.picture import Easel
from venice_pnp.host.clerk import Clerk
from venice_pnp.host.connections import Asker
from venice_pnp.host.darkroom import Darkroom
from venice_pnp.host.guard import PHOTO_DOOR, Guard
from venice_pnp.host.phones import Phone, Phones, UndoWish
from venice_pnp.host.rulebook import rulebook
from venice_pnp.host.views import Teller, View, own_last_move
from venice_pnp.host.webpages import FOLDER, page
from venice_pnp.kit.limits import ACCEPTED, ANSWERS, REQUEST_ID, REQUEST_LINE, STREAMS, STREAMS_OF_ADDRESS
from venice_pnp.referee.home import data_folder
from venice_pnp.referee.table import Table
from venice_pnp.speech.refusal import Refusal
from venice_pnp.speech.tongues import tongues
from venice_pnp.speech.trouble import NotAgreed, Trouble
from venice_pnp.speech.words import Said, Speech, data_of

HEARTBEAT = 5.0  # seconds: a stream that is silent longer is dead
PAUSE = 0.25  # seconds between two rings: moves in a row are one, and leave room for those who play
AWAY = 6.0  # seconds after which a phone that does not listen is away: a reload is shorter
LOOK = 0.4  # seconds between two looks for what a console has answered
SEEN = 80  # characters of the last entry that a phone has seen: a number and a hash
PARTING = 2  # seconds that answers on their way are waited for at the end

T = TypeVar("T")


class Bell:
    """Rings for everybody who listens, with a number that only grows."""

    def __init__(self) -> None:
        self.version = 0
        self._ears: set[asyncio.Event] = set()
        self.loop: asyncio.AbstractEventLoop | None = None
        self._open = True

    def close(self) -> None:
        """Everybody who listens is let go."""
        self._open = False
        self.ring()

    def ring(self) -> None:
        self.version += 1
        for ear in self._ears:
            ear.set()

    def ring_from_elsewhere(self) -> None:
        """From another thread."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.ring)

    async def stream(self) -> AsyncIterator[str]:
        ear, loop = asyncio.Event(), asyncio.get_running_loop()
        self._ears.add(ear)
        try:
            while self._open:
                rung = loop.time()
                yield f"data: {self.version}\n\n"
                try:
                    await asyncio.wait_for(ear.wait(), HEARTBEAT)
                except TimeoutError:
                    continue
                await asyncio.sleep(rung + PAUSE - loop.time())
                ear.clear()
        finally:
            self._ears.discard(ear)


class Rings(StreamingResponse):
    """What a bell tells somebody, and that he has gone, even if he never listened."""

    def __init__(self, stream: AsyncIterator[str], gone: Callable[[], None]) -> None:
        super().__init__(stream, media_type="text/event-stream")
        self._gone = gone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._gone()


class Broadcast(NamedTuple):
    """The view of everybody as it is sent, of which moment, and how many had asked when it was begun."""

    moment: Hashable
    begun: int
    view: View
    body: bytes


class Host:
    """One table, served."""

    def __init__(self, table: str | None, address: str, data: Path | None = None) -> None:
        self.address = address  # `192.168.1.5:8770`, as phones reach it
        self.bell = Bell()
        self.undo_wish: UndoWish | None = None
        self.undo_denied = ""  # the seat that the table did not let take back what is still last
        self._changes = 0  # of the table, as the clerk counts them
        self.doubted = set[str]()  # seats whose phone has seen an entry that the table does not have
        self.clerk = Clerk(table, data, self._changed, plays=True)
        self.name, self.data, players, kept, self.notices = self.clerk.ask(_about).result()
        self.phones = Phones(players, kept)
        self.cookie = f"venice-{address.rpartition(':')[2]}"  # cookies know no ports
        self.photos = Darkroom(lambda: self.reader, self.bell.ring_from_elsewhere)
        self._tellers: dict[str, Teller] = {}
        self._easels: dict[str, Easel] = {}
        self._grounds: dict[str, tuple[str, bytes]] = {}  # by language: what it is called as long as it is the same
        self._drawn: dict[str, tuple[int, bytes]] = {}
        self._shown: dict[str, Broadcast] = {}  # by language
        self._looks = 0  # how often anybody asked for the big screen
        self._showing: dict[str, asyncio.Lock] = {}
        self._answers: OrderedDict[tuple[str, str], tuple[View, int]] = OrderedDict()
        self._turns: dict[str, asyncio.Lock] = {}
        self._listening: list[Phone] = []  # once for each of their streams
        self._streams = Counter[str]()  # by the address that listens
        self._missed = {*self.phones.taken}  # seats whose phone was gone for longer than a reload takes, or is not back

    def _changed(self) -> None:
        """In the clerk's thread: the table has gone on, so nobody wishes any more to take back what was last."""
        self.undo_wish, self.undo_denied = None, ""
        self._changes += 1
        self.bell.ring_from_elsewhere()

    @cached_property
    def painter(self) -> Clerk:
        """Draws with a table of his own, so that no move waits for a picture; comes when the first is asked for."""
        return Clerk(self.name, self.data)

    @cached_property
    def reader(self) -> Clerk:
        """Looks at photos, with a table of his own."""
        return Clerk(self.name, self.data)

    def close(self) -> None:
        self.clerk.leave()
        if "reader" in self.__dict__:
            self.reader.leave()
        if "painter" in self.__dict__:
            self.painter.leave()

    # --- small things -----------------------------------------------------------------------------------
    def lang(self, request: Request) -> str:
        """As chosen on this phone, else as the phone is set."""
        wishes = [
            request.cookies.get(f"{self.cookie}-lang", ""),
            *request.headers.get("accept-language", "").split(","),
        ]
        known = tongues(self.data)
        return next(filter(None, (known.meant(wish.strip()[:5]) for wish in wishes if wish.strip())), known.first)

    def phone(self, request: Request) -> Phone | None:
        return self.phones.find(request.cookies.get(self.cookie, ""))

    def is_screen(self, request: Request) -> bool:
        return self.phones.is_screen(request.cookies.get(f"{self.cookie}-screen", ""))

    async def at_table(self, lang: str, work: Callable[[Teller], T]) -> T:
        def told(table: Table) -> T:
            if lang not in self._tellers:
                self._tellers[lang] = Teller(table, lang)
            return work(self._tellers[lang])

        return await asyncio.wrap_future(self.clerk.ask(told))

    def url(self, path: str) -> str:
        return f"http://{self.address}{path}"

    # --- pages ------------------------------------------------------------------------------------------
    def page(self, request: Request, name: str, listed: str = "", **facts: str) -> HTMLResponse:
        return HTMLResponse(page(name, self.lang(request), self.data, listed, facts))

    def _keep(self, response: Response, name: str, value: str) -> None:
        response.set_cookie(name, value, max_age=30 * 86400, httponly=True, samesite="strict")

    async def language(self, request: Request) -> Response:
        """Keeps the language, then shows the page in it."""
        response = RedirectResponse(request.url.path, 303)
        self._keep(response, f"{self.cookie}-lang", request.query_params["lang"])
        return response

    async def screen_page(self, request: Request) -> Response:
        return self.page(request, "screen", address=self.address)  # to be typed where nothing can be scanned

    async def screen_link(self, request: Request) -> Response:
        if not self.phones.is_screen(request.path_params["token"]):
            return self.page(request, "gone")
        response = self.page(request, "enter")
        self._keep(response, f"{self.cookie}-screen", self.phones.screen)
        return response

    async def seat_page(self, request: Request) -> Response:
        return self.page(request, "seat")

    async def join_page(self, request: Request) -> Response:
        seat = self.phones.seat_of_link(request.path_params["token"])
        if seat is None:
            return self.page(request, "gone")
        needs_pin = await asyncio.wrap_future(self.clerk.ask(lambda table: seat in table.pins))
        return self.page(request, "join", seat=seat, pin="pin" if needs_pin else "")

    async def rules_page(self, request: Request) -> Response:
        """Every rule of the game by its ID, under the chapters of the booklet."""
        lang = self.lang(request)
        listed = await self.at_table(lang, lambda teller: rulebook(teller.table.kit, teller.speech))
        title = await self.at_table(lang, lambda teller: teller.table.kit.game.title.in_language(lang))
        return self.page(request, "rules", listed, game=title)

    # --- views ------------------------------------------------------------------------------------------
    async def screen_view(self, request: Request) -> Response:
        """What everybody may know, made once for each ring of the bell, however many watch."""
        view, body = await self._public(self.lang(request))
        if not self.is_screen(request):
            return Response(body, media_type="application/json")
        links = [{"seat": seat, "url": self.url(f"/join/{self.phones.link(seat)}")} for seat in self.phones.seats]
        wishes = await self.wishes(Speech(self.lang(request), data=self.data))
        own = {"may": True, "wishes": wishes, "links": links, "away": self.away}
        return JSONResponse(view | own)

    async def _public(self, lang: str) -> tuple[View, bytes]:
        """The view of everybody, and how it is sent. The bell calls all at once: the first has it made, and whoever
        came before that was begun takes the same, even if the table has gone on meanwhile: the bell rings again."""
        self._looks += 1
        came = self._looks
        async with self._showing.setdefault(lang, asyncio.Lock()):
            photo, version = self.photos.state, self.bell.version
            moment = version, self._changes, photo and (photo["number"], photo["state"], len(photo.get("asked", ())))
            known = self._shown.get(lang)
            if known is None or (known.begun < came and known.moment != moment):
                begun, view = self._looks, await self.at_table(lang, Teller.public)
                view |= {"version": version, "taken": self.phones.taken, "may": False, "photo": photo}
                view["doubted"] = sorted(self.doubted)
                body = json.dumps(view, ensure_ascii=False, separators=(",", ":")).encode()
                self._shown[lang] = known = Broadcast(moment, begun, view, body)
            return known.view, known.body

    @property
    def away(self) -> list[str]:
        """Seats whose phone has not listened for a while: it sleeps, is out of the network, or was closed."""
        here = {phone.seat for phone in self._listening if phone.confirmed}
        return [seat for seat in self.phones.taken if seat in self._missed and seat not in here]

    async def wishes(self, speech: Speech) -> list[View]:
        """What the table has to agree to, each with the number by which it is answered."""
        undo = self.undo_wish
        rows = [("phone", "host.wish-phone", phone.seat, phone.code, "") for phone in self.phones.waiting]
        if undo is not None:
            move = await self.at_table(speech.lang, lambda teller: teller.last_openly(undo.seat))
            rows.append(("undo", "host.wish-undo-of" if move else "host.wish-undo", undo.seat, undo.code, move))
        return [
            {
                "kind": kind,
                "code": code,
                "seat": seat,
                "say": speech.say(key, {"seat": Said(seat), "code": code, "move": Said(move)}),
            }
            for kind, key, seat, code, move in rows
        ] + [
            {"kind": "correct", "code": code, "seat": seat, "say": asked}
            for seat, code, asked in self.photos.wishes(speech)
        ]

    async def ask_consoles(self) -> None:
        """Every open wish hangs where a console of this table finds it, and what is answered there is done."""
        while True:
            for code, agreed in self.notices.answered():
                await self.decide(code, agreed)
            self.notices.pin(await self._notices())
            await asyncio.sleep(LOOK)

    async def _notices(self) -> list[Notice]:
        if not (self.phones.waiting or self.undo_wish or self.photos.wish):
            return []
        words: dict[int, dict[str, str]] = {}
        for lang in tongues(self.data).names:
            for wish in await self.wishes(Speech(lang, data=self.data)):
                words.setdefault(wish["code"], {})[lang] = wish["say"]
        return [Notice(code, said) for code, said in words.items()]

    async def places(self, request: Request) -> Response:
        return JSONResponse(await self.at_table(self.lang(request), Teller.places))

    async def seat_view(self, request: Request) -> Response:
        phone = self.phone(request)
        if phone is None:
            return JSONResponse({"state": "none"}, 401)
        if not phone.confirmed:
            return JSONResponse({"state": "waiting", "seat": phone.seat, "code": phone.code}, 202)
        if phone.locked:
            return JSONResponse({"state": "locked", "seat": phone.seat}, 202)
        view = await self.at_table(self.lang(request), lambda teller: teller.seat(phone.seat))
        asked = self.undo_wish is not None and self.undo_wish.seat == phone.seat
        undo = {"undo-asked": asked, "undo-denied": self.undo_denied == phone.seat}
        return JSONResponse(view | {"state": "seated", "version": self.bell.version, **undo})

    async def last_entry(self, request: Request) -> Response:
        """Number and hash of the table's last entry, which a seat's phone keeps; and whether the one that it has kept
        still stands there. Whoever puts an older copy back, user folder and all, does not have the phones."""
        phone = self.phone(request)
        if phone is None or not phone.sits:
            return JSONResponse({"state": "none"}, 401)
        number, _, digest = request.query_params.get("seen", "")[:SEEN].partition(" ")

        def looked(table: Table) -> View:
            entries = table.journal.entries
            known = entries[int(number)].hash if number.isdecimal() and int(number) < len(entries) else ""
            stands = not number or (bool(known) and known == digest)
            return {"table": table.id, "entry": len(entries) - 1, "hash": entries[-1].hash, "stands": stands}

        found = await asyncio.wrap_future(self.clerk.ask(looked))
        before = set(self.doubted)
        (self.doubted.discard if found["stands"] else self.doubted.add)(phone.seat)
        if before != self.doubted:
            self._changes += 1
            self.bell.ring()
        return JSONResponse(found)

    async def doorbell(self, request: Request) -> Response:
        address, phone = request.client.host if request.client else "", self.phone(request)
        if self._streams.total() >= STREAMS or self._streams[address] >= STREAMS_OF_ADDRESS:
            return PlainTextResponse("Too many listeners.", 503)
        self._streams[address] += 1  # at once: many may come before the first of them listens
        return Rings(self.bell.stream() if phone is None else self._heard_by(phone), lambda: self._hung_up(address))

    def _hung_up(self, address: str) -> None:
        self._streams[address] -= 1
        self._streams += Counter()  # who has none is forgotten

    async def _heard_by(self, phone: Phone) -> AsyncIterator[str]:
        """The bell as a seat's phone hears it; the big screen is told if it stops listening, or listens again."""
        missed = phone.seat in self.away
        self._listening.append(phone)
        if missed and phone.confirmed:
            self._missed.discard(phone.seat)
            self.bell.ring()
        try:
            async for ring in self.bell.stream():
                yield ring
        finally:
            self._listening.remove(phone)
            asyncio.get_running_loop().call_later(AWAY, self._miss, phone.seat)

    def _miss(self, seat: str) -> None:
        self._missed.add(seat)
        if seat in self.away:
            self.bell.ring()

    async def ground(self, request: Request) -> Response:
        """The bare board, which a browser keeps: it asks only whether it is still the same."""
        lang = self.lang(request)
        name, body = await asyncio.wrap_future(self.painter.ask(lambda table: self._ground(table, lang)))
        headers = {"ETag": name, "Cache-Control": "private, no-cache", "Vary": "Cookie, Accept-Language"}
        if request.headers.get("if-none-match") == name:
            return Response(status_code=304, headers=headers)
        return Response(body, media_type="image/svg+xml", headers=headers | {"Content-Encoding": "gzip"})

    async def pieces(self, request: Request) -> Response:
        """What everybody may see lying on the board, without the board; drawn once for each moment and language."""
        lang = self.lang(request)
        body = await asyncio.wrap_future(self.painter.ask(lambda table: self._pieces(table, lang)))
        return Response(body, media_type="image/svg+xml", headers={"Content-Encoding": "gzip"})

    def _easel(self, table: Table, lang: str) -> Easel:
        if lang not in self._easels:
            self._easels[lang] = Easel(Teller(table, lang).match, lang)
        return self._easels[lang]

    def _ground(self, table: Table, lang: str) -> tuple[str, bytes]:
        if lang not in self._grounds:
            drawn = self._easel(table, lang).ground_svg().encode()
            self._grounds[lang] = f'"{hashlib.sha256(drawn).hexdigest()[:32]}"', gzip.compress(drawn, 6)
        return self._grounds[lang]

    def _pieces(self, table: Table, lang: str) -> bytes:
        moment = len(table.journal.entries)
        if self._drawn.get(lang, (-1, b""))[0] != moment:
            self._drawn[lang] = moment, gzip.compress(self._easel(table, lang).pieces_svg().encode(), 4)
        return self._drawn[lang][1]

    async def code_picture(self, request: Request) -> Response:
        """The QR code of a seat's link, for a screen that may show it."""
        seat = request.path_params["seat"]
        if not self.is_screen(request) or seat not in self.phones.seats:
            return PlainTextResponse("", 404)
        return _code(self.url(f"/join/{self.phones.link(seat)}"))

    async def watch_picture(self, _request: Request) -> Response:
        """The QR code of this page for whoever only watches."""
        return _code(self.url("/"))

    # --- what is done -----------------------------------------------------------------------------------
    async def join(self, request: Request) -> Response:
        asked = await _body(request)
        link, pin = str(asked.get("link", "")), str(asked["pin"]) if asked.get("pin") else None
        seat = self.phones.seat_of_link(link)
        if seat is not None:
            try:
                await self.at_table(self.lang(request), lambda teller: teller.table.check_pin(seat, pin))
            except Trouble as trouble:
                return self._troubled(request, trouble)
        token = self.phones.join(link, pin)
        if token is None:
            return JSONResponse({"said": self._say(request, "host.link-used")}, 410)
        self.bell.ring()
        response = JSONResponse({"state": "waiting"})
        self._keep(response, self.cookie, token)
        return response

    async def unlock(self, request: Request) -> Response:
        """The PIN of a seat whose phone sat there before the server was started anew."""
        asked, phone = await _body(request), self.phone(request)
        if phone is None or not phone.confirmed:
            return PlainTextResponse("", 403)
        pin = str(asked.get("pin", ""))
        try:
            await self.at_table(self.lang(request), lambda teller: teller.table.check_pin(phone.seat, pin))
        except Trouble as trouble:
            return self._troubled(request, trouble)
        phone.pin, phone.locked = pin, False
        return JSONResponse({"state": "seated"})

    async def confirm(self, request: Request) -> Response:
        asked = await _body(request)
        if not self.is_screen(request):
            return PlainTextResponse("", 403)
        code = asked.get("code")
        done = isinstance(code, int) and await self.decide(code, asked.get("yes") is True)
        return JSONResponse({"done": done}, 200 if done else 404)

    async def decide(self, code: int, agreed: bool) -> bool:
        """The table answers a wish; False: there is none with this number."""
        wish, done = self.undo_wish, True
        if wish is not None and wish.code == code:
            self.undo_wish, self.undo_denied = None, "" if agreed else wish.seat
            if agreed:
                asked = self.clerk.ask(lambda table: _undone(table, wish.seat, wish.moment, agreed=True))
                done = await asyncio.wrap_future(asked)
        elif self.photos.wish is not None and self.photos.wish.code == code:
            done = await self.photos.decide(self.clerk, agreed)
        else:
            done = self.phones.decide(code, agreed)
        if done:
            self.bell.ring()
        return done

    async def undo(self, request: Request) -> Response:
        """A seat takes back its own last move; where the table has to agree, it is asked."""
        asked, phone = await _body(request), self.phone(request)
        moment = asked.get("moment")
        if phone is None or not phone.sits:
            return PlainTextResponse("", 403)
        if not isinstance(moment, int):
            return PlainTextResponse("A moment.", 400)
        seat = phone.seat
        try:
            done = await asyncio.wrap_future(self.clerk.ask(lambda table: _undone(table, seat, moment)))
        except NotAgreed:
            self.undo_wish, self.undo_denied = UndoWish(seat, self.phones.free_code(), moment), ""
            self.bell.ring()
            return JSONResponse({"state": "asked", "said": self._say(request, "host.undo-asked")}, 202)
        if not done:
            return JSONResponse({"state": "past", "said": self._say(request, "host.undo-past")}, 409)
        return JSONResponse({"state": "done", "said": self._say(request, "host.undone")})

    async def let_bot_move(self, request: Request) -> Response:
        """Whoever has a word before a bot moves has none; the big screen may say so too."""
        asked, phone = await _body(request), self.phone(request)
        seat = phone.seat if phone is not None and phone.sits else None
        first = (await self._public(self.lang(request)))[0]["first"]
        if not self.is_screen(request) and (first is None or seat != first["seat"]):
            return PlainTextResponse("", 403)
        if first is None or asked.get("moment") != first["moment"]:
            return JSONResponse({"done": False}, 409)
        await asyncio.wrap_future(self.clerk.let_bot_move(first["moment"]))
        return JSONResponse({"done": True})

    async def photo(self, request: Request) -> Response:
        """A photo of the table, from a seat or the screen; or, as JSON, what becomes of the last one."""
        phone, screen = self.phone(request), self.is_screen(request)
        if not screen and (phone is None or not phone.sits):
            return PlainTextResponse("", 403)
        speech = Speech(self.lang(request), data=self.data)
        if request.headers["content-type"].startswith("image/"):
            return await self.photos.take(request, speech)
        asked = await _body(request)
        if "why" in asked:
            seat = phone.seat if phone is not None and phone.sits else TABLE
            key = self.photos.ask(asked.get("number"), asked["why"], seat, self.phones.free_code)
            return JSONResponse({"said": speech.say(key)}, 202 if self.photos.wish else 409)
        if "choice" in asked:
            done = screen and await self.photos.settle(asked.get("number"), asked.get("place"), asked["choice"])
            return JSONResponse({"done": done}, 200 if done else 409)
        return JSONResponse({"done": screen and self.photos.away(asked.get("number"))})

    async def photo_picture(self, request: Request) -> Response:
        """The board as the photo shows it, or a place of it, for a screen or a seat."""
        phone = self.phone(request)
        may = self.is_screen(request) or (phone is not None and phone.sits)
        return self.photos.picture(request.query_params.get("place")) if may else PlainTextResponse("", 403)

    async def leave(self, request: Request) -> Response:
        self.phones.leave(request.cookies.get(self.cookie, ""))
        self.bell.ring()
        response = JSONResponse({"state": "none"})
        response.delete_cookie(self.cookie)
        return response

    async def meant(self, request: Request) -> Response:
        """What a typed line means; nothing is done."""
        asked, phone = await _body(request), self.phone(request)
        by = str(asked.get("by", ""))
        if phone is None or not phone.sits or by not in (phone.seat, TABLE):
            return PlainTextResponse("", 403)
        line = str(asked.get("line", ""))[:REQUEST_LINE]
        return JSONResponse(await self.at_table(self.lang(request), lambda teller: teller.meant(by, line)))

    async def tried(self, request: Request) -> Response:
        """Whether a move would be accepted, or what was begun at a place, and if not, why; nothing is done."""
        asked, phone = await _body(request), self.phone(request)
        move = asked.get("move")
        if phone is None or not phone.sits:
            return PlainTextResponse("", 403)
        if not isinstance(move, dict) or move.get("by") not in (phone.seat, TABLE):
            return PlainTextResponse("A move of this seat.", 400)
        lang, place = self.lang(request), asked.get("place")
        if isinstance(place, str):
            return JSONResponse(await self.at_table(lang, lambda teller: teller.tried_at(move["by"], move, place)))
        return JSONResponse(await self.at_table(lang, lambda teller: teller.tried(move["by"], move)))

    async def move(self, request: Request) -> Response:
        """One move, once: the same `id` gets the same answer, and a `turn` that is past makes none."""
        asked, phone = await _body(request), self.phone(request)
        move, name = asked.get("move"), asked.get("id")
        if phone is None or not phone.sits:
            return PlainTextResponse("", 403)
        if not isinstance(move, dict) or not isinstance(name, str) or not 0 < len(name) <= REQUEST_ID:
            return PlainTextResponse("A move and its id.", 400)
        by = move.get("by", phone.seat)
        if by not in (phone.seat, TABLE):
            return PlainTextResponse("", 403)
        key, lang = (phone.seat, name), self.lang(request)
        async with self._turns.setdefault(phone.seat, asyncio.Lock()):
            if key not in self._answers:
                made = await self.at_table(lang, lambda teller: _made(teller, by, move, asked.get("turn"), phone.pin))
                self._answers[key] = made
                while len(self._answers) > ANSWERS:
                    self._answers.popitem(last=False)
        return JSONResponse(*self._answers[key])

    def _say(self, request: Request, key: str) -> str:
        return Speech(self.lang(request), data=self.data).say(key)

    def _troubled(self, request: Request, trouble: Trouble) -> JSONResponse:
        return JSONResponse({"said": Speech(self.lang(request), data=self.data).trouble(trouble)}, 409)


def _code(url: str) -> Response:
    drawn = io.BytesIO()
    segno.make(url, micro=False).save(drawn, kind="svg", scale=4, border=3, light="#fff")
    return Response(drawn.getvalue(), media_type="image/svg+xml")


def _about(table: Table) -> tuple[str, Path, list[str], Path, Noticeboard]:
    """Of a table: its file, its data, who sits there, where its phones are kept, and what it is asked."""
    people = [name for name in table.players if name not in table.bots]
    return str(table.path), data_of(table.kit), people, kept_phones(table), Noticeboard(table.id)


def kept_phones(table: Table) -> Path:
    return data_folder() / "phones" / f"{table.id}.json"


def _undone(table: Table, seat: str, moment: int, agreed: bool = False) -> bool:
    """In the clerk's thread: takes back the last move of this seat, unless something has happened since."""
    if len(table.journal.entries) != moment or own_last_move(table, seat) is None:
        return False
    table.undo(agreed=agreed, by=seat)
    return True


def _made(teller: Teller, by: str, move: Mapping[str, Any], turn: object, pin: str | None) -> tuple[View, int]:
    """In the clerk's thread: makes the move, unless this seat has moved since it was chosen."""
    if turn != teller.turn(by):
        return {"state": "past", "said": teller.speech.say("host.past")}, 409
    try:
        done = teller.match.make(teller.match.meant(by, move), pin)
    except Refusal as refused:
        return {"state": "refused", "refused": teller.refused(refused)}, 422
    except Trouble as trouble:
        return {"state": "trouble", "said": teller.speech.trouble(trouble)}, 422
    return {"state": "done", "said": done.said, "receipt": done.receipt}, 200


async def _body(request: Request) -> dict[str, Any]:
    try:
        found = json.loads(await request.body())
        json.dumps(found, ensure_ascii=False).encode()  # half a character is no text
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


Answer = Callable[[Request], Awaitable[Response]]


def app_of(host: Host, hosts: list[str]) -> Starlette:
    """All pages and doors, behind the guard."""

    def in_language(answer: Answer) -> Answer:
        async def shown(request: Request) -> Response:
            return await (host.language if request.query_params.get("lang") in tongues(host.data).names else answer)(
                request
            )

        return shown

    @asynccontextmanager
    async def listening(_app: Starlette) -> AsyncIterator[None]:
        host.bell.loop = asyncio.get_running_loop()
        asking = asyncio.create_task(host.ask_consoles())
        yield
        asking.cancel()
        host.notices.pin([])

    pages = {"/": host.screen_page, "/seat": host.seat_page, "/join/{token}": host.join_page, "/rules": host.rules_page}
    views = {
        "/api/screen": host.screen_view,
        "/api/seat": host.seat_view,
        "/api/end": host.last_entry,
        "/api/bell": host.doorbell,
        "/api/places": host.places,
        "/api/ground.svg": host.ground,
        "/api/pieces.svg": host.pieces,
        "/api/code/{seat}": host.code_picture,
        "/api/code": host.watch_picture,
        "/api/photo.png": host.photo_picture,
        "/screen/{token}": host.screen_link,
    }
    doors = {"/api/join": host.join, "/api/confirm": host.confirm, "/api/leave": host.leave}
    doors |= {"/api/unlock": host.unlock, "/api/let": host.let_bot_move}
    doors |= {"/api/meant": host.meant, "/api/try": host.tried, "/api/move": host.move, "/api/undo": host.undo}
    doors |= {PHOTO_DOOR: host.photo}
    routes = [Route(path, in_language(answer)) for path, answer in pages.items()]
    routes += [Route(path, answer) for path, answer in views.items()]
    routes += [Route(path, answer, methods=["POST"]) for path, answer in doors.items()]
    files = Mount("/page", StaticFiles(directory=FOLDER / "static"))
    return Starlette(routes=[*routes, files], middleware=[Middleware(Guard, hosts=hosts)], lifespan=listening)


def bound(address: str, port: int) -> socket.socket:
    """A door at this address, named as TCP: a server sets only such ones to send the second half of an answer at once
    (Nagle), else it waits for the other side to have acknowledged the first, some 40 ms."""
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((address, port))
    except OSError:
        door.close()
        raise
    return door


class Server(uvicorn.Server):
    """Serves a table until it is told to stop, and then lets go of everybody who listens."""

    def __init__(self, host: Host, hosts: list[str]) -> None:
        settings = uvicorn.Config(
            app_of(host, hosts),
            http=Asker,
            proxy_headers=False,  # whoever asks says nobody else's address
            backlog=ACCEPTED,
            log_level="error",
            access_log=False,
            timeout_graceful_shutdown=PARTING,
        )
        super().__init__(settings)
        self._bell = host.bell

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._bell.close()
        await super().shutdown(sockets)
