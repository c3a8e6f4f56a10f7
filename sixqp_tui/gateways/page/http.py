"""HTTP as the page speaks it: requests and responses as values, and the language that a browser prefers."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import parse_qs

from sixqp_tui.i18n import LANGUAGES, SOURCE


class HttpRequest(NamedTuple):
    """`path` includes the query; header names are in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]


class HttpResponse(NamedTuple):
    status: HTTPStatus
    headers: tuple[tuple[str, str], ...]
    body: bytes


def language_of(request: HttpRequest) -> str:
    """`?lang=`, otherwise the browser's preference (RFC 9110, 12.5.4)."""
    try:
        wanted = parse_qs(request.path.partition("?")[2][:200], max_num_fields=8).get("lang", [""])[0]
    except ValueError:  # more fields than that
        wanted = ""
    if wanted in LANGUAGES:
        return wanted
    preferences = []
    for position, part in enumerate(request.headers.get("accept-language", "")[:1000].split(",")):
        tag, _, parameter = part.strip().partition(";")
        code = tag.strip().lower().partition("-")[0]
        try:
            weight = float(parameter.strip().removeprefix("q=")) if parameter else 1.0
        except ValueError:
            weight = 0.0
        if code in LANGUAGES and weight > 0:
            preferences.append((-weight, position, code))
    return min(preferences)[2] if preferences else SOURCE
