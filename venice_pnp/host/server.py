"""The server of one table: pages, views, moves, and a doorbell that tells nothing but that something is new."""

from __future__ import annotations

import asyncio
import gzip
import html
import io
import json
import socket
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

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

from venice_pnp.contract.play import TABLE
from venice_pnp.door.picture import Easel
from venice_pnp.host.clerk import Clerk
from venice_pnp.host.guard import Guard
from venice_pnp.host.phones import Phone, Phones
from venice_pnp.host.views import Teller, View
from venice_pnp.referee.home import data_folder
from venice_pnp.referee.table import Table
from venice_pnp.speech.refusal import Refusal
from venice_pnp.speech.tongues import referee_texts, tongues
from venice_pnp.speech.trouble import Trouble
from venice_pnp.speech.words import Speech, data_of, rules_of

PAGES = Path(__file__).parent / "page"
HEARTBEAT = 10.0  # seconds: a stream that is silent longer is dead
PARTING = 2  # seconds that answers on their way are waited for at the end
MOST_STREAMS = 200
KEPT = 500  # answers to moves that are kept for a second tap
LONGEST_LINE, LONGEST_ID = 200, 64
OWN_WORDS = "host."

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
        ear = asyncio.Event()
        self._ears.add(ear)
        try:
            while self._open:
                yield f"data: {self.version}\n\n"
                try:
                    await asyncio.wait_for(ear.wait(), HEARTBEAT)
                except TimeoutError:
                    continue
                ear.clear()
        finally:
            self._ears.discard(ear)

    @property
    def listeners(self) -> int:
        return len(self._ears)


