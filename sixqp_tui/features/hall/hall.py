"""A hall: an evening at many tables. What happens in it is facts, and its state is the fold of these facts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from sixqp_protocol.facts import (
    CardChosen,
    CardDrafted,
    CardLaid,
    CardsRevealed,
    Count,
    Fact,
    GameStarted,
    RoundBegan,
    RoundEnded,
    Rules,
    StoodIn,
    Variant,
)
from sixqp_protocol.messages import Addresses, Code, Octets32, PersonId, Picks, Port, SeatCount, Seconds
from sixqp_protocol.room_code import MAX_LENGTH
from sixqp_protocol.text import PLAIN_ID, clean_name
from sixqp_tui.engine import notation
from sixqp_tui.engine.cards import HAND
from sixqp_tui.engine.open_hands import HandsUnknown
from sixqp_tui.engine.repetition import OtherGame, repeat_game
from sixqp_tui.engine.shuffle import SeededRandom
from sixqp_tui.engine.view import View
from sixqp_tui.features.hall.scoring import Hand, Line, Scoring, rank
from sixqp_tui.features.hall.seating import Table, count_meetings, seat_players

DEALS: Final = 3
"""Deals in a round of a hall: each table plays a game of this many rounds."""
MAX_PLAYERS: Final = 200
MAX_ROUNDS: Final = 99
PlayerNumber = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)]


class HallFact(Struct, frozen=True, tag=True, tag_field="fact"):
    """Something that has happened in a hall. Players, tables and seats count from 0, rounds and deals from 1."""


class HallOpened(HallFact, frozen=True):
    """`size` is the number of seats of each table, and the secret `seed` decides all deals and seatings."""

    name: str
    seed: str
    size: SeatCount = 4
    rounds: Annotated[int, Meta(ge=1, le=MAX_ROUNDS)] = 4
    scoring: Scoring = "duplicate"
    variant: Variant = "classic"
    timer: Seconds | None = 60


class PlayerRegistered(HallFact, frozen=True):
    """`key` is the SHA-256 of the token that proves this player, and `person` the id of a person's key."""

    name: str
    key: Octets32
    person: PersonId | None = None


class PlayerLeft(HallFact, frozen=True):
    """This player gets no seat in later rounds; one who was `removed` can't return."""

    player: PlayerNumber
    removed: bool = False


class PlayerReturned(HallFact, frozen=True):
    """This player is back, and with a new `key` from another program: a new token proves them from now on."""

    player: PlayerNumber
    key: Octets32 | None = None


class RoundSeated(HallFact, frozen=True):
    number: Count
    tables: tuple[tuple[PlayerNumber | None, ...], ...]


class SeatGiven(HallFact, frozen=True):
    """This player, who came during the round, has taken over the seat of a bot."""

    number: Count
    table: Count
    seat: Count
    player: PlayerNumber


class BotTurns(Struct, frozen=True):
    """A bot played this many cards of a hand, because its player had left or had not come yet.

    In a draft, it also picked some.
    """

    deal: Count
    seat: Count
    turns: Picks = 0
    picks: Picks = 0


class TableOpened(HallFact, frozen=True):
    """This table has this id, and listened last on this port.

    Without `addresses` it is on the hall's machine, and otherwise on the machine with this certificate, by its
    SHA-256. It goes on from a table that was lost, at which `bots` chose these cards.
    """

    number: Count
    table: Count
    id: str
    port: Port
    addresses: Addresses = ()
    pin: Octets32 | None = None
    bots: tuple[BotTurns, ...] = ()


class TableFinished(HallFact, frozen=True):
    """`game` is the whole game of this table in the notation, which doesn't say where a bot played for a player."""

    number: Count
    table: Count
    game: str
    bots: tuple[BotTurns, ...] = ()


class TableGivenUp(HallFact, frozen=True):
    """The organiser waits for this table no more; its hands of this round count for nobody."""

    number: Count
    table: Count


class CodeDrawn(HallFact, frozen=True):
    """From now on, players who register must prove this code; if `serving`, machines that offer tables must."""

    code: Code
    serving: bool = False


class HallListened(HallFact, frozen=True):
    """The hall listens on this port, where players and its page look for it when its program starts again."""

    port: Port


class HallPaused(HallFact, frozen=True):
    """The organiser has stopped the clocks of all tables."""


class HallResumed(HallFact, frozen=True):
    pass


class HallEnded(HallFact, frozen=True):
    pass


