"""Who may ask at all: the right name of this machine, the right origin, not too much and not too often."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from venice_pnp.kit.limits import BROWSERS, BURST, OF_ADDRESS, PER_SECOND, PHOTO_SENT, REQUEST

PHOTO_DOOR = "/api/photo"  # the only one that takes something else than JSON

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Guard:
    """Stands before every page. A name that is not ours may be somebody's who makes a browser at the table ask us (DNS
    rebinding); a foreign origin is another page in a player's browser."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str], clock: Callable[[], float] = time.monotonic) -> None:
        self.app, self.hosts, self.clock = app, frozenset(hosts), clock
        self._left: dict[str, tuple[float, float]] = {}  # by browser: requests left, and when that was

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name.lower() for name, _ in message["headers"]}
                message["headers"] += [
                    (k.lower().encode(), v.encode()) for k, v in HEADERS.items() if k.lower().encode() not in known
                ]
            await send(message)

        request = Request(scope, receive)
        refusal = self.refusal(request)
        with suppress(ClientDisconnect):  # who goes away while he asks needs no answer
            await (refusal or self.app)(scope, receive, guarded)

    def refusal(self, request: Request) -> Response | None:
        """Why this request is not let in; None: it is."""
        host = request.headers.get("host", "")
        if host not in self.hosts:
            return PlainTextResponse("Not the name of this table.", 421)
        if self._too_often(request):
            return PlainTextResponse("Too many requests; wait a moment.", 429)
        if request.method in ("GET", "HEAD"):
            return None
        if request.headers.get("origin") != f"http://{host}":
            return PlainTextResponse("Only this table's own pages may do that.", 403)
        kind, most = request.headers.get("content-type", "").partition(";")[0], REQUEST
        if request.url.path == PHOTO_DOOR and kind.startswith("image/"):
            most = PHOTO_SENT
        elif kind != "application/json":
            return PlainTextResponse("JSON only.", 415)
        size = request.headers.get("content-length", "")
        if (
            not size.isdecimal() or len(size) > len(str(most)) or int(size) > most
        ):  # what says no length may have no end
            return PlainTextResponse("Too large.", 413)
        return None

    def _too_often(self, request: Request) -> bool:
        """A bucket for each browser, by its address and its cookie, and a larger one for the address: whoever changes
        his cookie is still the same machine."""
        address = request.client.host if request.client else ""
        cookie = request.headers.get("cookie", "")[-200:]
        spent = [self._spent(address, OF_ADDRESS), self._spent(f"{address} {cookie}", 1)]
        return any(spent)

    def _spent(self, who: str, size: int) -> bool:
        now = self.clock()
        left, then = self._left.pop(who, (BURST * size, now))
        left = min(BURST * size, left + (now - then) * PER_SECOND * size) - 1
        self._left[who] = (max(left, 0.0), now)
        while len(self._left) > BROWSERS:
            self._left.pop(next(iter(self._left)))  # who was silent longest
        return left < 0
