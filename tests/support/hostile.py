"""What strangers may write: nothing but plain text of it may reach a terminal."""

from typing import Final

from msgspec.structs import replace

from sixqp_protocol.codec import decode_host, encode
from sixqp_protocol.facts import AnyFact, GameStarted
from sixqp_protocol.messages import Happened, HostMessage, Refused, RoomNews, Said, Welcome
from sixqp_tui.discovery.advertisement import Advertisement, decode
from sixqp_tui.discovery.broadcast import NONCE_BYTES, read_answer

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

WIRE: Final = ALL.encode("utf-8", "ignore").decode()
"""What can be written into a message: half a pair can't."""


def hostile(number: int) -> str:
    text = f"{number}{NASTY[number % len(NASTY)]}{NASTY[(number + 10) % len(NASTY)]}"
    return text[:60].encode("utf-8", "ignore").decode()


def decode_spoiled(data: bytes) -> HostMessage:
    """This message as a host says it who cleans nothing and means harm."""
    return decode_host(encode(_spoiled_message(decode_host(data))))


def _spoiled_message(message: HostMessage) -> HostMessage:
    match message:
        case Welcome():
            return replace(message, title=f"{NASTY[0]}{NASTY[1]}{NASTY[3]}")
        case RoomNews(seats=seats):
            return replace(message, seats=tuple(replace(seat, name=hostile(at)) for at, seat in enumerate(seats)))
        case Happened(facts=facts):
            return replace(message, facts=tuple(map(_spoiled, facts)))
        case Said():
            return replace(message, name=hostile(message.seat or 9), text=WIRE + message.text)
        case Refused():
            return replace(message, article=WIRE)
    return message


def _spoiled(fact: AnyFact) -> AnyFact:
    if isinstance(fact, GameStarted):
        return replace(fact, names=tuple(map(hostile, range(len(fact.names)))))
    return fact


def announced(number: int) -> Advertisement:
    """A table as a hostile TXT record announces it, by mDNS or in an answer to a broadcast."""
    title = hostile(number).encode("utf-8", "surrogatepass") + b"\x9b\xff"
    texts = {b"v": b"1", b"id": b"%02d" % number, b"title": title, b"seats": b"3/10", b"state": b"lobby"}
    record = {**texts, b"variant": b"classic"}
    if number % 2:
        advert = decode(record)
    else:
        strings = (key + b"=" + value for key, value in record.items())
        tail = b"".join(bytes((len(string),)) + string for string in strings)
        answer = read_answer(b"sixqp!\x01" + bytes(NONCE_BYTES) + (4666).to_bytes(2, "big") + tail)
        advert = answer and answer.advert
    assert advert is not None
    return advert
