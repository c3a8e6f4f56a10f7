"""`sixqp lend` as a web site: a page, the file, and an index for pip, over HTTP on the LAN."""

import asyncio
import logging
import re
import socket
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from html import escape
from http import HTTPStatus
from itertools import count
from typing import Final, NamedTuple

from sixqp_tui.engine.token_bucket import TokenBuckets
from sixqp_tui.gateways.common.http import FilePart, HttpRequest, HttpResponse, language_of, respond
from sixqp_tui.gateways.common.limits import AddressLimits, address_of
from sixqp_tui.gateways.lend.archive import FILE
from sixqp_tui.gateways.lend.bootstrap import project_of
from sixqp_tui.gateways.lend.wheels import PROGRAM
from sixqp_tui.i18n import SOURCE, _, language, pgettext, speaking
from sixqp_tui.presentation.ways_in import url

Response = HttpResponse[bytes | FilePart]
_BLOCK: Final = 64 * 1024
_BINARY: Final = "application/octet-stream"
_RANGE: Final = re.compile(r"bytes=([0-9]{1,15})-([0-9]{0,15})")
_log = logging.getLogger(__name__)
SPELLED_DIGITS: Final = 20
"""Digits of the SHA-256 that hosts read out: 80 bits can't be forged."""
_STYLE: Final = b"""\
:root { color-scheme: light dark; }
body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 1rem auto; padding: 0 1rem; }
pre { overflow-x: auto; padding: 0.6rem; border: 1px solid; border-radius: 0.4rem; user-select: all; }
.digest { overflow-wrap: anywhere; font-family: monospace; }
"""
_POLICY: Final = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"


class Lent(NamedTuple):
    """The file and its SHA-256, its wheels and theirs, where they are in the file, and the systems served."""

    file: FilePart
    digest: str
    wheels: Mapping[str, str]
    parts: Mapping[str, FilePart]
    fits: tuple[str, ...]


def spelled(digest: str) -> str:
    """The beginning of a SHA-256 in unmistakable words, in groups of four."""
    # Translators: the digits 0 to 9 and the letters a to f, spelled so that nobody mishears them; spaces between
    words = _("zero one two three four five six seven eight nine alfa bravo charlie delta echo foxtrot").split()
    spoken = [words[int(digit, 16)] for digit in digest[:SPELLED_DIGITS]]
    return ", ".join(" ".join(spoken[at : at + 4]) for at in range(0, len(spoken), 4))


def lines_to_type(base: str, lent: Lent) -> list[tuple[str, str]]:
    """For each kind of system. curl continues a broken download.

    A complete but wrong file is removed, since continuing couldn't fix it.
    """
    # Translators: part of a command: no quotation marks and no apostrophes
    incomplete = _("sixqp.pyz is incomplete. Paste the same line again.")
    check = (
        f"import hashlib,os;n='{FILE}';f=open(n,'a+b');f.seek(0);d=f.read();f.close();"
        f"hashlib.sha256(d).hexdigest()=='{lent.digest}' or "
        f"(len(d)<{lent.file.size} or os.remove(n),exit('{incomplete}'))"
    )
    fetched = f"from urllib.request import urlretrieve as get; get('{base}/{FILE}', '{FILE}')"
    then = f'python3 -c "{check}" && python3 {FILE} join'
    return [
        ("Linux, macOS", f"curl -fC - -O {base}/{FILE}; {then}"),
        (
            "Windows (PowerShell)",
            f'curl.exe -fC - -O {base}/{FILE}; py -c "{check}"; if ($?) {{py {FILE} join}}',
        ),
        (_("without curl"), f'python3 -c "{fetched}"; {then}'),
    ]


def digest_lines(digest: str) -> list[str]:
    lines = [_("SHA-256: {digest}").format(digest=digest)]
    # Translators: {digits} is a number; words such as “three echo five three” follow
    begins = _("Its first {digits} digits, read out: {words}")
    return [*lines, begins.format(digits=SPELLED_DIGITS, words=spelled(digest))]