class Host:
    """One table, served."""

    def __init__(self, table: str | None, address: str, data: Path | None = None) -> None:
        self.address = address  # `192.168.1.5:8770`, as phones reach it
        self.bell = Bell()
        self.clerk = Clerk(table, data, self.bell.ring_from_elsewhere)
        self.name, self.data, players, kept = self.clerk.ask(_about).result()
        self.painter = Clerk(self.name, data)  # draws with a table of his own, so that no move waits for a picture
        self.phones = Phones(players, kept)
        self.cookie = f"venice-{address.rpartition(':')[2]}"  # cookies know no ports
        self._tellers: dict[str, Teller] = {}
        self._easels: dict[str, Easel] = {}
        self._drawn: dict[str, tuple[int, bytes]] = {}
        self._answers: OrderedDict[tuple[str, str], tuple[View, int]] = OrderedDict()
        self._turns: dict[str, asyncio.Lock] = {}

    def close(self) -> None:
        self.clerk.leave()
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
    def page(self, request: Request, name: str, listed: str = "", **more: str) -> HTMLResponse:
        """A page with its texts in the language of the phone; scripts find the same texts in an attribute."""
        lang = self.lang(request)
        speech = Speech(lang, data=self.data)
        keys = [key for key in referee_texts(self.data)["messages"] if key.startswith(OWN_WORDS)]
        words = {key.removeprefix(OWN_WORDS): speech.say(key) for key in keys}
        slots = words | {"lang": lang, "words": json.dumps(words, ensure_ascii=False)} | more
        text = (PAGES / name).read_text("utf-8")
        for key, value in slots.items():
            text = text.replace(f"[[{key}]]", html.escape(value))
        text = text.replace("[[tongues]]", self._tongues(lang)).replace("[[listed]]", listed)
        return HTMLResponse(text)

    def _tongues(self, lang: str) -> str:
        known = tongues(self.data).names.items()
        links = (
            f'<a href="?lang={code}" hreflang="{code}" lang="{code}">{html.escape(name)}</a>'
            for code, name in known
            if code != lang
        )
        return " ".join(links)

    def _keep(self, response: Response, name: str, value: str) -> None:
        response.set_cookie(name, value, max_age=30 * 86400, httponly=True, samesite="strict")

    async def language(self, request: Request) -> Response:
        """Keeps the language, then shows the page in it."""
        response = RedirectResponse(request.url.path, 303)
        self._keep(response, f"{self.cookie}-lang", request.query_params["lang"])
        return response

    async def screen_page(self, request: Request) -> Response:
        return self.page(request, "screen.html")

    async def screen_link(self, request: Request) -> Response:
        if not self.phones.is_screen(request.path_params["token"]):
            return self.page(request, "gone.html")
        response = self.page(request, "enter.html")
        self._keep(response, f"{self.cookie}-screen", self.phones.screen)
        return response

    async def seat_page(self, request: Request) -> Response:
        return self.page(request, "seat.html")

    async def join_page(self, request: Request) -> Response:
        seat = self.phones.seat_of_link(request.path_params["token"])
        if seat is None:
            return self.page(request, "gone.html")
        needs_pin = await asyncio.wrap_future(self.clerk.ask(lambda table: seat in table.pins))
        return self.page(request, "join.html", seat=seat, pin="pin" if needs_pin else "")

    async def rules_page(self, request: Request) -> Response:
        """Every rule of the game by its ID, as the booklet prints it."""
        lang = self.lang(request)
        rules = await self.at_table(lang, lambda teller: rules_of(teller.table.kit, lang))
        title = await self.at_table(lang, lambda teller: teller.table.kit.game.title.in_language(lang))
        rows = ((html.escape(rule), html.escape(text)) for rule, text in rules.items())
        listed = "".join(f'<li id="{rule}"><b>{rule}</b> <span>{text}</span></li>' for rule, text in rows)
        return self.page(request, "rules.html", listed, title=title)

    # --- views ------------------------------------------------------------------------------------------
    async def screen_view(self, request: Request) -> Response:
        view = await self.at_table(self.lang(request), Teller.public)
        taken = self.phones.taken
        view |= {"version": self.bell.version, "taken": taken, "may": self.is_screen(request)}
        if self.is_screen(request):
            view["waiting"] = [{"seat": phone.seat, "code": phone.code} for phone in self.phones.waiting]
            view["links"] = [
                {"seat": seat, "url": self.url(f"/join/{self.phones.link(seat)}")} for seat in self.phones.seats
            ]
        return JSONResponse(view)

    async def seat_view(self, request: Request) -> Response:
        phone = self.phone(request)
        if phone is None:
            return JSONResponse({"state": "none"}, 401)
        if not phone.confirmed:
            return JSONResponse({"state": "waiting", "seat": phone.seat, "code": phone.code}, 202)
        view = await self.at_table(self.lang(request), lambda teller: teller.seat(phone.seat))
        return JSONResponse(view | {"state": "seated", "version": self.bell.version})

    async def doorbell(self, _request: Request) -> Response:
        if self.bell.listeners >= MOST_STREAMS:
            return PlainTextResponse("Too many listeners.", 503)
        return StreamingResponse(self.bell.stream(), media_type="text/event-stream")

    async def board(self, request: Request) -> Response:
        """What everybody may see, on the printed board; drawn once for each moment and language."""
        lang = self.lang(request)
        body = await asyncio.wrap_future(self.painter.ask(lambda table: self._picture(table, lang)))
        return Response(body, media_type="image/svg+xml", headers={"Content-Encoding": "gzip"})

    def _picture(self, table: Table, lang: str) -> bytes:
        moment = len(table.journal.entries)
        if self._drawn.get(lang, (-1, b""))[0] != moment:
            if lang not in self._easels:
                self._easels[lang] = Easel(Teller(table, lang).match, lang)
            self._drawn[lang] = moment, gzip.compress(self._easels[lang].svg().encode(), 4)
        return self._drawn[lang][1]

    async def code_picture(self, request: Request) -> Response:
        """The QR code of a seat's link, for a screen that may show it."""
        seat = request.path_params["seat"]
        if not self.is_screen(request) or seat not in self.phones.seats:
            return PlainTextResponse("", 404)
        drawn = io.BytesIO()
        segno.make(self.url(f"/join/{self.phones.link(seat)}"), micro=False).save(
            drawn, kind="svg", scale=4, border=3, light="#fff"
        )
        return Response(drawn.getvalue(), media_type="image/svg+xml")

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

    async def confirm(self, request: Request) -> Response:
        asked = await _body(request)
        if not self.is_screen(request):
            return PlainTextResponse("", 403)
        code = asked.get("code")
        done = isinstance(code, int) and self.decide(code, asked.get("yes") is True)
        return JSONResponse({"done": done}, 200 if done else 404)

    def decide(self, code: int, agreed: bool) -> bool:
        done = self.phones.decide(code, agreed)
        if done:
            self.bell.ring()
        return done

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
        if phone is None or not phone.confirmed or by not in (phone.seat, TABLE):
            return PlainTextResponse("", 403)
        line = str(asked.get("line", ""))[:LONGEST_LINE]
        return JSONResponse(await self.at_table(self.lang(request), lambda teller: teller.meant(by, line)))

    async def move(self, request: Request) -> Response:
        """One move, once: the same `id` gets the same answer, and a `turn` that is past makes none."""
        asked, phone = await _body(request), self.phone(request)
        move, name = asked.get("move"), asked.get("id")
        if phone is None or not phone.confirmed:
            return PlainTextResponse("", 403)
        if not isinstance(move, dict) or not isinstance(name, str) or not 0 < len(name) <= LONGEST_ID:
            return PlainTextResponse("A move and its id.", 400)
        by = move.get("by", phone.seat)
        if by not in (phone.seat, TABLE):
            return PlainTextResponse("", 403)
        key, lang = (phone.seat, name), self.lang(request)
        async with self._turns.setdefault(phone.seat, asyncio.Lock()):
            if key not in self._answers:
                made = await self.at_table(lang, lambda teller: _made(teller, by, move, asked.get("turn"), phone.pin))
                self._answers[key] = made
                while len(self._answers) > KEPT:
                    self._answers.popitem(last=False)
        return JSONResponse(*self._answers[key])

    def _say(self, request: Request, key: str) -> str:
        return Speech(self.lang(request), data=self.data).say(key)

    def _troubled(self, request: Request, trouble: Trouble) -> JSONResponse:
        return JSONResponse({"said": Speech(self.lang(request), data=self.data).trouble(trouble)}, 409)


