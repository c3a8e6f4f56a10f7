"""A game that is over, with all that is kept of it: one form for file, export, replay and review."""

from hashlib import sha256
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from sixqp_protocol.facts import AnyFact, CardChosen, Fact, GameStarted
from sixqp_protocol.messages import Level, SeatNews
from sixqp_protocol.text import clean_name, clean_reason, clean_title
from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.engine.reducer import ImpossibleFact, apply_fact
from sixqp_tui.engine.table import Table

VERSION: Final = 1
Hex16 = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class ImpossibleGame(ValueError):
    """A game that cannot have been played so; `number` is the place of the first fact that could not, from 1.

    `fact` is that fact; None, with a `number` behind the last one, where the game does not end.
    """

    def __init__(self, number: int, fact: Fact | None) -> None:
        super().__init__(f"fact {number} cannot have happened: {fact}")
        self.number = number
        self.fact = fact


class Player(Struct, frozen=True, omit_defaults=True):
    """Who held a seat when the game ended.

    `person` is the id of a person's key in hex (SPEC 3), None where the table told none; `level` that of a bot.
    """

    name: Annotated[str, Meta(max_length=64)]
    person: Hex16 | None = None
    level: Level | None = None


class GameRecord(Struct, frozen=True, tag_field="format", tag="sixqp-game"):
    """A game that is over. `table` and `number` together tell it from every other, on every machine.

    `players` and the seats of `facts` are in one order. `ended` and `began` are seconds since 1970, UTC, by the
    clock of who recorded it; `began` is None where they came later. `facts` are those of SPEC 6 with all hands
    open: what `open_hands` returns. `seeded`: a person had chosen the seed.
    """

    table: Annotated[str, Meta(pattern="^[0-9a-zA-Z_-]{1,64}$")]
    number: Annotated[int, Meta(ge=1, le=0xFFFFFFFF)]
    title: Annotated[str, Meta(max_length=64)]
    ended: Annotated[int, Meta(ge=0, le=253_402_300_799)]
    players: Annotated[tuple[Player, ...], Meta(min_length=2, max_length=10)]
    facts: tuple[AnyFact, ...]
    began: Annotated[int, Meta(ge=0, le=253_402_300_799)] | None = None
    seeded: bool = False
    version: Literal[1] = VERSION

    @property
    def id(self) -> str:
        """Twelve hex digits, the same in every program that recorded this game."""
        told = (self.table, self.number, self.facts)
        return sha256(msgspec.json.encode(told)).hexdigest()[:12]


class UnreadableRecord(ValueError):
    """Bytes that hold no game in a form that this program knows; the text of the error says where and why."""


def record_game(game: FinishedGame, own: str | None = None) -> GameRecord:
    """The record of a game that has just ended. Raises HandsUnknown, and ImpossibleGame.

    `own` is the key of this user for records of tables that were not shown any other.
    """
    facts = open_hands(game.facts)
    players = tuple(_player(seat, own if at == game.own else None) for at, seat in enumerate(game.seats))
    record = GameRecord(game.table, game.number, game.title, game.ended, players, facts, game.began, game.seeded)
    check_record(record)
    return record


def _player(seat: SeatNews, unshown: str | None) -> Player:
    """A person stays who they are while a bot plays for them (8.2)."""
    if seat.occupant == "bot":
        return Player(seat.name, level=seat.level or "medium")
    if seat.person:
        return Player(seat.name, seat.person.hex())
    return Player(seat.name, unshown)


def session_of_record(
    record: GameRecord, *, seat: int | None = None, hands_open: bool = True, position: int = 0
) -> RecordedSession:
    """The session of a checked game, for the screens and the text mode."""
    seats = [
        SeatNews(player.name, "bot" if player.level else "person", True, level=player.level)
        for player in record.players
    ]
    return RecordedSession(
        record.facts,
        seats,
        title=record.title,
        table=record.table,
        game=record.number,
        seat=seat,
        hands_open=hands_open,
        position=position,
    )


def check_record(record: GameRecord) -> Table:
    """The last table of the game, when the engine has seen every fact of it happen. Raises ImpossibleGame."""
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


def encode_record(record: GameRecord) -> bytes:
    """The record as JSON in UTF-8, the keys in the order of the class."""
    return msgspec.json.encode(record)


def decode_record(data: bytes) -> GameRecord:
    """The record that `encode_record` wrote, here or elsewhere, its texts cleaned as those of strangers (SPEC 11).

    Nobody has checked its facts yet: see `check_record`. Raises UnreadableRecord.
    """
    try:
        record = msgspec.json.decode(data, type=GameRecord)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise UnreadableRecord(clean_reason(str(error))) from None
    players = tuple(replace(player, name=clean_name(player.name, "?")) for player in record.players)
    facts = tuple(_with_clean_names(fact) if isinstance(fact, GameStarted) else fact for fact in record.facts)
    return replace(record, title=clean_title(record.title, "?"), players=players, facts=facts)


def _with_clean_names(fact: GameStarted) -> GameStarted:
    return replace(fact, names=tuple(clean_name(name, "?") for name in fact.names))
