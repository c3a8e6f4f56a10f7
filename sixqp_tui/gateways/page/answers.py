"""The gateway's answers to plain HTTP: the page, its files, and a sentence for anything else."""

import re
from collections.abc import Callable, Collection
from html import escape
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import parse_qs

from websockets.datastructures import Headers, MultipleValuesError
from websockets.http11 import Request, Response

from sixqp_protocol.refusals import Refusal
from sixqp_tui.i18n import (
    LANGUAGES,
    SOURCE,
    _,
    language,
    next_language,
    ngettext,
    pgettext,
    speaking,
    table as table_words,
)
from sixqp_tui.presentation.seat_signs import page_colours
from sixqp_tui.presentation.ways_in import url
from sixqp_tui.tui.widgets.graphics import qr_code

PAGE = Path(__file__).with_name("page")
STYLE = "/page.css"
FILES = {
    STYLE: "text/css; charset=utf-8",
    "/page.js": "text/javascript; charset=utf-8",
    "/draw.js": "text/javascript; charset=utf-8",
    "/motion.js": "text/javascript; charset=utf-8",
    "/party.js": "text/javascript; charset=utf-8",
    "/icon.svg": "image/svg+xml",
    "/manifest.webmanifest": "application/manifest+json",
}
QR_CODE = "/qr.svg"
"""The page's own address, to scan from a guest's screen."""
SOCKET = "/socket"
SEAT = "/seat"
COOKIE = "sixqp_seat"
"""Followed by a table's id: whether this page leads to that table. Other hosts' pages may ask."""
OWN_HEADER = "x-sixqp"
"""The page sends this header when it asks for a cookie. No link, form or image can, and a script of another site
would have to ask first (CORS). Over plain HTTP browsers send no `Sec-Fetch-Site`, and `SameSite` withholds the
cookie that the browser has: without this header, a foreign form would look like a newcomer."""
COOKIE_SECONDS = 30 * 24 * 3600
"""Long enough for guests to be recognised at a table that is resumed next month."""
_COOKIE = re.compile(r"[0-9a-f]{32}")
_PLACE = re.compile(r"\{\{(\w+)\}\}")
_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[0-9a-z.-]{1,253})(?::([0-9]{1,5}))?", re.ASCII | re.IGNORECASE)
"""A host and a port (RFC 3986, 3.2). Browsers send no zone."""
_PROTECTION = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
)


def cookie_of(request: Request) -> str | None:
    try:
        found = SimpleCookie("; ".join(request.headers.get_all("cookie"))[:4096]).get(COOKIE)
    except CookieError:
        return None
    return found.value if found and _COOKIE.fullmatch(found.value) else None


def language_of(request: Request) -> str:
    """`?lang=`, otherwise the browser's preference (RFC 9110, 12.5.4)."""
    try:
        wanted = parse_qs(request.path.partition("?")[2][:200], max_num_fields=8).get("lang", [""])[0]
    except ValueError:  # more fields than that
        wanted = ""
    if wanted in LANGUAGES:
        return wanted
    preferences = []
    for position, part in enumerate(",".join(request.headers.get_all("accept-language"))[:1000].split(",")):
        tag, _, parameter = part.strip().partition(";")
        code = tag.strip().lower().partition("-")[0]
        try:
            weight = float(parameter.strip().removeprefix("q=")) if parameter else 1.0
        except ValueError:
            weight = 0.0
        if code in LANGUAGES and weight > 0:
            preferences.append((-weight, position, code))
    return min(preferences)[2] if preferences else SOURCE