AnyHallFact = (
    HallOpened
    | CodeDrawn
    | HallListened
    | HallPaused
    | HallResumed
    | SeatGiven
    | PlayerRegistered
    | PlayerLeft
    | PlayerReturned
    | RoundSeated
    | TableOpened
    | TableFinished
    | TableGivenUp
    | HallEnded
)


class ImpossibleHallFact(ValueError):
    """A fact that can't have happened in this hall; the message says why."""


class Player(Struct, frozen=True):
    name: str
    key: bytes
    person: bytes | None = None
    here: bool = True
    removed: bool = False


class Round(Struct, frozen=True):
    """`hands` are those that count, by table; None while the table plays. `opened` says where each table is."""

    tables: tuple[Table, ...]
    hands: tuple[tuple[Hand, ...] | None, ...]
    opened: dict[int, TableOpened] = {}

    @property
    def open_tables(self) -> tuple[int, ...]:
        return tuple(table for table, hands in enumerate(self.hands) if hands is None)


class Hall(Struct, frozen=True):
    """A hall at one moment. Nothing changes it: `after` returns the hall after some facts.

    With a `code`, players who register must prove it. `serving_code` is for machines that offer to open tables.
    """

    opened: HallOpened
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    paused: bool = False
    ended: bool = False
    code: str | None = None
    serving_code: str | None = None
    port: int | None = None

    @property
    def rules(self) -> Rules:
        return Rules(self.opened.variant, limit=None, rounds=DEALS)

    def seed(self, number: int) -> str:
        return self._secret(f"round {number}").hex()

    def seat_token(self, number: int, player: int) -> bytes:
        """This player's seat token at a table of this round. The table learns nothing else about the player."""
        return self._secret(f"seat {number} {player}")

    @property
    def room_code(self) -> str:
        """The room code of all tables, which nobody but the hall knows: players prove their seats instead."""
        return self._secret("code").hex()[:MAX_LENGTH]

    def owner_token(self, number: int, table: int) -> bytes:
        return self._secret(f"owner {number} {table}")

    @property
    def gateway_key(self) -> bytes:
        """The key that the gateways of this hall share with it, also when its program starts again."""
        return self._secret("gateway")

    def _secret(self, purpose: str) -> bytes:
        return sha256(f"{self.opened.seed}/{purpose}".encode()).digest()[:16]

    @property
    def playing(self) -> bool:
        return bool(self.rounds and self.rounds[-1].open_tables)

    @property
    def over(self) -> bool:
        return self.ended or (len(self.rounds) == self.opened.rounds and not self.playing)

    @property
    def hands(self) -> tuple[Hand, ...]:
        return tuple(hand for each in self.rounds for hands in each.hands for hand in hands or ())

    def ranking(self) -> tuple[Line, ...]:
        players = [number for number, player in enumerate(self.players) if not player.removed]
        return rank(players, self.hands, self.opened.scoring)

    def find(self, key: bytes) -> int | None:
        return next((number for number, player in enumerate(self.players) if player.key == key), None)

    def find_person(self, person: bytes) -> int | None:
        return next((number for number, player in enumerate(self.players) if player.person == person), None)

    def seat_round(self, effort: float = 1.0) -> RoundSeated:
        number = len(self.rounds) + 1
        rng = SeededRandom(self.opened.seed, f"seating {number}")
        ranked = [line.player for line in self.ranking() if self.players[line.player].here]
        met = count_meetings(each.tables for each in self.rounds)
        tables = seat_players(ranked, met, self.opened.size, rng, bool(self.hands), effort)
        return RoundSeated(number, tables)

    @property
    def unseated(self) -> frozenset[int]:
        seated = {player for table in self.rounds[-1].tables for player in table} if self.rounds else set()
        return frozenset(number for number, player in enumerate(self.players) if player.here) - seated

    def seat_of_bot(self, player: int, tables: Iterable[int]) -> SeatGiven | None:
        """None if there is none.

        The numbers of players at the tables should stay equal; then as few as possible meet again, and they are
        close in the ranking.
        """
        seated, met = self.rounds[-1].tables, count_meetings(each.tables for each in self.rounds)
        places = {line.player: line.place for line in self.ranking()}

        def cost(table: int) -> tuple[int, int, float, int]:
            people = [each for each in seated[table] if each is not None]
            again = sum(met[min(player, other), max(player, other)] for other in people)
            away = sum(abs(places[player] - places.get(other, 0)) for other in people) / max(1, len(people))
            return len(people), again, away, table

        table = min((table for table in tables if None in seated[table]), key=cost, default=None)
        return None if table is None else SeatGiven(len(self.rounds), table, seated[table].index(None), player)

    def after(self, *facts: HallFact) -> "Hall":
        """Raises ImpossibleHallFact."""
        hall = self
        for fact in facts:
            hall = hall._after(fact)
        return hall

    def _after(self, fact: HallFact) -> "Hall":
        _demand(not self.ended, "the hall has ended")
        match fact:
            case PlayerRegistered(name, key, person):
                _demand(self.find(key) is None, "registered twice")
                _demand(clean_name(name, "") == name, "a name that can't be shown")
                taken = any(player.name.casefold() == name.casefold() for player in self.players)
                _demand(not taken and len(self.players) < MAX_PLAYERS, "a name that is taken, or too many players")
                return replace(self, players=(*self.players, Player(name, key, person)))
            case PlayerLeft(player, removed):
                left = self._player(player)
                _demand(left.here or removed, "left twice")
                return self._changed(player, replace(left, here=False, removed=removed))
            case PlayerReturned(player, key):
                back = self._player(player)
                _demand(not back.removed and (key is not None or not back.here), "nobody who left returned")
                _demand(key is None or self.find(key) is None, "the key of somebody else")
                return self._changed(player, replace(back, here=True, key=key or back.key))
        return self._after_order(fact)

    def _after_order(self, fact: HallFact) -> "Hall":
        match fact:
            case CodeDrawn(code, serving):
                return replace(self, serving_code=code) if serving else replace(self, code=code)
            case HallListened(port):
                return replace(self, port=port)
            case HallPaused() | HallResumed():
                pauses = isinstance(fact, HallPaused)
                _demand(pauses != self.paused, "paused or resumed twice")
                return replace(self, paused=pauses)
            case HallEnded():
                return replace(self, ended=True)
        return self._after_table(fact)

    def _after_table(self, fact: HallFact) -> "Hall":
        match fact:
            case RoundSeated():
                return self._seated(fact)
            case SeatGiven(number, table, seat, player):
                self._demand_open(number, table)
                return self._given(table, seat, player)
            case TableOpened(number, table, id):
                self._demand_open(number, table)
                _demand(PLAIN_ID.fullmatch(id) is not None, "no id of a table")
                last = self.rounds[-1]
                opened = replace(last, opened={**last.opened, table: fact})
                return replace(self, rounds=(*self.rounds[:-1], opened))
            case TableFinished(number, table):
                self._demand_open(number, table)
                return self._finished(table, self._hands(fact))
            case TableGivenUp(number, table):
                self._demand_open(number, table)
                return self._finished(table, ())
        raise ImpossibleHallFact(f"expected what can happen in a hall, got {fact}")

    def _player(self, number: int) -> Player:
        _demand(number < len(self.players), "nobody has this number")
        return self.players[number]

    def _changed(self, number: int, player: Player) -> "Hall":
        return replace(self, players=(*self.players[:number], player, *self.players[number + 1 :]))

    def _seated(self, fact: RoundSeated) -> "Hall":
        _demand(
            not (self.playing or self.paused or self.over) and fact.number == len(self.rounds) + 1,
            "no round can begin",
        )
        seated = [player for table in fact.tables for player in table if player is not None]
        here = [number for number, player in enumerate(self.players) if player.here]
        _demand(bool(here) and sorted(seated) == here, "everybody who is here has one seat")
        sizes = {len(table) for table in fact.tables}
        people = [sum(player is not None for player in table) for table in fact.tables]
        _demand(sizes == {self.opened.size} and max(people) - min(people) <= 1, "tables of equal size")
        added = Round(fact.tables, (None,) * len(fact.tables))
        return replace(self, rounds=(*self.rounds, added))

    def _given(self, table: int, seat: int, player: int) -> "Hall":
        last = self.rounds[-1]
        people = last.tables[table]
        _demand(seat < len(people) and people[seat] is None, "no seat of a bot")
        _demand(player in self.unseated, "nobody who waits for a seat")
        people = (*people[:seat], player, *people[seat + 1 :])
        tables = (*last.tables[:table], people, *last.tables[table + 1 :])
        return replace(self, rounds=(*self.rounds[:-1], replace(last, tables=tables)))

    def _demand_open(self, number: int, table: int) -> None:
        _demand(self.playing and number == len(self.rounds), "another round")
        _demand(table in self.rounds[-1].open_tables, "no table that plays")

    def _finished(self, table: int, hands: tuple[Hand, ...]) -> "Hall":
        last = self.rounds[-1]
        entered = (*last.hands[:table], hands, *last.hands[table + 1 :])
        return replace(self, rounds=(*self.rounds[:-1], replace(last, hands=entered)))

    def _hands(self, finished: TableFinished) -> tuple[Hand, ...]:
        number = len(self.rounds)
        facts = checked_game(finished.game, self.rules, self.opened.size, self.seed(number))
        seated = self.rounds[-1].tables[finished.table]
        return tuple(
            Hand(player, (number - 1) * DEALS + deal, seat, heads)
            for deal, seat, heads in own_hands(facts, finished.bots)
            if (player := seated[seat]) is not None
        )


