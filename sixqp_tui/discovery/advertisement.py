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
_FORMS = {
    "v": r"[0-9]{1,4}",
    "id": PLAIN_ID.pattern,
    "seats": r"[0-9]{1,2}/[0-9]{1,2}",
    "state": "|".join(get_args(TableState)),
    "variant": "|".join(get_args(Variant)),
    "fp": r"([0-9a-f]{64})?",
}
_CONTINUING = {
    "evening": PLAIN_ID.pattern,
    "by": r"[0-9A-Za-z_-]{43}",
    "sig": r"[0-9A-Za-z_-]{86}",
    "rounds": r"[0-9]{1,3}",
    "here": r"[0-9]{0,10}",
}
"""The forms of the values; these are only in the records of continuations."""
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
    if advert.bots:
        record["bots"] = str(advert.bots)
    if by := advert.continues:
        record |= {
            "evening": by.evening,
            "by": urlsafe_b64encode(by.key).decode().rstrip("="),
            "sig": urlsafe_b64encode(by.signature).decode().rstrip("="),
            "rounds": str(by.rounds),
            "here": "".join(map(str, by.here)),
        }
    if advert.fingerprint:
        record["fp"] = advert.fingerprint
    return record


def decode(record: Mapping[bytes, bytes | None]) -> Advertisement | None:
    """The table in a TXT record, cleaned; None if no table would send this."""
    text = {
        key.decode("ascii", "replace"): (value or b"").decode("utf-8", "replace") for key, value in record.items()
    }
    if not _has(_FORMS, text):
        return None
    taken, seats = map(int, text["seats"].split("/"))
    if not (taken <= seats and 2 <= seats <= 10):
        return None
    return Advertisement(
        id=text["id"],
        title=clean_title(text.get("title", ""), UNTITLED),
        seats_taken=taken,
        seats=seats,
        state=cast("TableState", text["state"]),
        variant=cast("Variant", text["variant"]),
        locked=text.get("lock") == "1",
        fingerprint=text.get("fp") or None,
        version=int(text["v"]),
        bots=min(int(text["bots"]), taken) if _has({"bots": r"[0-9]{1,2}"}, text) else 0,
        continues=_continues(text) if _has(_CONTINUING, text) else None,
    )


def _continues(text: Mapping[str, str]) -> Continues:
    key, signature = urlsafe_b64decode(f"{text['by']}="), urlsafe_b64decode(f"{text['sig']}==")
    return Continues(text["evening"], key, signature, int(text["rounds"]), tuple(map(int, text.get("here", ""))))


def _has(forms: Mapping[str, str], text: Mapping[str, str]) -> bool:
    return all(re.fullmatch(form, text.get(key, "")) for key, form in forms.items())


def instance_name(table: str) -> str:
    return f"{_PREFIX}{table}.{SERVICE_TYPE}"


def table_id(instance_name: str) -> str:
    return instance_name.lower().removesuffix(f".{SERVICE_TYPE}").removeprefix(_PREFIX)


def server_name(table: str) -> str:
    return f"{_PREFIX}{table}.local."


def _within(text: str, most: int) -> str:
    return text.encode()[:most].decode("utf-8", "ignore").rstrip()