class Site:
    def __init__(self, lent: Lent) -> None:
        self._lent = lent
        self._projects: dict[str, list[str]] = {}
        for wheel in lent.wheels:
            self._projects.setdefault(project_of(wheel), []).append(wheel)

    def answer(self, request: HttpRequest, base: str) -> Response:
        """`base` is how the client reached this machine, `http://HOST:PORT`."""
        if request.method not in ("GET", "HEAD"):
            return _explain(HTTPStatus.METHOD_NOT_ALLOWED, "Here only GET is answered.")
        path = request.path.partition("?")[0]
        if path == "/":
            with speaking(language_of(request)):
                return _html(self._page(base), ("Content-Language", language()), ("Vary", "Accept-Language"))
        if path == "/page.css":
            return _respond("text/css; charset=utf-8", _STYLE)
        if path == f"/{FILE}":
            return _respond_with_part(request, self._lent.file, self._lent.digest)
        if path == "/simple/":
            return _html(_links((name, f"/simple/{name}/") for name in sorted(self._projects)))
        kind, _slash, name = path.removeprefix("/").partition("/")
        if kind == "simple" and name.removesuffix("/") in self._projects:
            wheels = self._projects[name.removesuffix("/")]
            return _html(_links((each, f"/wheels/{each}#sha256={self._lent.wheels[each]}") for each in wheels))
        if kind == "wheels" and name in self._lent.parts:
            return _respond_with_part(request, self._lent.parts[name], self._lent.wheels[name])
        return _explain(HTTPStatus.NOT_FOUND, "There is nothing here: the page is at /.")

    @property
    def file(self) -> FilePart:
        return self._lent.file

    def _page(self, base: str) -> str:
        lent, host = self._lent, base.removeprefix("http://").rpartition(":")[0]
        title = _("sixqp for tonight")
        pip = f"python3 -m pip install --index-url {base}/simple/ --trusted-host {host} {PROGRAM}"
        needs = _("You only need Python 3.11 or newer: no pip, no Internet. Paste one line:")
        compare = _(
            "Each line only starts a file with this checksum. If you don't trust the network, first compare the "
            "checksum in your line with the one that your host reads out."
        )
        fits = pgettext("page", "Works on")
        parts = [f"<h1>{escape(title)}</h1>", f"<p>{escape(needs)}</p>"]
        for system, line in lines_to_type(base, lent):
            parts.append(f"<h2>{escape(system)}</h2><pre>{escape(line)}</pre>")
        parts.append(f"<h2>{escape(fits)}</h2><ul>")
        parts += [f"<li>{escape(each)}</li>" for each in lent.fits]
        parts.append(f"</ul><h2>SHA-256</h2><p>{escape(compare)}</p>")
        parts += [f'<p class="digest">{escape(line)}</p>' for line in digest_lines(lent.digest)]
        parts.append(f"<h2>pip</h2><pre>{escape(pip)}</pre>")
        return _document(title, language(), "".join(parts))


def _links(links: Iterable[tuple[str, str]]) -> str:
    listed = "".join(f'<a href="{escape(link)}">{escape(name)}</a><br>' for name, link in links)
    return _document(PROGRAM, SOURCE, listed)


def _document(title: str, code: str, body: str) -> str:
    view = '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page.css">'
    head = f'<head><meta charset="utf-8">{view}<title>{escape(title)}</title></head>'
    return f'<!DOCTYPE html><html lang="{code}">{head}<body>{body}</body></html>'


def _html(text: str, *more: tuple[str, str]) -> Response:
    return _respond("text/html; charset=utf-8", text.encode(), *more)


def _explain(status: HTTPStatus, sentence: str) -> Response:
    return respond(status, "text/plain; charset=utf-8", f"{sentence}\n".encode(), _POLICY)


def _respond(content_type: str, body: bytes | FilePart, *more: tuple[str, str]) -> Response:
    return respond(HTTPStatus.OK, content_type, body, _POLICY, *more)


def _respond_with_part(request: HttpRequest, part: FilePart, digest: str) -> Response:
    """The part, or the requested range of it (RFC 9110, 14), so that a broken download can continue."""
    tag = f'"{digest}"'
    headers = (("Accept-Ranges", "bytes"), ("ETag", tag))
    asked = _RANGE.fullmatch(request.headers.get("range", "")) if request.method == "GET" else None
    if not asked or request.headers.get("if-range", tag) != tag:
        return _respond(_BINARY, part, *headers)
    first, last = int(asked[1]), int(asked[2] or part.size)
    if first >= part.size:
        size = ("Content-Range", f"bytes */{part.size}")
        return respond(HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE, _BINARY, b"", _POLICY, *headers, size)
    if last < first:
        return _respond(_BINARY, part, *headers)
    last = min(last, part.size - 1)
    place = ("Content-Range", f"bytes {first}-{last}/{part.size}")
    rest = FilePart(part.path, part.start + first, last - first + 1)
    return respond(HTTPStatus.PARTIAL_CONTENT, _BINARY, rest, _POLICY, *headers, place)


class Download(NamedTuple):
    """A guest's progress with the file; `number` identifies the connection.

    `share` only reaches 1.0 once the guest has everything. `broken`: the guest is gone.
    """

    number: int
    address: str
    share: float
    broken: bool = False


class LendLimits(NamedTuple):
    """Times are in seconds, rates per second."""

    connections: int = 64
    """If there are more, the oldest of the busiest address goes, first of those that are sent nothing yet."""
    of_one_address: int = 8
    rate: float = 5.0
    """New connections of one address; pip makes two for each wheel."""
    rate_at_once: float = 100.0
    shown: float = 0.1
    """Downloads of one address that the host is shown, so that no address fills the screen."""
    shown_at_once: float = 6.0
    head: int = 8192
    opening: float = 5.0
    """Until the request has arrived."""
    stalled: float = 20.0
    """For a client to read `least` bytes of the response, or the rest of it."""
    least: int = 256 * 1024
    whole: float = 900.0
    """For the whole response: 60 MiB over the slowest Wi-Fi."""