def checked_game(game: str, rules: Rules, players: int, seed: str) -> tuple[Fact, ...]:
    """The facts of a finished game. Raises ImpossibleHallFact if it isn't by these rules, or not of this seed."""
    try:
        facts = notation.parse(game)
        started = facts[0]
        _demand(isinstance(started, GameStarted) and started.rules == rules, "other rules")
        assert isinstance(started, GameStarted)
        _demand(len(started.names) == players, "another number of players")
        repeat_game(facts, seed, lambda seat, game: None, lambda batch: None)
    except (notation.NotationError, OtherGame, HandsUnknown) as error:
        raise ImpossibleHallFact(f"not the game of this round: {error}") from None
    return tuple(facts)


def own_hands(facts: Sequence[Fact], bots: Iterable[BotTurns]) -> Iterator[tuple[int, int, int]]:
    """Deal, seat and heads of each hand of which the player chose at least half of the cards, and of the picks.

    The others were chosen by `bots`, or by the stand-in.
    """
    played, picked = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for bot in bots:
        played[bot.deal, bot.seat] += bot.turns
        picked[bot.deal, bot.seat] += bot.picks
    for deal, turn, seat in stood_in_cards(facts):
        (played if turn else picked)[deal, seat] += 1
    deal = 0
    for fact in facts:
        match fact:
            case RoundBegan(deal):
                pass
            case RoundEnded(heads):
                for seat, each in enumerate(heads):
                    if 2 * max(played[deal, seat], picked[deal, seat]) <= HAND:
                        yield deal, seat, each


