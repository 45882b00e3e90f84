"""The page of `build --watch`: all faces of the last good build, for this machine only."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from venice_pnp.draw.scene import Scene, bounds
from venice_pnp.draw.studio import SAFE, Studio
from venice_pnp.draw.svg import to_svg
from venice_pnp.kit.load import home
from venice_pnp.press.parts import Parts
from venice_pnp.press.preview import contact_sheet

LARGE = 300.0  # mm: a face wider than this is shown as a picture of points, which a browser draws faster


class Shown:
    """What the page shows: the faces of the last good build, and what is wrong with the present one."""

    def __init__(self) -> None:
        self.version = 0
        self.trouble = ""
        self._faces: list[tuple[str, Scene, Studio]] = []
        self._lock, self._drawing = threading.Lock(), threading.Lock()

    def show(self, drawn: Iterable[tuple[Studio, Parts]]) -> None:
        faces = [
            (f"{studio.kit.name} · {studio.lang} · {key.partition(' ')[2]}", scene, studio)
            for studio, parts in drawn
            for key, scene in parts.faces.items()
        ]
        with self._lock:
            self._faces, self.trouble, self.version = faces, "", self.version + 1

    def fail(self, trouble: str) -> None:
        with self._lock:
            self.trouble, self.version = trouble, self.version + 1

    def state(self) -> dict[str, Any]:
        with self._lock:
            faces = [{"name": name, "width": s.width, "height": s.height} for name, s, _ in self._faces]
            return {"version": self.version, "trouble": self.trouble, "faces": faces, "safe": SAFE}

    def picture(self, number: int) -> tuple[str, bytes] | None:
        with self._lock:
            if not 0 <= number < len(self._faces):
                return None
            _, scene, studio = self._faces[number]
        with self._drawing:  # the typefaces are opened as they are needed, by one at a time
            if scene.width > LARGE:
                return "image/png", contact_sheet(Parts([], {"face": scene}), studio.fonts, 70)
            return "image/svg+xml", to_svg(scene, studio.fonts, trimmed=False).encode()

    def outline(self, number: int) -> dict[str, Any] | None:
        with self._lock:
            if not 0 <= number < len(self._faces):
                return None
            scene = self._faces[number][1]
        d = " ".join(
            " ".join(str(round(v, 3)) if isinstance(v, float) else str(v) for v in part) for part in scene.outline
        )
        return {"d": d, "box": bounds(scene.outline), "bleed": 0.0 if scene.width > LARGE else scene.bleed}


OURS = ("127.0.0.1", "localhost")


# --- the page ---------------------------------------------------------------------------------------------
def serve(shown: Shown, port: int) -> ThreadingHTTPServer:
    """A server for this machine only."""
    page = (home("templates") / "preview.html").read_bytes()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = self.headers.get("Host", "").rpartition(":")[0] or self.headers.get("Host", "")
            if asked not in OURS:  # a page of somebody else that calls this machine by its own name
                self.send_error(403)
                return
            kind, body = _answer(self.path.partition("?")[0], page, shown)
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_words: Any) -> None:
            """Requests are not worth a line."""

    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    except OSError:
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)  # the port is taken
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def _answer(path: str, page: bytes, shown: Shown) -> tuple[str, bytes]:
    if path == "/":
        return "text/html; charset=utf-8", page
    if path == "/state":
        return "application/json", json.dumps(shown.state()).encode()
    what, _, number = path.strip("/").partition("/")
    if number.isdecimal() and len(number) < 6:
        if what == "face" and (found := shown.picture(int(number))):
            return found
        if what == "outline" and (line := shown.outline(int(number))):
            return "application/json", json.dumps(line).encode()
    return "text/plain", b""
