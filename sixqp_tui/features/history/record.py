"""The record of a finished game: one form for file, export, replay and review."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from itertools import zip_longest
from operator import lt
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.facts import (
    AnyFact,
    CardChosen,
    CardDrafted,
    CardLaid,
    Fact,
    GameEnded,
    GameStarted,
    RoundEnded,
    RowTaken,
    StoodIn,
)
from sixqp_protocol.messages import MAX_HOLDERS, Level, Picks, SeatNews, Turn
from sixqp_protocol.text import clean_name, clean_reason, clean_title
from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.engine.cards import HAND
from sixqp_tui.engine.open_hands import HandsUnknown, open_hands
from sixqp_tui.engine.reducer import ImpossibleFact, apply_fact
from sixqp_tui.engine.table import Table

VERSION: Final = 1
_PATTERN: Final = re.compile(r"`str` matching regex .*")
Hex16 = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class ImpossibleGame(ValueError):
    """`number` is the position of the first impossible fact, from 1, and `fact` that fact.

    For a game that doesn't end, or ends before a round has, `fact` is None and `number` the position after the last
    fact.
    """

    def __init__(self, number: int, fact: Fact | None) -> None:
        super().__init__(f"fact {number} cannot have happened: {fact}")
        self.number = number
        self.fact = fact


class MisplacedFact(ImpossibleGame):
    """The rules allow the fact, but a host writes another one here."""


class Holder(Struct, frozen=True, omit_defaults=True):
    """Who chose the cards of a seat from this turn on, with the keys of a Player.

    `picks` is how many cards of the round's draft others had picked for the seat before.
    """

    name: Annotated[str, Meta(max_length=64)]
    round: Annotated[int, Meta(ge=1, le=0xFFFFFFFF)]
    turn: Turn
    person: Hex16 | None = None
    level: Level | None = None
    picks: Picks = 0

    @property
    def began(self) -> tuple[int, int, int]:
        return self.round, self.turn, self.picks


class Player(Struct, frozen=True, omit_defaults=True):
    """Who held a seat when the game ended.

    `person` is the id of the person's key in hex (SPEC 3), that of `account_person` where several players had one
    key, None if the table sent none; `level` is that of a bot. `holders` are those who chose the seat's cards,
    in order, empty if it was one alone. `accuracy` is how well they decided, from 0 to 100, in an exported game
    that was reviewed; a kept game has none.
    """

    name: Annotated[str, Meta(max_length=64)]
    person: Hex16 | None = None
    level: Level | None = None
    holders: Annotated[tuple[Holder, ...], Meta(max_length=MAX_HOLDERS)] = ()
    accuracy: Annotated[int, Meta(ge=0, le=100)] | None = None

    def holder(self, number: int, turn: int, picks: int = HAND) -> "Holder | Player":
        """Who chose the seat's card in this turn.

        With fewer than all `picks`: who made its next pick, which belongs to turn 1.
        """
        begun = (each for each in reversed(self.holders) if each.began <= (number, turn, picks))
        return next(begun, self)

    def chose(self, number: int, turn: int, picks: int = HAND) -> bool:
        holder = self.holder(number, turn, picks)
        return (holder.person, holder.level) == (self.person, self.level) and (
            self.person is not None or self.level is not None or holder.name == self.name
        )


class GameRecord(Struct, frozen=True, tag_field="format", tag="sixqp-game"):
    """A finished game; `table` and `number` identify it on every machine.

    `players` have the order of the seats. `ended` and `began` are seconds since 1970, by the clock of the program
    that recorded the game; `began` is None if it joined later. `facts` have all hands open (`open_hands`).
    `seeded`: a person chose the seed.
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
        identity = (self.table, self.number, self.facts)
        return sha256(msgspec.json.encode(identity)).hexdigest()[:12]


def with_accuracies(record: GameRecord, accuracies: Sequence[int | None]) -> GameRecord:
    players = zip(record.players, accuracies, strict=True)
    return replace(record, players=tuple(replace(player, accuracy=each) for player, each in players))


class UnreadableRecord(ValueError):
    """Bytes that hold no game in a known form; the message says where and why."""


def record_game(game: FinishedGame, own: str | None = None) -> GameRecord:
    """Raises HandsUnknown, and ImpossibleGame. `own` is this user's key for tables that saw no person."""
    facts = open_hands(game.facts)
    players = tuple(_player(seat, own if at == game.own else None) for at, seat in enumerate(game.seats))
    record = GameRecord(game.table, game.number, game.title, game.ended, players, facts, game.began, game.seeded)
    check_record(record)
    return record


def ids_given_up(record: GameRecord) -> Iterator[str]:
    for at, fact in enumerate(record.facts[:-1], 1):
        if isinstance(fact, RoundEnded) and record.facts[at:] != (GameEnded("abandoned"),):
            yield replace(record, facts=(*record.facts[:at], GameEnded("abandoned"))).id


