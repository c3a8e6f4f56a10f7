"""Everything that a room remembers, and the messages that it sends."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from math import inf
from typing import Final, Literal, NamedTuple

from sixqp_protocol.facts import AnyFact, GameEnded, RoundBegan
from sixqp_protocol.messages import (
    Goodbye,
    Happened,
    HostMessage,
    Level,
    OpenWay,
    RoomNews,
    Tally,
    Welcome,
)
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.text import clean_name, clean_title
from sixqp_protocol.version import CURRENT
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.open_hands import open_rounds
from sixqp_tui.engine.reducer import apply_facts
from sixqp_tui.engine.table import DecisionId, Table
from sixqp_tui.host.commands import MAX_FACTS, Close, Command, Effect, Kept, Send, Setup, Sitter
from sixqp_tui.host.gate import FinishedGame, HostedGame
from sixqp_tui.host.participants import BotHand, Chair, Participant, Peer, PendingAuth, Seats, bot_name, unique
from sixqp_tui.host.rate_limit import AddressLimits
from sixqp_tui.host.tally import TableTally

GATHER_SECONDS = 10.0
"""Seconds for which a table that continues another one waits for everybody who was connected there."""
Pieces = dict[tuple[int, int], Happened]
LAST_CARD_SECONDS: Final = 1.0
"""Seconds before the table plays the last card of each hand, so that people see it."""


class RoomLimits(NamedTuple):
    """The most of each at a table.

    `requests` that don't advance the game count from one game's start to the next, 12 MB of a journal. Ten people
    who take a card back and chat on each of 1,000 turns make 20,000. `facts` travel in one Happened.
    """

    watchers: int = 20
    requests: int = 50_000
    facts: int = MAX_FACTS


class Clock:
    """Counts down to the moment `ends`, None while it doesn't run."""

    def __init__(self) -> None:
        self.ends: float | None = None
        self._left: float | None = None

    @property
    def counts(self) -> bool:
        """Whether there is anything to count, also during a pause."""
        return self.ends is not None or self._left is not None

    def start(self, seconds: float | None, now: float) -> None:
        self.ends = None if seconds is None else now + seconds
        self._left = None

    def pause(self, now: float) -> None:
        self._left = self.left(now)
        self.ends = None

    def resume(self, now: float) -> None:
        if self._left is not None:
            self.start(self._left, now)

    def left(self, now: float) -> float | None:
        """The seconds left, also during a pause; None if there is nothing to count."""
        return self._left if self.ends is None else max(0.0, self.ends - now)