class LendServer:
    """Serves a site, and calls `show` as guests download the file."""

    def __init__(self, site: Site, show: Callable[[Download], object], limits: LendLimits | None = None) -> None:
        self._site, self._show, self._limits = site, show, limits or LendLimits()
        self._numbers = count(1)
        arrivals = TokenBuckets[str](self._limits.rate, self._limits.rate_at_once)
        self._connections: AddressLimits[asyncio.StreamWriter] = AddressLimits(
            self._limits.of_one_address, arrivals=arrivals
        )
        self._served: set[asyncio.StreamWriter] = set()
        self._shown: TokenBuckets[str] = TokenBuckets(self._limits.shown, self._limits.shown_at_once)
        self._attending: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self, sock: socket.socket) -> None:
        self._server = await asyncio.start_server(self._accept, sock=sock, limit=self._limits.head)

    async def close(self) -> None:
        if self._server:
            self._server.close()
        for task in self._attending:
            task.cancel()
        await asyncio.gather(*self._attending, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = address_of(writer.get_extra_info("peername"))
        if not self._connections.add(writer, address, time.monotonic()):
            writer.transport.abort()
            return
        most = self._limits.connections
        if surplus := self._connections.surplus(most, self._served) or self._connections.surplus(most):
            surplus.transport.abort()
        task = asyncio.create_task(self._attend(reader, writer, address))
        self._attending.add(task)
        task.add_done_callback(self._attending.discard)

    async def _attend(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str) -> None:
        try:
            with suppress(TimeoutError, ConnectionError, asyncio.IncompleteReadError):
                async with asyncio.timeout(self._limits.whole):
                    await self._answer(reader, writer, address)
        except OSError:
            _log.warning("what is lent cannot be read or sent", exc_info=True)
        finally:
            writer.transport.abort()
            self._connections.remove(writer)
            self._served.discard(writer)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str) -> None:
        try:
            async with asyncio.timeout(self._limits.opening):
                head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            head = b""
        request = read_request(head)
        host, port = address_of(writer.get_extra_info("sockname")), writer.get_extra_info("sockname")[1]
        response = self._site.answer(request, url("http", host, port)) if request else _bad_request()
        body = b"" if request and request.method == "HEAD" else response.body
        self._served.add(writer)
        writer.write(_head(response))
        whole = request and request.path.partition("?")[0] == f"/{FILE}"
        if whole and isinstance(body, FilePart) and self._may_show(address):
            await self._give(reader, writer, address, body)
        else:
            await self._send(writer, body)
            await self._finish(reader, writer)

    def _may_show(self, address: str) -> bool:
        now = time.monotonic()
        return self._shown.of(address, now).take(now)

    async def _give(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str, part: FilePart
    ) -> None:
        whole = self._site.file
        guest = Download(next(self._numbers), address, (part.start - whole.start) / whole.size)

        def show(sent: int) -> None:
            nonlocal guest
            guest = guest._replace(share=(part.start - whole.start + sent) / whole.size)
            if guest.share < 1:
                self._show(guest)

        try:
            await self._send(writer, part, show)
            await self._finish(reader, writer)
        except (TimeoutError, ConnectionError):
            self._show(guest._replace(broken=True))
            raise
        self._show(guest._replace(broken=guest.share < 1))

    async def _finish(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Wait until the client closes: closing first would lose data in flight."""
        writer.write_eof()
        async with asyncio.timeout(self._limits.stalled):
            while await reader.read(_BLOCK):
                pass

    async def _send(
        self, writer: asyncio.StreamWriter, body: bytes | FilePart, show: Callable[[int], object] | None = None
    ) -> None:
        if isinstance(body, bytes):
            writer.write(body)
            return
        with body.path.open("rb") as file:
            file.seek(body.start)
            for at in range(0, body.size, self._limits.least):
                if show:
                    show(at)
                async with asyncio.timeout(self._limits.stalled):
                    for start in range(at, min(at + self._limits.least, body.size), _BLOCK):
                        writer.write(file.read(min(_BLOCK, body.size - start)))
                        await writer.drain()
            if show:
                show(body.size)


def read_request(head: bytes) -> HttpRequest | None:
    """The request (RFC 9112), or None if malformed."""
    first, *lines = head.decode("latin-1").split("\r\n")
    parts = first.split(" ")
    if len(parts) != 3 or not parts[1].startswith("/") or not parts[2].startswith("HTTP/1."):
        return None
    fields = (line.partition(":") for line in lines if line)
    return HttpRequest(parts[0], parts[1], {name.lower(): value.strip() for name, _colon, value in fields})


def _bad_request() -> Response:
    headers = (("Content-Length", "0"), ("Connection", "close"))
    return Response(HTTPStatus.BAD_REQUEST, headers, b"")


def _head(response: Response) -> bytes:
    lines = (
        f"HTTP/1.1 {response.status.value} {response.status.phrase}",
        *(f"{key}: {value}" for key, value in response.headers),
    )
    return "\r\n".join((*lines, "", "")).encode("latin-1")
