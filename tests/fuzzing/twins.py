"""What anybody is sent does not depend on cards that are hidden from them: the proof by twins.

A game is played by lots, and everything that was done to the room is kept. Then a connection is chosen, and a
moment. Cards that are hidden from it at this moment are those that nothing has turned over: the unplayed cards,
lying face down or held, of all seats that it has not had, and in a classic game what was not dealt. The twin of
the game has these cards exchanged among their places at random, and is played again from the first message on to
the very same moment: whoever laid a card that is still hidden lays the one that is in its place. All that is
known by then is as it was: each card that was turned over, each row, the own hand. So whoever cannot see through
cards must have been sent the same bytes at the same steps. Nor may anybody else have been sent more or fewer
messages, or others in length, for that can be seen by everybody on the network; and the room must want to be
woken at the same moments. In the draft (5.2) hands are known to whoever kept count: there only which of its cards
a seat has laid, or is going to lay, is exchanged.

A leak of a hidden card at some step is found by a moment between this step and its turning over. What is hidden
goes by the whole table and by the places that the connection has had, not by what it was sent, or a leak would
excuse itself. The seed, from which later rounds are dealt, is another one in the twin, too. Times and lots are
arguments of the room, and the same in both games. Who decides by looking at a hand, a bot or a stand-in, decides
as in the first game, card by card in its place: what they play is known when it is turned over, and until then it
must not be. A stand-in for who is watched is asked again: by the same knowledge it must decide the same.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from fuzzing.crowd import Call, Crowd, Line
from fuzzing.walk import VARIANTS, Walk
from msgspec.structs import replace
from support.keys import CERTIFICATE

from sixqp_protocol.codec import encode
from sixqp_protocol.messages import ChooseCard, Decision, HostMessage, Request, RoomNews, Welcome
from sixqp_tui.engine import cards, game as engine_game
from sixqp_tui.engine.shuffle import SeededRandom
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View
from sixqp_tui.host.commands import Command, Send, Services
from sixqp_tui.host.gate import HostedGame
from sixqp_tui.host.room import Room

STEPS = 300
DECIDING = 0.7
PROBING = 0.15
RESUMING = 0.3
DREAMING = 0.04
RECENT = 12
TRIES = 50


class Leak(AssertionError):
    """Somebody was sent what depends on a card that is hidden from them."""


class PlayedGame(NamedTuple):
    """A game that was played: who was there, and the stand-ins' decisions, each with its call and its game."""

    crowd: Crowd
    stand_ins: list[tuple[int, int, Decision]]


class Watched(NamedTuple):
    """Whom the proof is about: a connection, the calls until the moment, and the card in the place of each."""

    peer: int
    seats: set[int]
    calls: int
    game: int
    round: int
    exchanged: dict[int, int]


def compare_twins(seed: int, most: int) -> int:
    """Play the game of this seed and twins of it; how many. Raises Leak."""
    original = played(seed)
    watched = list(islice(chosen(original.crowd, Random(f"twins {seed}")), most))
    for each in watched:
        compare(original, each, seed)
    return len(watched)