class Answers:
    """Answers requests at `port` of the machine that `names` belong to.

    `cookie_for` takes a browser's cookie, and returns the one that it gets instead, if any. `address` is for the
    guests of a browser on this machine to pass on.
    """

    def __init__(
        self,
        port: int,
        names: Collection[str],
        cookie_for: Callable[[str | None], str | None],
        address: str = "",
    ) -> None:
        self._port, self._address = port, address
        self._names = frozenset(name.lower().rstrip(".") for name in names)
        self._cookie_for = cookie_for

    def answer(self, request: Request) -> Response | None:
        """None for a request that may open the page's WebSocket."""
        try:
            return self._answer(request)
        except MultipleValuesError:
            return self._explain(HTTPStatus.BAD_REQUEST, "", "A header is there twice.")

    def _answer(self, request: Request) -> Response | None:
        host = request.headers.get("host", "")
        if not self._is_own(host):
            return self._explain(HTTPStatus.FORBIDDEN, host, "This page is reached by this machine's address.")
        if request.method != "GET":
            return self._explain(HTTPStatus.METHOD_NOT_ALLOWED, host, "This page only answers GET.")
        path = request.path.partition("?")[0]
        if path == SOCKET:
            return self._socket(request, host)
        if path == SEAT:
            return self._seat(request, host)
        if path == "/":
            return self._page(request, host)
        if path == QR_CODE:
            body = qr_code.svg(self._url(host)).encode()
            return self._respond(HTTPStatus.OK, host, "image/svg+xml", body, ("Cache-Control", "no-cache"))
        if path in FILES:
            colours = page_colours().encode() if path == STYLE else b""
            body = colours + (PAGE / path[1:]).read_bytes()
            return self._respond(HTTPStatus.OK, host, FILES[path], body, ("Cache-Control", "no-cache"))
        return self._explain(HTTPStatus.NOT_FOUND, host, "There is nothing here: the page is at /.")

    def _socket(self, request: Request, host: str) -> Response | None:
        if request.headers.get("origin") != f"http://{host}":
            return self._explain(HTTPStatus.FORBIDDEN, host, "Only this page itself may open its socket.")
        if request.headers.get("upgrade", "").lower() != "websocket":
            return self._explain(HTTPStatus.UPGRADE_REQUIRED, host, "Here is a WebSocket: the page is at /.")
        return None

    def _seat(self, request: Request, host: str) -> Response:
        """Set the cookie if there is none, or another one. The page's own requests carry even a strict cookie."""
        from_page = request.headers.get("sec-fetch-site", "same-origin") == "same-origin"
        if OWN_HEADER not in request.headers or not from_page:
            return self._explain(HTTPStatus.FORBIDDEN, host, "Only this page itself may ask for a seat.")
        more = [("Cache-Control", "no-store")]
        if cookie := self._cookie_for(cookie_of(request)):
            attributes = f"Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Strict"
            more.append(("Set-Cookie", f"{COOKIE}={cookie}; {attributes}"))
        return self._respond(HTTPStatus.NO_CONTENT, host, "", b"", *more)

    def _page(self, request: Request, host: str) -> Response:
        with speaking(language_of(request)):
            words = {**_labels(), "lang": language(), "other": next_language()}
            words["other_name"] = LANGUAGES[words["other"]]
            words["address"] = self._url(host)
            html = (PAGE / "index.html").read_text(encoding="utf-8")
            body = _PLACE.sub(lambda place: escape(words[place[1]]), html).encode()
        more = (("Cache-Control", "no-store"), ("Content-Language", words["lang"]), ("Vary", "Accept-Language"))
        return self._respond(HTTPStatus.OK, host, "text/html; charset=utf-8", body, *more)

    def _is_own(self, host: str) -> bool:
        found = _HOST.fullmatch(host)
        if found is None or int(found[2] or "80") != self._port:
            return False
        bare = _bare(found[1])
        if bare in self._names:
            return True
        try:
            ip_address(bare)
        except ValueError:
            return False
        return True

    def _url(self, host: str) -> str:
        """The page's address for others, who can't use a loopback address."""
        found = _HOST.fullmatch(host)
        bare = _bare(found[1]) if found else ""
        if self._address and (bare == "localhost" or bare == "::1" or bare.startswith("127.")):
            return url("http", self._address, self._port)
        return f"http://{host}"

    def protect(self, response: Response) -> None:
        """Add the headers of this class to a refusal of the library."""
        for name, value in self._explain(HTTPStatus.BAD_REQUEST, "", "").headers.raw_items():
            if name not in response.headers:
                response.headers[name] = value

    def _explain(self, status: HTTPStatus, host: str, sentence: str) -> Response:
        return self._respond(status, host, "text/plain; charset=utf-8", f"{sentence}\n".encode())

    def _respond(
        self, status: HTTPStatus, host: str, content_type: str, body: bytes, *more: tuple[str, str]
    ) -> Response:
        socket = f"ws://{host}" if self._is_own(host) else ""
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; manifest-src 'self'; "
            f"connect-src 'self' {socket}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
            "require-trusted-types-for 'script'"
        )
        headers = (
            *((("Content-Type", content_type),) if content_type else ()),
            ("Content-Length", str(len(body))),
            ("Connection", "close"),
            ("Content-Security-Policy", policy),
        )
        return Response(status, status.phrase, Headers((*headers, *_PROTECTION, *more)), body)