def _about(table: Table) -> tuple[str, Path, list[str], Path]:
    """Of a table: its file, its data, who sits there, and where its phones are kept."""
    people = [name for name in table.players if name not in table.bots]
    return str(table.path), data_of(table.kit), people, data_folder() / "phones" / f"{table.id}.json"


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
        yield

    pages = {"/": host.screen_page, "/seat": host.seat_page, "/join/{token}": host.join_page, "/rules": host.rules_page}
    views = {
        "/api/screen": host.screen_view,
        "/api/seat": host.seat_view,
        "/api/bell": host.doorbell,
        "/api/board.svg": host.board,
        "/api/code/{seat}": host.code_picture,
        "/screen/{token}": host.screen_link,
    }
    doors = {"/api/join": host.join, "/api/confirm": host.confirm, "/api/leave": host.leave}
    doors |= {"/api/meant": host.meant, "/api/move": host.move}
    routes = [Route(path, in_language(answer)) for path, answer in pages.items()]
    routes += [Route(path, answer) for path, answer in views.items()]
    routes += [Route(path, answer, methods=["POST"]) for path, answer in doors.items()]
    files = Mount("/page", StaticFiles(directory=PAGES / "static"))
    return Starlette(routes=[*routes, files], middleware=[Middleware(Guard, hosts=hosts)], lifespan=listening)


class Server(uvicorn.Server):
    """Serves a table until it is told to stop, and then lets go of everybody who listens."""

    def __init__(self, host: Host, hosts: list[str]) -> None:
        settings = uvicorn.Config(
            app_of(host, hosts), log_level="error", access_log=False, timeout_graceful_shutdown=PARTING
        )
        super().__init__(settings)
        self._bell = host.bell

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._bell.close()
        await super().shutdown(sockets)