def played(seed: int) -> PlayedGame:
    """A game of 2 to 10 seats, every number of them in every variant within 27 seeds."""
    crowd: Crowd | None = None
    stand_ins: list[tuple[int, int, Decision]] = []
    stand_in = HostedGame.stand_in

    def kept(self: HostedGame, seat: int) -> Decision:
        decision = stand_in(self, seat)
        stand_ins.append((len(crowd.tape) if crowd else 0, self.number, decision))
        return decision

    with patch.object(HostedGame, "stand_in", kept):
        players = Players(seed, 2 + seed // 3 % 9, DECIDING, VARIANTS[seed % 3])
        crowd = players.crowd
        players.begin()
        players.go(STEPS)
    return PlayedGame(crowd, stand_ins)


class Players(Walk):
    """People who play, and ask for cards that are not theirs; nobody judges the answers."""

    def step(self) -> None:
        table = self.crowd.room.state
        if table.paused and self.rng.random() < RESUMING:
            self.go_on()
        elif self.rng.random() < DREAMING:
            self.crowd.wait(self.crowd.room.state.settings.timer or 0)
        elif self.crowd.here and self.rng.random() < PROBING:
            self._probe(self.rng.choice(self.crowd.here))
        else:
            super().step()

    def judged(self, peer: int, request: Request) -> None:
        self.crowd.say(peer, request)  # type: ignore[arg-type]

    def known(self, line: Line) -> View:
        playing = self.crowd.room.state.phase == "playing"
        return View(line.you if playing else None, self.crowd.tape[-1].table)

    def _probe(self, peer: int) -> None:
        """Ask for a card that lies or is held somewhere."""
        table, line = self.crowd.tape[-1].table, self.crowd.lines[peer]
        unplayed = [card for hand in table.hands for card in hand or ()]
        unplayed += [card for card in table.laid if card is not None] * 5
        if unplayed:
            card, number = self.rng.choice(unplayed), line.accepted + 1
            self.judged(peer, ChooseCard(id=number, game=line.game, round=table.round, turn=table.turn, card=card))


# -- who is watched, and what is hidden from them ---------------------------------------------------


def chosen(crowd: Crowd, rng: Random) -> Iterator[Watched]:
    """Connections and moments by lots at which cards are exchanged.

    They are mostly such as have just said something, and moments at which all but one have laid a card.
    """
    tables = [step.table for step in crowd.tape]
    late = [at for at, table in enumerate(tables) if table.names and len(table.chosen) >= table.seats - 1]
    came: dict[int, int] = {}
    for at, step in enumerate(crowd.tape):
        for each in step.sent:
            came.setdefault(each.peer, at)
    for _ in range(TRIES):
        moment = rng.choice(late) if late and rng.random() < 0.6 else rng.randrange(len(crowd.tape))
        spoke = [
            step.call.words[0]
            for step in crowd.tape[max(0, moment - RECENT) : moment + 1]
            if step.call.name == "receive"
        ]
        there = [peer for peer, at in came.items() if at <= moment]
        peer = rng.choice(spoke if spoke and rng.random() < 0.6 else there)
        game, table = crowd.tape[moment].game, crowd.tape[moment].table
        seats = _seats_of(crowd, peer, moment)
        exchanged = _exchange(table, seats, rng)
        if any(card != other for card, other in exchanged.items()):
            yield Watched(peer, seats, moment + 1, game, table.round, exchanged)


def _seats_of(crowd: Crowd, peer: int, moment: int) -> set[int]:
    """The seats that this connection has had in the game at hand, by what it was told of its own place."""
    game, held = crowd.tape[moment].game, set()
    for step in crowd.tape[: moment + 1]:
        for each in step.sent:
            if each.peer == peer and step.game == game:
                held.add(_place(each.message))
    return held - {None}


def _place(message: HostMessage) -> Any:
    if isinstance(message, Welcome):
        return message.seat
    return message.you if isinstance(message, RoomNews) and message.phase == "playing" else None


def _exchange(table: Table, own: set[int], rng: Random) -> dict[int, int]:
    """For each hidden card the one that is in its place instead."""
    if not table.names:
        return {}
    unplayed = [{*(table.hands[seat] or ()), table.laid[seat]} - {None, *table.seen} for seat in range(table.seats)]
    others = [unplayed[seat] for seat in range(table.seats) if seat not in own]
    if table.rules.variant == "draft":
        groups = others
    else:
        deck = cards.deck(table.rules.variant, table.seats)
        groups = [set().union(*others, set(deck).difference(table.seen, *unplayed))]
    exchanged: dict[int, int] = {}
    for group in groups:
        hidden = sorted(card for card in group if card is not None)
        exchanged |= zip(hidden, rng.sample(hidden, len(hidden)), strict=True)
    return exchanged


# -- the twin ---------------------------------------------------------------------------------------


def compare(original: PlayedGame, watched: Watched, seed: int) -> None:
    """Play the twin. Raises Leak."""
    crowd = original.crowd
    twin, stand_in = _Twin(original, watched), HostedGame.stand_in

    def stood_in(play: HostedGame, seat: int) -> Decision:
        decision = twin.stood_in()
        if seat in watched.seats and play.number == watched.game:
            _demand(stand_in(play, seat) == decision, "the stand-in decides otherwise by the same hand")
        return decision

    with patch.object(engine_game, "SeededRandom", twin.rng), patch.object(HostedGame, "stand_in", stood_in):
        room = Room(crowd.setup, Services(twin.draw, twin.seed_of, twin.keep, CERTIFICATE))
        for at, step in enumerate(crowd.tape[: watched.calls]):
            try:
                twin.at = at
                sent = step.call._replace(words=twin.mirrored(step.call)).on(room)
                _demand_same(step.sent, sent, watched.peer)
                _demand(room.next_moment == step.due, "the room wants to be woken at another moment")
            except Exception as error:
                who = f"game {seed}, connection {watched.peer}, call {at} of {watched.calls}"
                raise Leak(f"{who}, {step.call}: {type(error).__name__}: {error}") from error


class _Twin:
    """What goes into the room of a twin."""

    def __init__(self, original: PlayedGame, watched: Watched) -> None:
        self._crowd, self._watched = original.crowd, watched
        self._stand_ins = iter(original.stand_ins)
        self._drawn = 0
        self.at = 0

    def draw(self, size: int) -> bytes:
        self._drawn += 1
        return b"bot" + self._drawn.to_bytes(size - 3, "big")

    def seed_of(self, game: int) -> str:
        return f"another seed {game}"

    def keep(self, _accepted: Command) -> None:
        if self._crowd.tape[self.at].full:
            raise OSError(28, "no space left on device")

    def rng(self, seed: str, purpose: str) -> Any:
        """The lots of the game's seed, with the cards exchanged; of what comes later, others."""
        watched, game = self._watched, int(seed.rpartition(" ")[2])
        of_old = SeededRandom(self._crowd.seed_of(game), purpose)
        if purpose == "first" or (game, int(purpose.rpartition(" ")[2])) < (watched.game, watched.round):
            return of_old
        now = (game, purpose) == (watched.game, f"round {watched.round}")
        return _Exchanged(of_old, watched.exchanged) if now else SeededRandom(seed, purpose)

    def stood_in(self) -> Decision:
        at, game, decision = next(self._stand_ins)
        _demand(at == self.at, "the stand-in decides at another step")
        exchanged: Decision = self._exchanged(decision, game)
        return exchanged

    def mirrored(self, call: Call) -> tuple[Any, ...]:
        """What is done to the twin's room: who is watched says the same, the others lay what is in its place."""
        if (
            call.name != "receive"
            or call.words[0] == self._watched.peer
            or not isinstance(call.words[1], ChooseCard)
        ):
            return call.words
        game = self._crowd.tape[self.at - 1].game if self.at else 0
        return (call.words[0], self._exchanged(call.words[1], game), *call.words[2:])

    def _exchanged(self, decision: Any, game: int) -> Any:
        """One that names another round than it is made in is stale, whatever its card."""
        watched = self._watched
        if not isinstance(decision, ChooseCard) or (game, decision.round) != (watched.game, watched.round):
            return decision
        return replace(decision, card=self._watched.exchanged.get(decision.card, decision.card))


class _Exchanged(NamedTuple):
    """Random numbers by which a deck is shuffled with cards exchanged."""

    rng: SeededRandom
    exchanged: dict[int, int]

    def shuffled(self, deck: Any) -> list[int]:
        return [self.exchanged.get(card, card) for card in self.rng.shuffled(deck)]


def _demand_same(first: list[Send], second: list[Send], peer: int) -> None:
    """Who is watched was sent the same bytes, and everybody else as many."""
    ours, theirs = _by_peer(first), _by_peer(second)
    _demand(ours.keys() == theirs.keys(), "messages go to others")
    for number, messages in ours.items():
        if number == peer:
            _demand(list(map(encode, messages)) == list(map(encode, theirs[number])), "other bytes are sent")
        elif messages != theirs[number]:
            lengths = (
                [len(encode(message)) for message in messages],
                [len(encode(message)) for message in theirs[number]],
            )
            _demand(lengths[0] == lengths[1], f"messages of another length are sent to {number}: {lengths}")


def _by_peer(sent: list[Send]) -> dict[int, list[HostMessage]]:
    found = defaultdict(list)
    for each in sent:
        found[each.peer].append(each.message)
    return found


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise Leak(what)