def latecomer_hand_counts(view: View) -> bool:
    """Whether somebody who sits down now can still choose half of the cards of a hand, and of its picks."""
    table = view.table
    if table.round < DEALS:
        return True
    if table.rules.variant == "draft":
        return table.drafting and 2 * (table.pick - 1) < HAND * table.seats
    return 2 * (table.turn - 1) < HAND


def stood_in_cards(facts: Iterable[Fact]) -> Iterator[tuple[int, int, int]]:
    """Deal, turn and seat of each card that the stand-in chose. Turn 0 is the draft."""
    deal, turn, standing_in = 0, 0, -1
    for fact in facts:
        match fact:
            case RoundBegan(deal):
                turn = 1
            case CardsRevealed():
                turn += 1
            case StoodIn(seat):
                standing_in = seat
            case CardDrafted(seat) if seat == standing_in:
                yield deal, 0, seat
            case CardChosen(seat) if seat == standing_in:
                yield deal, turn, seat
        if not isinstance(fact, StoodIn | CardLaid):
            standing_in = -1


def _demand(right: bool, why: str) -> None:
    if not right:
        raise ImpossibleHallFact(why)


def encoded(fact: HallFact) -> bytes:
    return msgspec.json.encode(fact)


def decoded(records: Sequence[bytes]) -> tuple[HallFact, ...]:
    """The facts of a journal's records. Raises ImpossibleHallFact."""
    try:
        return tuple(_DECODER.decode(record) for record in records)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ImpossibleHallFact(str(error)) from None


def restored(records: Sequence[bytes]) -> Hall:
    """The hall of a journal. Raises ImpossibleHallFact."""
    return folded(decoded(records))


def folded(facts: Sequence[HallFact]) -> Hall:
    """The hall after all of its facts. Raises ImpossibleHallFact."""
    if not facts or not isinstance(facts[0], HallOpened):
        raise ImpossibleHallFact("a journal begins with the opening of its hall")
    return Hall(facts[0]).after(*facts[1:])


_DECODER: msgspec.json.Decoder[AnyHallFact] = msgspec.json.Decoder(AnyHallFact)