class State:
    """The memory of a room.

    Methods append effects to `out`; `now` is the moment of the input. `certificate` is the SHA-256 of the host's
    certificate, None within one process. `saw_hands` are those who lost their seats this round. `retired` are the
    keys of bots that play no longer. The table is `still` while at most one of several people is
    connected, unless that one `plays_on`. One that continues another is `gathering` until its first round is dealt.
    """

    finished: FinishedGame | None = None

    def __init__(  # noqa: PLR0913  # all that differs between tables
        self,
        setup: Setup,
        draw_key: Callable[[], bytes],
        journal: Callable[[Command], None] | None = None,
        *,
        code: str | None = None,
        certificate: bytes | None = None,
        seeded: bool = False,
        once: bool = False,
        limits: RoomLimits | None = None,
    ) -> None:
        self.setup, self.table = setup, setup.table
        self.limits, self.title = limits or RoomLimits(), clean_title(setup.title, "6 qui prend!")
        self.code, self.certificate, self.seeded, self.once = code, certificate, seeded, once
        self.draw_key, self.journal = draw_key, journal
        self.settings = setup.settings
        expected = (clean_name(name, "Player") for name in setup.expected)
        self.seats = Seats(setup.settings.seats, expected, show_keys=certificate is not None)
        self.watchers, self.removed = list[Participant](), list[Participant]()
        self.saw_hands = list[tuple[Participant, int]]()
        self.retired, self.peers = set[bytes](), dict[int, Peer]()
        self.newcomers: dict[int, PendingAuth] = {}
        self.ways: tuple[OpenWay, ...] = ()
        self.dismissed: set[int] = set()
        self.phase: Literal["lobby", "playing"] = "lobby"
        self.play: HostedGame | None = None
        self.clock, self.last_card_clock = Clock(), Clock()
        self.decision: DecisionId | None = None
        self.decision_since, self.next_start = 0.0, float("-inf")
        self.paused = self.closed = self.left_open = self._tally_changed = False
        self.still = self.plays_on = self.gathering = False
        self.saved = True
        self.games_finished, self.non_game_requests, self.now = 0, 0, 0.0
        self.address_limits, self.tally = AddressLimits(), TableTally()
        self.out: list[Effect] = []
        self._outdated: set[int] = set()
        self._seat_everybody(setup)
        if setup.kept:
            self._go_on(setup.kept)

    def _seat_everybody(self, setup: Setup) -> None:
        if setup.owner is not None:
            self.seats.taken.append(self._owners_chair(setup.owner))
        for sitter in setup.sitters:
            self.seats.taken.append(self._chair_of(sitter))
        if setup.owner_seat:
            self.seats.taken.insert(setup.owner_seat, self.seats.taken.pop(0))
        for _ in range(min(setup.bots, self.seats.count - len(self.seats.taken))):
            self.add_bot(setup.level, bot_name(self.names()))

    def _go_on(self, kept: Kept) -> None:
        """Everybody's chair is kept. In a game, they count as long away until they are back."""
        for chair, before in zip(self.seats.taken, kept.seats, strict=True):
            if chair.person:
                chair.person.way, chair.person.reserved = before.way, before.way is not None
                chair.bot = self.new_bot(before.level, chair.name) if before.level else None
        self.tally.go_on(kept.tally, self.seats.taken, (kept.game, kept.counted))
        if not kept.rounds:
            return
        facts = open_rounds(kept.rounds)
        table = apply_facts(Table(), facts)
        self.play = HostedGame(kept.game, kept.seed, table.seats)
        self.play.record(facts, Game(kept.seed, table, pauses=self.settings.pause != 0))
        if table.seats == len(self.seats.taken):
            for seat, chair in enumerate(self.seats.taken):
                chair.played = seat
            self.tally.catch_up(facts, self.seats.taken)
        self.games_finished = kept.game if table.ended else kept.game - 1
        if not table.ended:
            self.phase, self.gathering = "playing", True
            self.decision = DecisionId("card", 0, 0)  # so that the clock starts with the first input
            for chair in self.seats.taken:
                if chair.person:
                    chair.person.absent_since = -inf

    # -- who is there -------------------------------------------------------------------------------

    def names(self) -> Iterator[str]:
        return chain(
            (chair.name for chair in self.seats.taken),
            (watcher.name for watcher in self.watchers),
            self.seats.expected,
        )

    def by_key(self, key: bytes) -> Participant | None:
        return next((guest for guest in self.guests() if guest.key == key), None)

    def is_removed(self, key: bytes, addresses: Collection[str]) -> bool:
        """Whether a newcomer was removed, or comes from where somebody was."""
        return any(gone.key == key or not gone.addresses.isdisjoint(addresses) for gone in self.removed)

    def saw_another_hand(self, guest: Participant, seat: int) -> bool:
        """Whether this guest, or somebody at the same address, saw the hand of another seat this round."""
        sitting = ((chair.person, at) for at, chair in enumerate(self.seats.taken) if chair.person)
        return self.phase == "playing" and any(
            at != seat and (each.key == guest.key or not each.addresses.isdisjoint(guest.addresses))
            for each, at in chain(sitting, self.saw_hands)
        )

    def guests(self) -> Iterator[Participant]:
        for chair in self.seats.taken:
            if chair.person:
                yield chair.person
            if chair.bot:
                yield chair.bot.guest
        yield from self.watchers

    def person_here(self) -> bool:
        return any(chair.person and chair.here for chair in self.seats.taken)

    @property
    def seats_here(self) -> tuple[int, ...]:
        """The seats of people who are connected."""
        chairs = enumerate(self.seats.taken)
        return tuple(seat for seat, chair in chairs if chair.person and chair.person.peer is not None)

    def seat_of(self, guest: Participant) -> int | None:
        return self.seats.number_of(guest)

    def owns(self, guest: Participant) -> bool:
        return any(chair.owner and chair.person is guest for chair in self.seats.taken)

    def _owners_chair(self, key: bytes) -> Chair:
        name = clean_name(self.setup.owner_name, "Player 1")
        return Chair(name, Participant(key, name), owner=True)

    def _chair_of(self, sitter: Sitter) -> Chair:
        wanted = clean_name(sitter.name, "")
        people = (each.name for each in self.setup.sitters)
        name = unique(wanted, self.names()) if wanted else bot_name(chain(self.names(), people))
        if sitter.key is None:
            return Chair(name, bot=self.new_bot(sitter.level, name))
        return Chair(name, Participant(sitter.key, name))

    # -- bots ---------------------------------------------------------------------------------------

    def new_bot(self, level: Level, name: str) -> BotHand:
        return BotHand(level, Participant(self.draw_key(), name, absent_since=self.now))

    def add_bot(self, level: Level, name: str) -> None:
        self.seats.taken.append(Chair(name, bot=self.new_bot(level, name)))

    def retire_bot(self, chair: Chair) -> None:
        if chair.bot:
            self.retired.add(chair.bot.guest.key)
            if chair.bot.guest.peer is not None:
                self.dismiss(chair.bot.guest.peer, Farewell.ELSEWHERE)
            chair.bot = None

    # -- commands -----------------------------------------------------------------------------------

    def accept(self, accepted: Command) -> None:
        """Append to the journal. If that raises OSError, the table goes on and says that it isn't saved."""
        if self.journal is None:
            return
        try:
            self.journal(accepted)
        except OSError:
            saved = False
        else:
            saved = True
        if saved != self.saved:
            self.saved = saved
            self.announce()

    # -- the clock ----------------------------------------------------------------------------------

    @property
    def between_rounds(self) -> bool:
        return self.phase == "playing" and self.play is not None and self.play.game.table.between_rounds

    def update_stillness(self) -> None:
        """Those who have left don't count: bots play for them."""
        people = [chair.person for chair in self.seats.taken if chair.person and not chair.bot]
        here = sum(person.peer is not None for person in people)
        self.plays_on = self.plays_on and here == 1
        alone = here == 1 < len(people) and not self.plays_on
        gathers = self.gathering and self.clock.left(self.now) != 0
        still = self.phase == "playing" and bool(people) and (here == 0 or alone) and not gathers
        if still != self.still:
            self.still = still
            self.update_clock()
            self.announce()

    def awaits(self, seat: int) -> bool:
        """Whether a table that gathers waits for this seat's program, which was connected to the table before."""
        chair, before = self.seats.taken[seat], self.setup.kept.seats[seat] if self.setup.kept else None
        was_here = before is not None and before.here and before.way is None and not before.owner
        return was_here and chair.person is not None and chair.person.peer is None

    def update_clock(self) -> None:
        for clock in (self.clock, self.last_card_clock):
            if self.paused or self.still:
                clock.pause(self.now)
            else:
                clock.resume(self.now)

    def start_clock(self) -> None:
        pause = GATHER_SECONDS if self.gathering else self.settings.pause
        self.clock.start(pause if self.between_rounds else self.settings.timer, self.now)
        last_turn = self.play is not None and self.play.game.table.in_last_turn
        self.last_card_clock.start(LAST_CARD_SECONDS if last_turn else None, self.now)
        self.update_clock()

    # -- the streams --------------------------------------------------------------------------------

    def stream_of(self, guest: Participant) -> Sequence[AnyFact]:
        if self.play is None:
            return ()
        seat = self.seats.number_of(guest)
        if seat is None:
            return self.play.streams.of(None)
        return self.play.streams.of(seat) if self.seats.taken[seat].played == seat else ()

    def publish(self, batch: Batch, game: Game) -> None:
        assert self.play is not None
        self.play.record(batch, game)
        if any(isinstance(fact, RoundBegan) for fact in batch):
            self.saw_hands.clear()
        if self.tally.count(batch, self.seats.taken, self.play.number):
            self.announce()
        if batch and isinstance(batch[-1], GameEnded):
            public = tuple(self.play.streams.of(None))
            seats = self.tally.deciders.who_counts(self.seats.playing_news())
            self.finished = FinishedGame(self.play.number, public, seats)
        pieces: Pieces = {}
        for peer in self.peers.values():
            self.send_piece(peer, pieces)

    def send_piece(self, peer: Peer, pieces: Pieces | None = None) -> None:
        """Unless one is on its way.

        `pieces` lets peers with the same facts share a message, so it is encoded once.
        """
        stream, first = self.stream_of(peer.guest), peer.sent
        last = min(first + self.limits.facts, len(stream))
        if peer.behind or first >= last:
            return
        assert self.play is not None
        facts = tuple(stream[first:last])
        piece = pieces.get((first, last)) if pieces else None
        if piece is None or piece.facts != facts:
            piece = Happened(self.play.number, first, facts)
            if pieces is not None:
                pieces[first, last] = piece
        self.out.append(Send(peer.number, piece))
        peer.sent, peer.behind = last, last < len(stream)

    # -- messages -----------------------------------------------------------------------------------

    def send(self, peer: int, message: HostMessage) -> None:
        self.out.append(Send(peer, message))

    def welcome(self, peer: Peer, news: RoomNews, game: int = 0, have: int = 0) -> None:
        number = self.play.number if self.play else 0
        stream = self.stream_of(peer.guest)
        peer.sent = have if game == number and have <= len(stream) else 0
        proof = self.setup.kept.proof if self.setup.kept else None
        self.send(
            peer.number,
            Welcome(
                CURRENT, self.table, self.title, self.seat_of(peer.guest), self.owns(peer.guest),
                number, len(stream), peer.guest.last_id, proof, self.code is not None,
            ),
        )  # fmt: skip
        self.send(peer.number, news)
        self._outdated.discard(peer.number)
        self.send_piece(peer)

    def dismiss(self, number: int, farewell: Farewell, retry_after: int | None = None) -> None:
        self.send(number, Goodbye(farewell, retry_after))
        self.out.append(Close(number, farewell))
        self.dismissed.add(number)
        self.disconnect(number)

    def disconnect(self, number: int) -> None:
        self.newcomers.pop(number, None)
        peer = self.peers.pop(number, None)
        if peer is not None:
            peer.guest.peer = None
            peer.guest.absent_since = self.now
            self.announce()

    def announce(self) -> None:
        self._outdated.update(self.peers)
        self._tally_changed = True

    def announce_clock(self) -> None:
        """Like `announce`, when only the clock and the awaited seats have changed."""
        self._outdated.update(self.peers)

    def send_tally(self) -> None:
        if not self._tally_changed:
            return
        self._tally_changed = False
        tally = Tally(*self.tally.counted, self.tally.lines(self.seats.taken))
        for peer in self.peers.values():
            if tally.lines and peer.tally != tally:
                peer.tally = tally
                self.send(peer.number, tally)

    def take_outdated(self) -> list[Peer]:
        outdated, self._outdated = self._outdated, set()
        return [peer for number, peer in self.peers.items() if number in outdated]
