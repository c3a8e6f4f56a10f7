"""The pages and files of the lending server."""

import re
from http import HTTPStatus
from pathlib import Path

import pytest

from sixqp_tui import i18n
from sixqp_tui.gateways.common.http import FilePart, HttpRequest
from sixqp_tui.gateways.lend.server import Lent, Site, lines_to_type, spelled

BASE = "http://192.168.1.20:4670"
FILE = FilePart(Path("sixqp.pyz"), 0, 1000)
WHEELS = ("a_b-1-py3-none-any.whl", "a_b-1-cp312-cp312-win_amd64.whl", "sixqp-1-py3-none-any.whl")
DIGEST = "0123456789abcdef" * 4
LENT = Lent(
    FILE,
    DIGEST,
    dict.fromkeys(WHEELS, DIGEST),
    {name: FilePart(FILE.path, at, 10) for at, name in enumerate(WHEELS)},
    ("Windows (Python 3.12)",),
)
SITE = Site(LENT)


def body(path: str, language: str = "en") -> str:
    response = SITE.answer(HttpRequest("GET", path, {"accept-language": language}), BASE)
    assert isinstance(response.body, bytes)
    return response.body.decode()


@pytest.mark.parametrize(
    "path",
    [
        *("/..", "/../sixqp.pyz", "/wheels/../sixqp.pyz", "/wheels/%2e%2e/sixqp.pyz", "/simple/../../etc/passwd"),
        *("/wheels/", "/wheels//a", "/simple//", "//etc/passwd", "/bundle.json", "/SIXQP.PYZ", "/wheels/..\\x"),
    ],
)
def test_only_listed_files_are_served(path: str) -> None:
    assert SITE.answer(HttpRequest("GET", path, {}), BASE).status == HTTPStatus.NOT_FOUND


def test_only_read_methods_are_allowed() -> None:
    assert SITE.answer(HttpRequest("POST", "/", {}), BASE).status == HTTPStatus.METHOD_NOT_ALLOWED


def test_the_page_has_each_systems_command_and_the_checksum() -> None:
    page = body("/")
    for line in (f"curl -fC - -O {BASE}/sixqp.pyz; python3 -c", f"curl.exe -fC - -O {BASE}/sixqp.pyz; py -c"):
        assert line in page
    assert page.count(DIGEST) == 4, "each line names the checksum"
    assert f"--index-url {BASE}/simple/ --trusted-host 192.168.1.20 sixqp" in page
    assert DIGEST in page and spelled(DIGEST) in page and "Windows (Python 3.12)" in page
    assert '<html lang="fr">' in body("/", "fr-CH") and "zéro un deux" in body("/", "fr-CH")
    assert "http" not in re.sub(re.escape(BASE), "", page)  # nothing is loaded from anywhere else
    headers = dict(SITE.answer(HttpRequest("GET", "/", {}), BASE).headers)
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; style-src 'self'")


def test_the_index_links_every_wheel_with_its_sha256() -> None:
    assert re.findall(r'href="([^"]*)">', body("/simple/")) == ["/page.css", "/simple/a-b/", "/simple/sixqp/"]
    links = re.findall(r'href="(/wheels/[^"]*)"', body("/simple/a-b/"))
    assert links == [f"/wheels/{name}#sha256={DIGEST}" for name in WHEELS[:2]]
    assert SITE.answer(HttpRequest("GET", f"/wheels/{WHEELS[1]}", {}), BASE).body == FilePart(FILE.path, 1, 10)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_digit_of_the_sha256_has_its_own_word(language: str) -> None:
    with i18n.speaking(language):
        spoken = spelled(DIGEST)
        assert [len(group.split()) for group in spoken.split(", ")] == [4] * 5
        assert len(set(spoken.replace(",", "").split())) == 16


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_commands_need_no_shell_specific_escaping(language: str) -> None:
    with i18n.speaking(language):
        for _system, line in lines_to_type("http://[fd00::1]:4670", LENT):
            before, *quoted = line.split('"')
            assert all(set(each).isdisjoint("`$!\\") for each in quoted[::2]), "between quotation marks"
            assert len(quoted) % 2 == 0 and set(before).isdisjoint("`$!\\*?<>|'")
            for code in quoted[::2]:
                compile(code, "line", "exec")