def _player(seat: SeatNews, unshown: str | None) -> Player:
    """A person stays who they are while a bot plays for them (8.2)."""
    holders = _holders(seat, unshown)
    if seat.occupant == "bot":
        return Player(seat.name, level=seat.level or "medium", holders=holders)
    return Player(seat.name, seat.person.hex() if seat.person else unshown, holders=holders)


def _holders(seat: SeatNews, unshown: str | None) -> tuple[Holder, ...]:
    """Empty if a host sent something impossible."""
    holders = tuple(
        Holder(
            each.name,
            each.round,
            each.turn,
            each.person.hex() if each.person else None if each.level or each.name != seat.name else unshown,
            each.level,
            each.picks,
        )
        for each in seat.holders
    )
    return holders if are_in_order(holders) else ()


def are_in_order(holders: Sequence[Holder]) -> bool:
    """The first begins with the game, and each of the others after the one before."""
    began = [each.began for each in holders]
    return not began or (began[0] == (1, 1, 0) and all(map(lt, began, began[1:])))


def account_person(person: str, name: str) -> str:
    """The id of one of several people with this person's key; names are compared without case."""
    return sha256(f"{person} {name.casefold()}".encode()).hexdigest()[:32]


def with_people_apart(record: GameRecord) -> GameRecord:
    """Nobody plays two seats: people who share an account, and so a key, differ by their names."""
    seats = Counter(player.person for player in record.players)
    players = tuple(
        _renamed_person(player, account_person(player.person, player.name))
        if player.person and seats[player.person] > 1
        else player
        for player in record.players
    )
    return replace(record, players=players)


def _renamed_person(player: Player, person: str) -> Player:
    holders = tuple(
        replace(each, person=person) if each.person == player.person else each for each in player.holders
    )
    return replace(player, person=person, holders=holders)


def seat_of_person(record: GameRecord, keys: Collection[str]) -> int | None:
    return next((seat for seat, player in enumerate(record.players) if player.person in keys), None)


def seats_of_record(record: GameRecord) -> list[SeatNews]:
    return [
        SeatNews(
            player.name,
            "bot" if player.level else "person",
            True,
            level=player.level,
            holders=tuple(
                messages.Holder(each.name, each.round, each.turn, level=each.level, picks=each.picks)
                for each in player.holders
            ),
        )
        for player in record.players
    ]


def session_of_record(
    record: GameRecord, *, seat: int | None = None, hands_open: bool = True, position: int = 0
) -> RecordedSession:
    return RecordedSession(
        record.facts,
        seats_of_record(record),
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


def check_order(record: GameRecord) -> None:
    """Raises ImpossibleGame if no host writes the facts in this order.

    Otherwise one game could be kept under many ids.
    """
    try:
        ordered = open_hands(record.facts)
    except HandsUnknown:  # it was given up within a round
        raise ImpossibleGame(len(record.facts) + 1, None) from None
    if not any(isinstance(fact, RoundEnded) for fact in ordered):
        raise ImpossibleGame(len(record.facts) + 1, None)
    for number, (fact, expected) in enumerate(zip_longest(record.facts, ordered), 1):
        before = record.facts[number - 2] if number > 1 else None
        if fact != expected or (isinstance(before, StoodIn) and not _decides(fact, before.seat)):
            raise MisplacedFact(number, fact)


def _decides(fact: Fact, seat: int) -> bool:
    if isinstance(fact, RowTaken):
        return fact.too_low and fact.seat == seat
    return isinstance(fact, CardLaid | CardDrafted) and fact.seat == seat


def encode_record(record: GameRecord) -> bytes:
    """The keys are in the order of the class."""
    return msgspec.json.encode(record)


def decode_record(data: bytes) -> GameRecord:
    """The unchecked record in these bytes, its texts cleaned (SPEC 11). Raises UnreadableRecord."""
    try:
        record = msgspec.json.decode(data, type=GameRecord)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise UnreadableRecord(clean_reason(_described(str(error)))) from None
    for at, player in enumerate(record.players):
        if not are_in_order(player.holders):
            raise UnreadableRecord(f"expected holders in order, from round 1 and turn 1 on at players[{at}]")
    players = tuple(map(_with_clean_name, record.players))
    facts = tuple(_with_clean_names(fact) if isinstance(fact, GameStarted) else fact for fact in record.facts)
    return replace(record, title=clean_title(record.title, "?"), players=players, facts=facts)


def _described(error: str) -> str:
    """In the words of docs/games.md, without patterns and with the key as it is in the file."""
    what, _at, place = error.partition(" - at ")
    what = _PATTERN.sub("other characters", what)
    return f"{what} at {place.strip('`').removeprefix('$').lstrip('.')}" if place else what


def _with_clean_name(player: Player) -> Player:
    holders = tuple(replace(each, name=clean_name(each.name, "?")) for each in player.holders)
    return replace(player, name=clean_name(player.name, "?"), holders=holders)


def _with_clean_names(fact: GameStarted) -> GameStarted:
    return replace(fact, names=tuple(clean_name(name, "?") for name in fact.names))
