"""What the gateway answers to plain HTTP: the page and its parts, and one sentence for everything else. No I/O.

Every answer forbids the browser whatever the page does not need. `Host` must be an address, or a name of this
machine: else a page of a stranger could point a name of its own at this machine and act as this page's own
(DNS rebinding).
"""

import re
from collections.abc import Callable, Collection, Mapping
from html import escape
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs

from sixqp_tui.gateways.page.words import labels
from sixqp_tui.i18n import LANGUAGES, SOURCE, language, next_language, speaking
from sixqp_tui.presentation.seat_signs import page_colours

PAGE = Path(__file__).with_name("page")
STYLE = "/page.css"
FILES = {
    STYLE: "text/css; charset=utf-8",
    "/page.js": "text/javascript; charset=utf-8",
    "/draw.js": "text/javascript; charset=utf-8",
    "/motion.js": "text/javascript; charset=utf-8",
    "/icon.svg": "image/svg+xml",
}
"""All that is served besides the page itself, and of which kind it is."""
SOCKET = "/socket"
SEAT = "/seat"
COOKIE = "sixqp_seat"
COOKIE_SECONDS = 30 * 24 * 3600
"""How long a browser keeps a seat's cookie: a table that is resumed next month finds its guests."""
_TOKEN = re.compile(r"[0-9a-f]{32}")
_PLACE = re.compile(r"\{\{(\w+)\}\}")


class HttpResponse(NamedTuple):
    """An answer: status, headers, body."""

    status: HTTPStatus
    headers: tuple[tuple[str, str], ...]
    body: bytes


class HttpRequest(NamedTuple):
    """A request: its method, its path with everything behind it, and its headers by their names in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]


def cookie_of(headers: Mapping[str, str]) -> str | None:
    """The seat's cookie, where there is one as this gateway makes them."""
    try:
        found = SimpleCookie(headers.get("cookie", "")[:4096]).get(COOKIE)
    except CookieError:
        return None
    return found.value if found and _TOKEN.fullmatch(found.value) else None


def language_of(request: HttpRequest) -> str:
    """The language that is asked for by `?lang=`, else the one that this browser likes best (RFC 9110, 12.5.4)."""
    wanted = parse_qs(request.path.partition("?")[2][:200], max_num_fields=8).get("lang", [""])[0]
    if wanted in LANGUAGES:
        return wanted
    wishes = []
    for at, part in enumerate(request.headers.get("accept-language", "")[:1000].split(",")):
        tag, _, weight = part.strip().partition(";")
        code = tag.strip().lower().partition("-")[0]
        try:
            liking = float(weight.strip().removeprefix("q=")) if weight else 1.0
        except ValueError:
            liking = 0.0
        if code in LANGUAGES and liking > 0:
            wishes.append((-liking, at, code))
    return min(wishes)[2] if wishes else SOURCE


class Answers:
    """Answers requests at this port; `names` are those of this machine, `new_cookie` draws a cookie's value."""

    def __init__(self, port: int, tls: bool, names: Collection[str], new_cookie: Callable[[], str]) -> None:
        self._port, self._tls = port, tls
        self._names = frozenset(name.lower().rstrip(".") for name in names)
        self._new_cookie = new_cookie

    def answer(self, request: HttpRequest) -> HttpResponse | None:
        """The answer to a request; None for one that opens the page's own socket, as it may."""
        host = request.headers.get("host", "")
        if not self._is_own(host):
            return self._sentence(HTTPStatus.FORBIDDEN, host, "This page is reached by this machine's address.")
        if request.method != "GET":
            return self._sentence(HTTPStatus.METHOD_NOT_ALLOWED, host, "This page only answers GET.")
        path = request.path.partition("?")[0]
        if path == SOCKET:
            return self._socket(request, host)
        if path == SEAT:
            return self._seat(request, host)
        if path == "/":
            return self._page(request, host)
        if path in FILES:
            colours = page_colours().encode() if path == STYLE else b""
            body = colours + (PAGE / path[1:]).read_bytes()
            return self._answer(HTTPStatus.OK, host, FILES[path], body, ("Cache-Control", "no-cache"))
        return self._sentence(HTTPStatus.NOT_FOUND, host, "There is nothing here: the page is at /.")

    def _socket(self, request: HttpRequest, host: str) -> HttpResponse | None:
        if request.headers.get("origin") != f"{'https' if self._tls else 'http'}://{host}":
            return self._sentence(HTTPStatus.FORBIDDEN, host, "Only this page itself may open its socket.")
        if request.headers.get("upgrade", "").lower() != "websocket":
            return self._sentence(HTTPStatus.UPGRADE_REQUIRED, host, "Here is a WebSocket: the page is at /.")
        return None

    def _seat(self, request: HttpRequest, host: str) -> HttpResponse:
        """Give the cookie to a browser that has none; the page asks for it, so that `SameSite=Strict` was sent."""
        if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return self._sentence(HTTPStatus.FORBIDDEN, host, "Only this page itself may ask for a seat.")
        if cookie_of(request.headers):
            return self._answer(HTTPStatus.NO_CONTENT, host, "", b"", ("Cache-Control", "no-store"))
        secure = "; Secure" if self._tls else ""
        cookie = f"{COOKIE}={self._new_cookie()}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Strict"
        more = (("Cache-Control", "no-store"), ("Set-Cookie", cookie + secure))
        return self._answer(HTTPStatus.NO_CONTENT, host, "", b"", *more)

    def _page(self, request: HttpRequest, host: str) -> HttpResponse:
        with speaking(language_of(request)):
            words = {**labels(), "lang": language(), "other": next_language()}
            words["other_name"] = LANGUAGES[words["other"]]
            html = (PAGE / "index.html").read_text(encoding="utf-8")
            body = _PLACE.sub(lambda place: escape(words[place[1]]), html).encode()
        more = (("Cache-Control", "no-store"), ("Content-Language", words["lang"]), ("Vary", "Accept-Language"))
        return self._answer(HTTPStatus.OK, host, "text/html; charset=utf-8", body, *more)

    def _is_own(self, host: str) -> bool:
        """Whether `Host` names this machine by an address or a name of its own, and this port."""
        name, colon, port = host.rpartition(":")
        if not colon or not port.isdigit():
            name, port = host, "443" if self._tls else "80"
        if int(port[:6]) != self._port:
            return False
        bare = name.removeprefix("[").removesuffix("]").lower().rstrip(".")
        if bare in self._names:
            return True
        try:
            ip_address(bare)
        except ValueError:
            return False
        return True

    def _sentence(self, status: HTTPStatus, host: str, sentence: str) -> HttpResponse:
        return self._answer(status, host, "text/plain; charset=utf-8", f"{sentence}\n".encode())

    def _answer(
        self, status: HTTPStatus, host: str, kind: str, body: bytes, *more: tuple[str, str]
    ) -> HttpResponse:
        socket = f"{'wss' if self._tls else 'ws'}://{host}" if self._is_own(host) else ""
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            f"connect-src 'self' {socket}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
            "require-trusted-types-for 'script'"
        )
        headers = [
            ("Content-Length", str(len(body))),
            ("Connection", "close"),
            ("Content-Security-Policy", policy),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
        ]
        if kind:
            headers.insert(0, ("Content-Type", kind))
        return HttpResponse(status, (*headers, *more), body)
