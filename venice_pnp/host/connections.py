"""How many connections one machine may hold, and how long one may take to ask."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from venice_pnp.kit.limits import CONNECTIONS, CONNECTIONS_OF_ADDRESS

SLOW = 10.0  # seconds for a whole question, and between two parts of what is sent with it


class Asker(H11Protocol):
    """A connection. Whoever holds too many gets no more; whoever begins to ask and does not go on is let go."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > CONNECTIONS or self._of_this_machine() > CONNECTIONS_OF_ADDRESS:
            transport.abort()
        else:
            self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        asks = self.conn.their_state
        if asks is not h11.IDLE:  # the head is there: of what comes after it each part has its time
            self._wait_no_more()
        if asks in (h11.IDLE, h11.SEND_BODY):
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def _of_this_machine(self) -> int:
        address = self.client and self.client[0]
        return sum(1 for one in self.connections if isinstance(one, Asker) and one.client and one.client[0] == address)

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(SLOW, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
