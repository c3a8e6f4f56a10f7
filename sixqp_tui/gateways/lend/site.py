"""What is answered to who comes to be lent the program: a page, the file, and an index for pip. No socket.

Only what is listed here is served: a path is looked up, never followed.
"""

from collections.abc import Iterable, Mapping
from html import escape
from http import HTTPStatus
from typing import Final, NamedTuple

from sixqp_tui.gateways.lend.archive import FILE, Part
from sixqp_tui.gateways.lend.bootstrap import project_of
from sixqp_tui.gateways.lend.wheels import PROGRAM
from sixqp_tui.gateways.page.answers import HttpRequest, language_of
from sixqp_tui.i18n import SOURCE, _, language, pgettext, speaking

SPELLED_DIGITS: Final = 20
"""Digits of the SHA-256 that are read out: 80 bits, which nobody finds another file for."""
_STYLE: Final = b"""\
:root { color-scheme: light dark; }
body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 1rem auto; padding: 0 1rem; }
pre { overflow-x: auto; padding: 0.6rem; border: 1px solid; border-radius: 0.4rem; user-select: all; }
.digest { overflow-wrap: anywhere; font-family: monospace; }
"""
_HEADERS: Final = (
    ("Connection", "close"),
    ("Content-Security-Policy", "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
)


class HttpResponse(NamedTuple):
    """An answer: status, headers, and the body, or where it lies."""

    status: HTTPStatus
    headers: tuple[tuple[str, str], ...]
    body: bytes | Part


class Lent(NamedTuple):
    """What is lent: the whole file, its SHA-256, its wheels with theirs and where they lie, and for whom it is."""

    file: Part
    digest: str
    wheels: Mapping[str, str]
    parts: Mapping[str, Part]
    fits: tuple[str, ...]


def spelled(digest: str) -> str:
    """The beginning of a SHA-256 in words that cannot be misheard, in groups of four."""
    # Translators: the digits 0 to 9 and the letters a to f, spelled so that nobody mishears them; spaces between
    words = _("zero one two three four five six seven eight nine alfa bravo charlie delta echo foxtrot").split()
    said = [words[int(digit, 16)] for digit in digest[:SPELLED_DIGITS]]
    return ", ".join(" ".join(said[at : at + 4]) for at in range(0, len(said), 4))


def lines_to_type(base: str) -> list[tuple[str, str]]:
    """For each kind of system its name, and the one line that fetches the file from `base` and starts it."""
    fetched = f"from urllib.request import urlretrieve as get; get('{base}/{FILE}', '{FILE}')"
    return [
        ("Linux, macOS", f"curl -fO {base}/{FILE} && python3 {FILE} join"),
        ("Windows (PowerShell)", f"curl.exe -fO {base}/{FILE}; py {FILE} join"),
        (_("without curl"), f'python3 -c "{fetched}" && python3 {FILE} join'),
    ]


def digest_lines(digest: str) -> list[str]:
    """What a guest compares with: the SHA-256, and its beginning in words."""
    told = [_("SHA-256: {digest}").format(digest=digest)]
    # Translators: {digits} is a number; words such as “three echo five three” follow
    begins = _("Its first {digits} digits, read out: {words}")
    return [*told, begins.format(digits=SPELLED_DIGITS, words=spelled(digest))]


class Site:
    """Answers requests for what is lent."""

    def __init__(self, lent: Lent) -> None:
        self._lent = lent
        self._projects: dict[str, list[str]] = {}
        for wheel in lent.wheels:
            self._projects.setdefault(project_of(wheel), []).append(wheel)

    def answer(self, request: HttpRequest, base: str) -> HttpResponse:
        """The answer; `base` is how whoever asks has reached this machine, `http://HOST:PORT`."""
        if request.method not in ("GET", "HEAD"):
            return _sentence(HTTPStatus.METHOD_NOT_ALLOWED, "Here only GET is answered.")
        path = request.path.partition("?")[0]
        if path == "/":
            with speaking(language_of(request)):
                return _page(self._page(base), ("Content-Language", language()), ("Vary", "Accept-Language"))
        if path == "/page.css":
            return _response("text/css; charset=utf-8", _STYLE)
        if path == f"/{FILE}":
            return _response("application/octet-stream", self._lent.file)
        if path == "/simple/":
            return _page(_links((name, f"/simple/{name}/") for name in sorted(self._projects)))
        kind, _slash, name = path.removeprefix("/").partition("/")
        if kind == "simple" and name.removesuffix("/") in self._projects:
            wheels = self._projects[name.removesuffix("/")]
            return _page(_links((each, f"/wheels/{each}#sha256={self._lent.wheels[each]}") for each in wheels))
        if kind == "wheels" and name in self._lent.parts:
            return _response("application/octet-stream", self._lent.parts[name])
        return _sentence(HTTPStatus.NOT_FOUND, "There is nothing here: the page is at /.")

    def is_whole(self, response: HttpResponse) -> bool:
        return response.body == self._lent.file

    def _page(self, base: str) -> str:
        lent, host = self._lent, base.removeprefix("http://").rpartition(":")[0]
        title = _("sixqp for tonight")
        pip = f"python3 -m pip install --index-url {base}/simple/ --trusted-host {host} {PROGRAM}"
        needs = _("You only need Python 3.11 or newer: no pip, no Internet. Paste one line:")
        compare = _(
            "Compare this checksum with the one your host reads out. To get it for your own file, run sha256sum "
            "(Linux), shasum -a 256 (macOS) or Get-FileHash (Windows)."
        )
        fits = pgettext("page", "Works on")
        parts = [f"<h1>{escape(title)}</h1>", f"<p>{escape(needs)}</p>"]
        for system, line in lines_to_type(base):
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


def _page(html: str, *more: tuple[str, str]) -> HttpResponse:
    return _response("text/html; charset=utf-8", html.encode(), *more)


def _sentence(status: HTTPStatus, sentence: str) -> HttpResponse:
    return _response("text/plain; charset=utf-8", f"{sentence}\n".encode())._replace(status=status)


def _response(kind: str, body: bytes | Part, *more: tuple[str, str]) -> HttpResponse:
    size = body.size if isinstance(body, Part) else len(body)
    headers = (("Content-Type", kind), ("Content-Length", str(size)), *_HEADERS, *more)
    return HttpResponse(HTTPStatus.OK, headers, body)
