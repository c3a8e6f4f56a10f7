"""A table's announcement and its TXT record. All its text comes from others."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, cast, get_args

from sixqp_protocol.facts import Variant
from sixqp_protocol.text import PLAIN_ID, clean_title
from sixqp_protocol.version import CURRENT

SERVICE_TYPE: Final = "_sixqp._tcp.local."
UNTITLED: Final = "?"
TableState = Literal["lobby", "playing"]

_PREFIX = "sixqp-"
_VERSION = re.compile(r"[0-9]{1,4}")
_SEATS = re.compile(r"([0-9]{1,2})/([0-9]{1,2})")
_COUNT = re.compile(r"[0-9]{1,2}")
_PIN = re.compile(r"[0-9a-f]{64}")
_KEY, _SIGNATURE = re.compile(r"[0-9A-Za-z_-]{43}"), re.compile(r"[0-9A-Za-z_-]{86}")
_ROUNDS, _HERE = re.compile(r"[0-9]{1,3}"), re.compile(r"[0-9]{0,10}")
_MAX_TITLE_BYTES = 160
"""As much as fits into an answer to a query with everything else; 24 letters with two accents each take 144."""


Identity = tuple[str, str | None, str, tuple[str, bytes, bytes] | None]
"""What tells tables apart. An announcement with another identity is another line of the list."""


@dataclass(frozen=True)
class Continues:
    """Who continues an evening at this table: the key of a seat, and its signature (`SPEC.md`, Continuing).

    `rounds` of the current or last game are finished, and the seats `here` are connected.
    """

    evening: str
    key: bytes
    signature: bytes
    rounds: int = 0
    here: tuple[int, ...] = ()


@dataclass(frozen=True)
class Advertisement:
    """A table as it is announced; `fingerprint` is its certificate's SHA-256 in hex.

    `bots` of the seats taken are free for newcomers.
    """

    id: str
    title: str
    seats_taken: int = 0
    seats: int = 10
    state: TableState = "lobby"
    variant: Variant = "classic"
    locked: bool = False
    fingerprint: str | None = None
    version: int = CURRENT
    bots: int = 0
    continues: Continues | None = None

    def __post_init__(self) -> None:
        if not PLAIN_ID.fullmatch(self.id):
            raise ValueError(f"a table's id is 1 to 32 of 0-9 and a-z, got {self.id!r}")

    @property
    def identity(self) -> Identity:
        by = self.continues
        signed = (by.evening, by.key, by.signature) if by else None
        return (self.id, self.fingerprint, self.title, signed)


def encode(advert: Advertisement) -> dict[str, str]:
    record = {
        "v": str(advert.version),
        "id": advert.id,
        "title": _within(clean_title(advert.title, UNTITLED), _MAX_TITLE_BYTES),
        "seats": f"{advert.seats_taken}/{advert.seats}",
        "state": advert.state,
        "variant": advert.variant,
        "lock": str(int(advert.locked)),
    }
    bots = {"bots": str(advert.bots)} if advert.bots else {}
    return (
        record | bots | _continuing(advert.continues) | ({"fp": advert.fingerprint} if advert.fingerprint else {})
    )


def _continuing(continues: Continues | None) -> dict[str, str]:
    if continues is None:
        return {}
    return {
        "evening": continues.evening,
        "by": urlsafe_b64encode(continues.key).decode().rstrip("="),
        "sig": urlsafe_b64encode(continues.signature).decode().rstrip("="),
        "rounds": str(continues.rounds),
        "here": "".join(map(str, continues.here)),
    }


def _continued(text: Mapping[str, str]) -> Continues | None:
    """None if this is the evening's first table, or no table would send this."""
    key, signature = _KEY.fullmatch(text.get("by", "")), _SIGNATURE.fullmatch(text.get("sig", ""))
    rounds, here = _ROUNDS.fullmatch(text.get("rounds", "")), _HERE.fullmatch(text.get("here", ""))
    if not (key and signature and rounds and here and PLAIN_ID.fullmatch(text.get("evening", ""))):
        return None
    return Continues(
        text["evening"],
        urlsafe_b64decode(f"{key[0]}="),
        urlsafe_b64decode(f"{signature[0]}=="),
        int(rounds[0]),
        tuple(map(int, here[0])),
    )


def decode(record: Mapping[bytes, bytes | None]) -> Advertisement | None:
    """The table in a TXT record, cleaned; None if no table would send this."""
    text = {
        key.decode("ascii", "replace"): (value or b"").decode("utf-8", "replace") for key, value in record.items()
    }
    version, seats = _VERSION.fullmatch(text.get("v", "")), _SEATS.fullmatch(text.get("seats", ""))
    words = text.get("state", "") in get_args(TableState) and text.get("variant", "") in get_args(Variant)
    pin = text.get("fp") or None
    if not (version and seats and words and PLAIN_ID.fullmatch(text.get("id", ""))):
        return None
    if (pin and not _PIN.fullmatch(pin)) or not 0 <= int(seats[1]) <= int(seats[2]) <= 10 or int(seats[2]) < 2:
        return None
    return Advertisement(
        id=text["id"],
        title=clean_title(text.get("title", ""), UNTITLED),
        seats_taken=int(seats[1]),
        seats=int(seats[2]),
        state=cast("TableState", text["state"]),
        variant=cast("Variant", text["variant"]),
        locked=text.get("lock") == "1",
        fingerprint=pin,
        version=int(version[0]),
        bots=min(int(bots[0]), int(seats[1])) if (bots := _COUNT.fullmatch(text.get("bots", ""))) else 0,
        continues=_continued(text),
    )


def instance_name(table: str) -> str:
    return f"{_PREFIX}{table}.{SERVICE_TYPE}"


def table_id(instance_name: str) -> str:
    return instance_name.lower().removesuffix(f".{SERVICE_TYPE}").removeprefix(_PREFIX)


def server_name(table: str) -> str:
    return f"{_PREFIX}{table}.local."


def _within(text: str, most: int) -> str:
    return text.encode()[:most].decode("utf-8", "ignore").rstrip()
