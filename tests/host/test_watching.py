"""Many who watch cost those who play nothing: what they see is made once, and every answer leaves at once."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import pytest

from venice_pnp.host.server import Host, bound
from venice_pnp.host.views import Teller

LANG, WATCHERS = "en", 40


def test_a_door_sends_the_second_half_of_an_answer_at_once() -> None:
    """Head and body are two halves; without this each answer took 40 ms more (Nagle, and a delayed acknowledgement)."""

    async def sent_at_once() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def met(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with bound("127.0.0.1", 0) as door:
            async with await asyncio.start_server(met, sock=door):
                _, writer = await asyncio.open_connection(*door.getsockname())
                try:
                    return await found
                finally:
                    writer.close()

    assert asyncio.run(sent_at_once())


def test_all_who_are_called_by_one_ring_share_one_view(
    serve: Callable[..., Host], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the table goes on while they wait; whoever asks after that sees it."""
    host, made = serve(), list[int]()

    def public(teller: Teller) -> dict[str, Any]:
        made.append(len(teller.table.steps))
        host.bell.version += 1  # somebody moves
        return {}

    monkeypatch.setattr(Teller, "public", public)

    async def looks() -> int:
        await asyncio.gather(*(host._public(LANG) for _ in range(WATCHERS)))
        together = len(made)
        await host._public(LANG)
        return together

    assert asyncio.run(looks()) <= 2  # the one that was begun by the first, and the next for all others
    assert len(made) == 2 + 1
