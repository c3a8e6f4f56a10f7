"""Everything that a room remembers, and the messages that it sends."""

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from math import inf
from typing import Final, Literal

from sixqp_protocol.facts import AnyFact, GameEnded, RoundBegan
from sixqp_protocol.keys import PUBLIC_BYTES
from sixqp_protocol.messages import Goodbye, Happened, HostMessage, Level, WayNews
from sixqp_protocol.refusals import Farewell
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.open_hands import open_rounds
from sixqp_tui.engine.reducer import apply_facts
from sixqp_tui.engine.table import DecisionId, Table
from sixqp_tui.host.commands import Command, Kept, Send, Services, Setup, Sitter
from sixqp_tui.host.gate import EndedGame, HostedGame
from sixqp_tui.host.lock import Lock
from sixqp_tui.host.participants import Chair, Participant, Peer, Seats, bot_name, unique
from sixqp_tui.host.rate_limit import AddressLimits
from sixqp_tui.host.tally import TableTally

GATHER_SECONDS = 10.0
"""Seconds for which a table that continues another one waits for everybody who was connected there."""
Pieces = dict[tuple[int, int], Happened]
MAX_RETIRED: Final = 64
"""Keys of bots that play no longer; their sessions are told within moments."""
LAST_CARD_SECONDS: Final = 1.0
"""Seconds before the table plays the last card of each hand, so that people see it."""


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

    Methods append messages to `out`; `now` is the moment of the input. `saw_hands` are those who lost their seats
    this round. `retired` are the keys of bots that play no longer. The owner has `wanted` these ways in. The table
    is `still` while at most one of several people is connected, unless that one `plays_on`. One that continues
    another is `gathering` until its first round is dealt.
    """

    finished: EndedGame | None = None

    def __init__(self, setup: Setup, services: Services) -> None:
        self.setup, self.services, certificate = setup, services, services.certificate
        self.settings = setup.settings
        alone = certificate is None and not any(sitter.key for sitter in setup.sitters)
        self.seeded = setup.seed is not None and not alone
        self.lock = Lock(services.code, certificate or bytes(32), services.draw) if services.code else None
        expected = (name or "Player" for name in setup.expected)
        self.seats = Seats(setup.settings.seats, expected, show_keys=certificate is not None)
        self.watchers, self.removed = list[Participant](), list[Participant]()
        self.saw_hands = list[tuple[Participant, int]]()
        self.retired, self.peers = deque[bytes](maxlen=MAX_RETIRED), dict[int, Peer]()
        self.wanted, self.ways = dict(setup.ways), tuple[WayNews, ...]()
        self.dismissed: set[int] = set()
        self.play: HostedGame | None = None
        self.clock, self.last_card_clock = Clock(), Clock()
        self.decision: DecisionId | None = None
        self.decision_since, self.next_start = 0.0, float("-inf")
        self.paused = self.closed = False
        self.still = self.plays_on = self.gathering = False
        self.saved = True
        self.non_game_requests, self.now = 0, 0.0
        self.address_limits, self.tally = AddressLimits(), TableTally()
        self.out: list[Send] = []
        self._seat_everybody(setup)
        if setup.kept:
            self._go_on(setup.kept)

    def _seat_everybody(self, setup: Setup) -> None:
        if setup.owner is not None:
            name = setup.owner_name or "Player 1"
            self.seats.taken.append(Chair(name, Participant(setup.owner, name), owner=True))
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
        if not table.ended:
            self.gathering = True
            self.decision = DecisionId("card", 0, 0)  # so that the clock starts with the first input
            for chair in self.seats.taken:
                if chair.person:
                    chair.person.absent_since = -inf

    @property
    def phase(self) -> Literal["lobby", "playing"]:
        return "playing" if self.play and self.play.game.table.ended is None else "lobby"

    @property
    def next_number(self) -> int:
        """The number of the next game."""
        return self.play.number + 1 if self.play else 1

    @property
    def games_finished(self) -> int:
        return self.next_number - (2 if self.phase == "playing" else 1)

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
                yield chair.bot
        yield from self.watchers

    def person_here(self) -> bool:
        return any(chair.person and chair.here for chair in self.seats.taken)

    @property
    def seats_here(self) -> tuple[int, ...]:
        """The seats of people who are connected."""
        chairs = enumerate(self.seats.taken)
        return tuple(seat for seat, chair in chairs if chair.person and chair.person.peer is not None)

    def owns(self, guest: Participant) -> bool:
        return any(chair.owner and chair.person is guest for chair in self.seats.taken)

    def _chair_of(self, sitter: Sitter) -> Chair:
        people = (each.name for each in self.setup.sitters)
        name = unique(sitter.name, self.names()) if sitter.name else bot_name(chain(self.names(), people))
        if sitter.key is None:
            return Chair(name, bot=self.new_bot(sitter.level, name))
        return Chair(name, Participant(sitter.key, name))

    @property
    def code_pauses(self) -> int:
        return self.lock.pauses if self.lock else 0

    # -- bots ---------------------------------------------------------------------------------------

    def new_bot(self, level: Level, name: str) -> Participant:
        return Participant(self.draw_key(), name, level, absent_since=self.now)

    def draw_key(self) -> bytes:
        return self.services.draw(PUBLIC_BYTES)

    def add_bot(self, level: Level, name: str) -> None:
        self.seats.taken.append(Chair(name, bot=self.new_bot(level, name)))

    def retire_bot(self, chair: Chair) -> None:
        if chair.bot:
            self.retired.append(chair.bot.key)
            if chair.bot.peer is not None:
                self.dismiss(chair.bot.peer, Farewell.ELSEWHERE)
            chair.bot = None

    # -- commands -----------------------------------------------------------------------------------

    def accept(self, accepted: Command) -> None:
        """Append to the journal. If that raises OSError, the table goes on and says that it isn't saved."""
        journal = self.services.journal
        if journal is None:
            return
        try:
            journal(accepted)
        except OSError:
            self.saved = False
        else:
            self.saved = True

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
        self.tally.count(batch, self.seats.taken, self.play.number)
        if batch and isinstance(batch[-1], GameEnded):
            public = tuple(self.play.streams.of(None))
            seats = self.tally.deciders.who_counts(self.seats.playing_news())
            self.finished = EndedGame(self.play.number, public, seats)
        pieces: Pieces = {}
        for peer in self.peers.values():
            self.send_piece(peer, pieces)

    def send_piece(self, peer: Peer, pieces: Pieces | None = None) -> None:
        """Unless one is on its way.

        `pieces` lets peers with the same facts share a message, so it is encoded once.
        """
        stream, first = self.stream_of(peer.guest), peer.sent
        last = min(first + self.services.limits.facts, len(stream))
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

    def dismiss(self, number: int, farewell: Farewell, retry_after: int | None = None) -> None:
        self.send(number, Goodbye(farewell, retry_after))
        self.dismissed.add(number)
        self.disconnect(number)

    def disconnect(self, number: int) -> None:
        if self.lock:
            self.lock.asked.pop(number, None)
        peer = self.peers.pop(number, None)
        if peer is not None:
            peer.guest.peer = None
            peer.guest.absent_since = self.now
