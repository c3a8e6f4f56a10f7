"""The record of a finished game: one form for file, export, replay and review."""

import re
from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from sixqp_protocol.cleaning import GameName, cleaned
from sixqp_protocol.facts import AnyFact, CardChosen, Fact, GameEnded, GameStarted, RoundEnded
from sixqp_protocol.messages import Level, SeatNews
from sixqp_protocol.text import clean_reason, clean_title
from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.engine.open_hands import HandsUnknown, open_hands
from sixqp_tui.engine.reducer import ImpossibleFact, apply_fact
from sixqp_tui.engine.table import Table

VERSION: Final = 1
_PATTERN: Final = re.compile(r"`str` matching regex .*")
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
BOT: Final = "bot:"
"""Prefix of a bot's identity; its level follows."""
UNKNOWN: Final = "name:"
"""Prefix of the identity of somebody without a key; the name follows."""


class ImpossibleGame(ValueError):
    """`number` is the position of the first impossible fact, from 1, and `fact` that fact.

    For a game that doesn't end, or ends before a round has, `fact` is None and `number` the position after the last
    fact.
    """

    def __init__(self, number: int, fact: Fact | None) -> None:
        super().__init__(f"fact {number} cannot have happened: {fact}")
        self.number = number
        self.fact = fact


class Player(Struct, frozen=True, omit_defaults=True):
    """Who held a seat when the game ended.

    `key` is the public key that the seat belonged to, in hex; None at a table within one process. `level` is that
    of a bot. `accuracy` is how well they decided, from 0 to 100, in an exported game that was reviewed; a kept game
    has none.
    """

    name: GameName
    key: Hex32 | None = None
    level: Level | None = None
    accuracy: Annotated[int, Meta(ge=0, le=100)] | None = None

    @property
    def identity(self) -> str:
        """Who somebody is in every game: a person's key, a bot's level, or else a name."""
        return self.key or (BOT + self.level if self.level else UNKNOWN + self.name.casefold())


class GameRecord(Struct, frozen=True, tag_field="format", tag="sixqp-game"):
    """A finished game; `table` and `number` identify it on every machine.

    `players` have the order of the seats. `ended` and `began` are seconds since 1970, by the clock of the program
    that recorded the game; `began` is None if it joined later. `facts` have all hands open (`open_hands`).
    `seeded`: a person chose the seed.
    """

    table: Annotated[str, Meta(pattern="^[0-9a-zA-Z_-]{1,64}$")]
    number: Annotated[int, Meta(ge=1, le=0xFFFFFFFF)]
    title: Annotated[str, Meta(max_length=64, extra={"clean": lambda text: clean_title(text, "?")})]
    ended: Annotated[int, Meta(ge=0, le=253_402_300_799)]
    players: Annotated[tuple[Player, ...], Meta(min_length=2, max_length=10)]
    facts: tuple[AnyFact, ...]
    began: Annotated[int, Meta(ge=0, le=253_402_300_799)] | None = None
    seeded: bool = False
    version: Literal[1] = VERSION

    @property
    def id(self) -> str:
        """Twelve hex digits, the same in every program that recorded this game."""
        identity = (self.table, self.number, self.facts)
        return sha256(msgspec.json.encode(identity)).hexdigest()[:12]


def with_accuracies(record: GameRecord, accuracies: Sequence[int | None]) -> GameRecord:
    players = zip(record.players, accuracies, strict=True)
    return replace(record, players=tuple(replace(player, accuracy=each) for player, each in players))


class UnreadableRecord(ValueError):
    """Bytes that hold no game in a known form; the message says where and why."""


def record_game(game: FinishedGame, own: str | None = None) -> GameRecord:
    """Raises HandsUnknown, and ImpossibleGame. `own` is the key of somebody who plays alone with bots."""
    facts = open_hands(game.facts)
    alone = sum(seat.occupant == "person" for seat in game.seats) == 1
    players = tuple(_player(seat, own if alone else None) for seat in game.seats)
    record = GameRecord(game.table, game.number, game.title, game.ended, players, facts, game.began, game.seeded)
    check_record(record)
    return record


def ids_given_up(record: GameRecord) -> Iterator[str]:
    for at, fact in enumerate(record.facts[:-1], 1):
        if isinstance(fact, RoundEnded) and record.facts[at:] != (GameEnded("abandoned"),):
            yield replace(record, facts=(*record.facts[:at], GameEnded("abandoned"))).id


def _player(seat: SeatNews, own: str | None) -> Player:
    """A person stays who they are while a bot plays for them (8.2)."""
    if seat.occupant == "bot":
        return Player(seat.name, level=seat.level or "medium")
    return Player(seat.name, seat.key.hex() if seat.key else own)


def seat_of(record: GameRecord, identities: Collection[str]) -> int | None:
    return next((seat for seat, player in enumerate(record.players) if player.identity in identities), None)


def session_of_record(
    record: GameRecord, *, seat: int | None = None, hands_open: bool = True, position: int = 0
) -> RecordedSession:
    chairs = [
        SeatNews(player.name, "bot" if player.level else "person", True, level=player.level)
        for player in record.players
    ]
    return RecordedSession(
        record.facts,
        chairs,
        title=record.title,
        table=record.table,
        game=record.number,
        seat=seat,
        hands_open=hands_open,
        position=position,
    )


def check_record(record: GameRecord) -> Table:
    """Let the engine apply every fact. Raises ImpossibleGame."""
    table, number = Table(), 0
    for number, fact in enumerate(record.facts, 1):
        if isinstance(fact, GameStarted) != (number == 1):
            raise ImpossibleGame(number, fact)
        if isinstance(fact, GameStarted) and len(fact.names) != len(record.players):
            raise ImpossibleGame(number, fact)
        try:
            table = apply_fact(table, fact)
        except ImpossibleFact:
            raise ImpossibleGame(number, fact) from None
        if isinstance(fact, CardChosen) and table.laid[fact.seat] is None:
            raise ImpossibleGame(number, fact)
    if table.ended is None:
        raise ImpossibleGame(number + 1, None)
    return table


def in_order(record: GameRecord) -> GameRecord:
    """The game with its facts in the host's order, so that it has one id.

    Raises ImpossibleGame if it was given up within a round.
    """
    try:
        facts = open_hands(record.facts)
    except HandsUnknown:  # it was given up within a round
        facts = ()
    if not any(isinstance(fact, RoundEnded) for fact in facts):
        raise ImpossibleGame(len(record.facts) + 1, None)
    return replace(record, facts=facts)


def encode_record(record: GameRecord) -> bytes:
    """The keys are in the order of the class."""
    return msgspec.json.encode(record)


def decode_record(data: bytes) -> GameRecord:
    """The unchecked record in these bytes, its texts cleaned (`SPEC.md`, Text). Raises UnreadableRecord."""
    try:
        record = msgspec.json.decode(data, type=GameRecord)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise UnreadableRecord(clean_reason(_described(str(error)))) from None
    return cleaned(record)


def _described(error: str) -> str:
    """In the words of docs/games.md, without patterns and with the key as it is in the file."""
    what, _at, place = error.partition(" - at ")
    what = _PATTERN.sub("other characters", what)
    return f"{what} at {place.strip('`').removeprefix('$').lstrip('.')}" if place else what
