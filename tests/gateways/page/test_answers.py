"""The gateway's answers to plain HTTP."""

from http import HTTPStatus

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from sixqp_tui.gateways.page.answers import FILES, PAGE, Answers, cookie_of, language_of
from sixqp_tui.tui.widgets.graphics import qr_code

COOKIE = "0123456789abcdef" * 2
OWN = {"host": "192.168.1.20:4669"}
SOCKET = {**OWN, "origin": "http://192.168.1.20:4669", "upgrade": "websocket"}


def answered(path: str = "/", method: str = "GET", **headers: str) -> Response | None:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    answers = Answers(4669, ["laptop", "laptop.local"], lambda cookie: None if cookie else COOKIE)
    return answers.answer(request(path, {**OWN, **given}, method))


def request(path: str, headers: dict[str, str], method: str = "GET") -> Request:
    return Request(path, Headers(headers), method)


def status(path: str = "/", method: str = "GET", **headers: str) -> HTTPStatus | None:
    answer = answered(path, method, **headers)
    return HTTPStatus(answer.status_code) if answer else None


def test_only_the_page_and_its_listed_files_are_served() -> None:
    for path in ("/", "/?lang=fr", *FILES):
        assert status(path) is HTTPStatus.OK
    assert {f"/{file.name}" for file in PAGE.iterdir()} == {*FILES, "/index.html"}
    for path in (
        "/index.html",
        "/../gateway.py",
        "/%2e%2e/gateway.py",
        "/page.css/..",
        "//etc/passwd",
        "/page.css%00",
    ):
        assert status(path) is HTTPStatus.NOT_FOUND
    assert status("/", method="POST") is HTTPStatus.METHOD_NOT_ALLOWED


@pytest.mark.parametrize("host", ["192.168.1.20:4669", "[fe80::1]:4669", "laptop:4669", "LAPTOP.local.:4669"])
def test_requests_to_this_machines_own_names_are_answered(host: str) -> None:
    assert status(host=host) is HTTPStatus.OK


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:4669",
        "192.168.1.20:80",
        "192.168.1.20",
        "",
        "laptop.evil.example:4669",
        "[fe80::1%eth0]:4669",
        "[::1%x; script-src *]:4669",
        "192.168.1.20:\xb2\xb2",
        "192.168.1.20:" + "4" * 5000,
        "192.168.1.20:4669 ",
    ],
)
def test_a_foreign_host_name_is_refused(host: str) -> None:
    assert status(host=host) is HTTPStatus.FORBIDDEN
    assert status("/socket", host=host, origin=f"http://{host}", upgrade="websocket") is HTTPStatus.FORBIDDEN


@pytest.mark.parametrize(
    "origin", ["", "null", "http://evil.example", "https://192.168.1.20:4669", "http://192.168.1.20"]
)
def test_no_other_origin_can_open_the_socket(origin: str) -> None:
    assert status("/socket", **{**SOCKET, "origin": origin}) is HTTPStatus.FORBIDDEN
    assert answered("/socket?lang=fr", **SOCKET) is None
    assert status("/socket", **{**SOCKET, "upgrade": ""}) is HTTPStatus.UPGRADE_REQUIRED


def test_a_browser_may_run_only_the_pages_own_files() -> None:
    headers = (answered() or pytest.fail("nothing")).headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; ")
    assert "unsafe" not in policy and "ws://192.168.1.20:4669" in policy and "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer"
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    assert "style=" not in html and " on" not in html.replace("{{", "").split("<body")[0] and "http" not in html
    for name in ("page.js", "draw.js", "motion.js", "party.js"):
        script = (PAGE / name).read_text(encoding="utf-8")
        assert not any(word in script for word in ("innerHTML", "outerHTML", "eval(", "document.write", "https:/"))


def test_the_qr_code_contains_the_address_that_others_can_reach() -> None:
    at_home = Answers(4669, ["localhost"], lambda cookie: COOKIE, "192.168.1.20")
    pages = [at_home.answer(request("/", {"host": f"{name}:4669"})) for name in ("localhost", "10.0.0.7")]
    assert [b"http://192.168.1.20:4669<" in page.body for page in pages if page] == [True, False]
    codes = [at_home.answer(request("/qr.svg", {"host": f"{name}:4669"})) for name in ("127.0.0.1", "[::1]")]
    assert all(code and code.body == qr_code.svg("http://192.168.1.20:4669").encode() for code in codes)


def test_a_seat_cookie_is_given_only_to_the_page_and_only_once() -> None:
    asked = {"x_sixqp": "seat"}
    given = (answered("/seat", **asked, sec_fetch_site="same-origin") or pytest.fail("nothing")).headers
    assert given["Set-Cookie"] == f"sixqp_seat={COOKIE}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict"
    again = answered("/seat", **asked, cookie=f"other=1; sixqp_seat={COOKIE}")
    assert again and "Set-Cookie" not in again.headers
    assert status("/seat", **asked, sec_fetch_site="cross-site") is HTTPStatus.FORBIDDEN
    assert status("/seat") is HTTPStatus.FORBIDDEN is status("/seat", sec_fetch_site="none")


def test_a_header_that_is_there_twice_is_refused() -> None:
    twice = Headers([("Host", "laptop:4669"), ("Host", "laptop:4669")])
    answer = Answers(4669, ["laptop"], lambda cookie: COOKIE).answer(Request("/", twice))
    assert answer and answer.status_code == HTTPStatus.BAD_REQUEST


def test_an_invalid_cookie_is_ignored() -> None:
    assert cookie_of(request("/", {"cookie": f"sixqp_seat={COOKIE}"})) == COOKIE
    for odd in (
        "",
        "sixqp_seat=",
        "sixqp_seat=../../x",
        "sixqp_seat=" + "a" * 9000,
        "a b;=",
        f"sixqp_seat={COOKIE}f",
    ):
        assert cookie_of(request("/", {"cookie": odd})) is None


@pytest.mark.parametrize(
    ("path", "wishes", "language"),
    [
        ("/", "fr-FR,fr;q=0.9,en;q=0.8", "fr"),
        ("/", "de-DE,en;q=0.3,fr;q=0.7", "fr"),
        ("/", "de", "en"),
        ("/", "fr;q=0, en;q=x,,;;", "en"),
        ("/?lang=en", "fr", "en"),
        ("/?lang=xx&lang=%ff", "fr", "fr"),
        ("/?lang=en" + "&a=b" * 20, "fr", "fr"),
    ],
)
def test_the_page_uses_the_language_the_browser_prefers(path: str, wishes: str, language: str) -> None:
    assert language_of(request(path, {"accept-language": wishes})) == language


def test_the_page_text_is_in_its_language() -> None:
    page = answered("/", accept_language="fr")
    assert page and '<html lang="fr">' in page.body.decode() and "S&#x27;asseoir" in page.body.decode()
    assert b"{{" not in page.body