def _bare(name: str) -> str:
    return name.strip("[]").lower().rstrip(".")


def _labels() -> dict[str, str]:
    return {
        # Translators: the context “page” is a button or a heading on the page for phones
        # Translators: above a choice of names
        "were": pgettext("page", "Were you here before? Take your place again:"),
        "name": _("Your name"),
        "code": _("Room code"),
        "sit": pgettext("page", "Sit down"),
        "watch": pgettext("page", "Watch"),
        "send": pgettext("page", "Send"),
        "message": pgettext("page", "Your message"),
        "close": pgettext("page", "Close"),
        "menu": pgettext("page", "Menu"),
        "chat": _("Chat"),
        "last": pgettext("page", "Last turn"),
        "scores": pgettext("page", "Scores"),
        "tally": _("At this table"),
        # Translators: short phrases to tap, such as “Well played!”
        "reactions": pgettext("page", "Quick reactions"),
        "log": _("The game so far"),
        "seen": pgettext("page", "Cards seen"),
        "rules": pgettext("page", "Rules"),
        "rename": pgettext("page", "Change my name"),
        "leave": _("Leave the table"),
        "stay": pgettext("page", "Stay"),
        "skip": pgettext("page", "Skip"),
        "back": pgettext("page", "Take it back"),
        "here": pgettext("page", "Play here"),
        "again": pgettext("page", "Try again"),
        "around": _("Around the table"),
        "game": _("The game"),
        # Translators: a card in the hand, read aloud; {card} stays as it is
        "laid": pgettext("page", "{card}, played"),
        "new": _new_messages(2),
        "new_one": _new_messages(1),
        "hand": pgettext("page", "Your hand"),
        "sound": pgettext("page", "Sound on your turn"),
        "buzz": pgettext("page", "Vibration on your turn"),
        # Translators: show the address of the page to the next guest
        "share": pgettext("page", "Bring in another guest"),
        "scan": _("Scan this with a phone on the same Wi-Fi, or type the address."),
        "send_link": pgettext("page", "Send the link"),
        # Translators: a tap that waits for the network
        "sending": pgettext("page", "Sending…"),
        "late": f"{table_words.refused(Refusal.STALE)}.",
        "unsent": _("Not sent: the connection is lost."),
        "players_ready": pgettext("chair", "ready"),
        "rows": pgettext("page", "The rows"),
        "deck": pgettext("page", "The open deck"),
        "hands": pgettext("page", "Everybody's cards"),
        "players": _("Players"),
        "plays": pgettext("page", "Cards to place"),
        "quiet": _("No messages yet."),
        "lost": table_words.connection_lost(is_seated=False),
        "lost_seated": table_words.connection_lost(is_seated=True),
        "elsewhere": _("Your seat was taken over from another window or machine."),
        "closed": _("The host closed this page. If you have a seat, it is kept as long as the table is open."),
        "connecting": _("Connecting to the table…"),
        "cookies": _(
            "This browser keeps no cookies, so the table can't know who you are. Allow cookies for this page, or "
            "open it in another browser."
        ),
        # Translators: JavaScript is what a browser must run for this page to work
        "script": _("This page needs JavaScript. Turn it on in this browser, then reload the page."),
        # Translators: a column of the score sheet: the sum of all rounds
        "total": pgettext("score sheet", "Total"),
        # Translators: a column of the score sheet
        "player": _("Player"),
    }


def _new_messages(number: int) -> str:
    # Translators: beside the name of the chat: how many messages have not been read yet
    return ngettext("{n} new", "{n} new", number)
