"""What strangers may write, and a look at what became of it: nothing but plain text may reach a terminal."""

import re
from typing import Final

from msgspec.structs import replace

from sixqp_protocol.facts import AnyFact, GameStarted
from sixqp_protocol.messages import Happened, HostMessage, Refused, RoomNews, Said, Welcome
from sixqp_tui.discovery.advertisement import Advertisement, decode
from sixqp_tui.discovery.datagrams import NONCE_BYTES, read_answer

NASTY: Final = (
    "\x1b[31mred\x1b[2J",
    "\x1b]52;c;ZXZpbA==\x07",
    "\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\",
    "[/b][/]",
    "[@click=app.exit]x",
    "\x9b2Jc1\u009b31m",
    "\u009d52;c;eA==\u009c",
    "\u202egnp\u2066exe\u2069",
    "z\u200bw\u200dj\u00ad\ufeff",
    "v\ufe0f\ufe0e\U000e0100s",
    "m" + "\u0301" * 50,
    "two\nlines\r\x0b\x0cof",
    "\ud800lone\udfff",
    "\ue000priv\U000f0000",
    "字" * 30,
    "odd" + "字" * 30,
    "line\u2028sep\u2029end",
    "\x00nul\x07\x08\x7f",
    "\x1bP1$qm\x1b\\dcs",
    "\x1b_apc\x1b\\\x1b^pm\x1b\\",
)
ALL: Final = " ".join(NASTY)

TEXTUALS_OWN: Final = re.compile(
    r"\x1b\[[0-9;]*m"  # colours
    r"|\x1b\[(?:\d+(?:;\d+)?)?H"  # the cursor to a place
    r"|\x1b\[\?(?:7|25|1000|1003|1004|1006|1015|1049|2004|2026|2048)[hl]"  # modes
    r"|\x1b\[\?(?:2026|2048)\$p"  # questions about modes
    r"|\x1b\[(?:>\d+|<)u"  # the keyboard's protocol
    r"|\x1b\[2[23];0t"  # the window's title is remembered, and recalled
    r"|\x1b\]0;[^\x00-\x1f\x7f-\x9f]*\x07"  # the window's title
    r"|\x1b\]22;[a-z-]+\x07"  # the mouse's shape
)

SELECTORS: Final = re.compile("[\ufe00-\ufe0f\U000e0000-\U000e0fff]")


def hostile(number: int) -> str:
    return f"{number}{NASTY[number % len(NASTY)]}{NASTY[(number + 10) % len(NASTY)]}"


def spoiled(message: HostMessage) -> HostMessage:
    """What a host says who cleans nothing and means harm."""
    match message:
        case Welcome():
            return replace(message, title=f"{NASTY[0]}{NASTY[1]}{NASTY[3]}")
        case RoomNews(seats=seats):
            return replace(message, seats=tuple(replace(seat, name=hostile(at)) for at, seat in enumerate(seats)))
        case Happened(facts=facts):
            return replace(message, facts=tuple(map(_spoiled, facts)))
        case Said():
            return replace(message, name=hostile(message.seat or 9), text=ALL + message.text)
        case Refused():
            return replace(message, article=ALL)
    return message


def _spoiled(fact: AnyFact) -> AnyFact:
    if isinstance(fact, GameStarted):
        return replace(fact, names=tuple(map(hostile, range(len(fact.names)))))
    return fact


def announced(number: int) -> Advertisement:
    """A table as a hostile TXT record announces it, by mDNS or in an answer to a broadcast."""
    title = hostile(number).encode("utf-8", "surrogatepass") + b"\x9b\xff"
    texts = {b"v": b"1", b"id": b"%02d" % number, b"title": title, b"seats": b"3/10", b"state": b"lobby"}
    record = {**texts, b"variant": b"classic", b"lock": b"1"}
    if number % 2:
        advert = decode(record)
    else:
        strings = (key + b"=" + value for key, value in record.items())
        tail = b"".join(bytes((len(string),)) + string for string in strings)
        answer = read_answer(b"sixqp!\x01" + bytes(NONCE_BYTES) + (4666).to_bytes(2, "big") + tail)
        advert = answer and answer.advert
    assert advert is not None
    return advert


def not_textuals(raw: bytes) -> list[str]:
    """All that a terminal got besides printable text and what Textual itself says to terminals."""
    left = TEXTUALS_OWN.sub("", raw.decode("utf-8"))
    return [repr(left[max(0, at - 20) : at + 20]) for at, each in enumerate(left) if _acts(each)]


def _acts(character: str) -> bool:
    return (not character.isprintable() and character not in "\r\n") or bool(SELECTORS.match(character))
