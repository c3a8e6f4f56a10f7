"""All that a room remembers, and the few ways in which it speaks to its peers."""

from collections.abc import Callable, Collection, Iterator, Sequence
from hmac import compare_digest
from itertools import chain
from typing import Literal

from sixqp_protocol.facts import AnyFact, GameEnded
from sixqp_protocol.messages import Goodbye, Happened, HostMessage, Level, RoomNews, Tally, Welcome
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.text import clean_name, clean_title
from sixqp_protocol.version import CURRENT
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.pending import DecisionId
from sixqp_tui.host.admission.pending_auth import PendingAuth
from sixqp_tui.host.clock import Clock
from sixqp_tui.host.commands import Command
from sixqp_tui.host.effects import MAX_FACTS, Close, Effect, Send
from sixqp_tui.host.errors import demand
from sixqp_tui.host.hosted_game import FinishedGame, HostedGame
from sixqp_tui.host.names import bot_name, unique
from sixqp_tui.host.network.rate_limit import AddressLimits
from sixqp_tui.host.participants import Participant, Peer, key_of
from sixqp_tui.host.seats import BotHand, Chair, Seats
from sixqp_tui.host.setup import Setup, Sitter
from sixqp_tui.host.tally import TableTally

CHUNK = MAX_FACTS
"""The most facts that travel in one Happened to a peer that catches up."""
MIN_BANK = 0.001
"""Seconds of a time bank below which nothing is left of it: nobody decides in less than a millisecond."""
_TALLY_SINCE = 4
"""The MINOR from which an end knows the tally."""


Pieces = dict[tuple[int, int], Happened]
"""Pieces of streams that were just sent, from and up to which fact."""


class State:
    """The memory of a room. Methods append to `out` what the shell has to do; `now` is the moment of the input.

    `finished` is the last game that has ended here.
    """

    finished: FinishedGame | None = None

    def __init__(
        self, setup: Setup, tokens: Callable[[], bytes], journal: Callable[[Command], None] | None = None
    ) -> None:
        self.setup = setup
        self.title = clean_title(setup.title, "6 qui prend!")
        self.code: str | None = None
        self.certificate: bytes | None = None
        self.seeded = self.once = False
        self.tokens = tokens
        self.journal = journal or _unwritten
        self.settings = setup.settings
        self.seats = Seats(setup.settings.seats, (clean_name(name, "Player") for name in setup.expected))
        self.watchers, self.removed = list[Participant](), list[Participant]()
        self.retired: set[bytes] = set()
        self.peers: dict[int, Peer] = {}
        self.newcomers: dict[int, PendingAuth] = {}
        self.dismissed: set[int] = set()
        self.phase: Literal["lobby", "playing"] = "lobby"
        self.play: HostedGame | None = None
        self.clock, self.banks = Clock(), list[float]()
        self.asked: DecisionId | None = None
        self.asked_at, self.next_start = 0.0, float("-inf")
        self.paused = self.stalled = self.closed = self.left_open = self._tally_may_differ = False
        self.games_finished, self.non_game_requests, self.now = 0, 0, 0.0
        self.address_limits, self.tally = AddressLimits(), TableTally()
        self.out: list[Effect] = []
        self._untold: set[int] = set()
        if setup.owner_key is not None:
            self.seats.taken.append(self._owners_chair(setup.owner_key))
        for sitter in setup.sitters:
            self.seats.taken.append(self._chair_of(sitter))
        if setup.owner_seat:
            self.seats.taken.insert(setup.owner_seat, self.seats.taken.pop(0))
        for _ in range(min(setup.bots, self.seats.count - len(self.seats.taken))):
            self.add_bot(setup.level, bot_name(self.names()))

    # -- who is there -------------------------------------------------------------------------------

    def names(self) -> Iterator[str]:
        """All names that a newcomer's must be unlike."""
        return chain(
            (chair.name for chair in self.seats.taken),
            (watcher.name for watcher in self.watchers),
            self.seats.expected,
        )

    def by_token(self, token: bytes) -> Participant | None:
        """Whoever this token proves; every comparison takes equally long."""
        key, found = key_of(token), None
        for guest in self.guests():
            if compare_digest(guest.key, key):
                found = guest
        return found

    def by_key(self, key: bytes) -> Participant | None:
        return next((guest for guest in self.guests() if guest.key == key), None)

    def by_client(self, client: bytes) -> Participant | None:
        """Which person has come by this client (its hash), where it comes without a proving token.

        A watcher has none; and the Welcome that bore a player's first one may have been lost with the line.
        """
        persons = chain((chair.person for chair in self.seats.taken if chair.person), self.watchers)
        return next((guest for guest in persons if guest.client == client), None)

    def is_removed(self, token: bytes | None, client: bytes, addresses: Collection[str]) -> bool:
        """Whether whoever proves no seat may be somebody whom the owner has removed, and not let in again."""
        key = None if token is None else key_of(token)
        return any(guest.key == key or guest.may_be(client, addresses) for guest in self.removed)

    def had_seat(self, guest: Participant) -> bool:
        """Whether this watcher may be somebody who has had a seat in the game that is played, or was removed."""
        persons = [chair.person for chair in self.seats.taken if chair.person] if self.phase == "playing" else []
        return any(other.may_be(guest.client, guest.addresses) for other in (*persons, *self.removed))

    def guests(self) -> Iterator[Participant]:
        """Everybody who is known here: persons and bots on chairs, then watchers."""
        for chair in self.seats.taken:
            if chair.person:
                yield chair.person
            if chair.bot:
                yield chair.bot.guest
        yield from self.watchers

    def person_here(self) -> bool:
        """Whether the line of at least one seated person stands."""
        return any(chair.person and chair.here for chair in self.seats.taken)

    def seat_of(self, guest: Participant) -> int | None:
        """The number of this guest's seat; None for a watcher."""
        return self.seats.number_of(guest)

    def owns(self, guest: Participant) -> bool:
        return any(chair.owner and chair.person is guest for chair in self.seats.taken)

    def _owners_chair(self, key: bytes) -> Chair:
        name = clean_name(self.setup.owner_name, "Player 1")
        return Chair(name, Participant(key, name, person_id=self.setup.owner_person), owner=True)

    def _chair_of(self, sitter: Sitter) -> Chair:
        wanted = clean_name(sitter.name, "")
        name = unique(wanted, self.names()) if wanted else bot_name(self.names())
        if sitter.person_key is None:
            return Chair(name, bot=self.new_bot(sitter.level, name))
        return Chair(name, Participant(sitter.person_key, name, person_id=sitter.person))

    # -- bots ---------------------------------------------------------------------------------------

    def new_bot(self, level: Level, name: str) -> BotHand:
        """A bot that nobody has connected yet."""
        token = self.tokens()
        return BotHand(token, level, Participant(key_of(token), name, absent_since=self.now))

    def add_bot(self, level: Level, name: str) -> None:
        self.seats.taken.append(Chair(name, bot=self.new_bot(level, name)))

    def retire_bot(self, chair: Chair) -> None:
        """The bot of this chair plays no longer; its token proves nothing from now on."""
        if chair.bot:
            self.retired.add(chair.bot.guest.key)
            if chair.bot.guest.peer is not None:
                self.dismiss(chair.bot.guest.peer, Farewell.ELSEWHERE)
            chair.bot = None

    # -- the one way in -----------------------------------------------------------------------------

    def accept(self, accepted: Command) -> None:
        """Every accepted command passes here before it is applied and before anything follows from it.

        This is the journal's place: what it raises keeps the command from taking effect. Raises Denied while the
        journal cannot be written.
        """
        demand(not self.stalled, Refusal.NOT_KEPT)
        self.journal(accepted)

    # -- the clock ----------------------------------------------------------------------------------

    def move_to(self, now: float) -> None:
        """It is this moment; whoever has been deciding beyond the clock has used so much of their time bank."""
        if self.overtime(now) and self.play and (pending := self.play.game.pending):
            used = now - max(self.clock.ends or now, self.now)
            for seat in pending.seats:
                if bank := self.bank_of(seat):
                    self.banks[seat] = bank - used if bank - used >= MIN_BANK else 0.0
        self.now = now

    def overtime(self, now: float) -> bool:
        """Whether time banks run at this moment: the clock of the decision at hand has run out."""
        ends = self.clock.ends
        return bool(self.banks) and self.phase == "playing" and ends is not None and ends < now

    def bank_of(self, seat: int) -> float:
        """The seconds that this seat has beyond its clock; a bot that plays it needs none."""
        return 0.0 if not self.banks or self.seats.taken[seat].bot else self.banks[seat]

    def fill_banks(self) -> None:
        self.banks = [float(self.settings.bank)] * len(self.seats.taken) if self.settings.bank else []

    @property
    def between_rounds(self) -> bool:
        return self.phase == "playing" and self.play is not None and self.play.game.table.between_rounds

    @property
    def held(self) -> bool:
        return self.paused or self.stalled

    def hold_clock(self) -> None:
        """Stop the clock, or let it run, as the table stands still or not."""
        if self.held:
            self.clock.hold(self.now)
        else:
            self.clock.go_on(self.now)

    def start_clock(self) -> None:
        """Give the decision at hand, or the pause between rounds, its whole time, from now or once it goes on."""
        self.clock.start(self.settings.pause if self.between_rounds else self.settings.timer, self.now)
        self.hold_clock()

    # -- the streams --------------------------------------------------------------------------------

    def stream_of(self, guest: Participant) -> Sequence[AnyFact]:
        """The guest's stream of the current or last game; empty for whoever has had no part in it."""
        if self.play is None:
            return ()
        seat = self.seats.number_of(guest)
        if seat is None:
            return self.play.streams.of(None)
        return self.play.streams.of(seat) if self.seats.taken[seat].played == seat else ()

    def happen(self, batch: Batch, game: Game) -> None:
        """The batch has happened, and led to this game: everybody who is up to date gets what they may read."""
        assert self.play is not None
        self.play.record(batch, game)
        if self.tally.count(batch, self.seats.taken):
            self.announce()
        if batch and isinstance(batch[-1], GameEnded):
            public = tuple(self.play.streams.of(None))
            self.finished = FinishedGame(self.play.number, public, self.seats.playing_news())
        pieces: Pieces = {}
        for peer in self.peers.values():
            self.feed(peer, pieces)

    def feed(self, peer: Peer, pieces: Pieces | None = None) -> None:
        """Send the next piece of the peer's stream, unless one is still on its way.

        With `pieces`, whoever is sent the same as somebody before is sent the same message, which is encoded once.
        """
        stream, first = self.stream_of(peer.guest), peer.sent
        last = min(first + CHUNK, len(stream))
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

    # -- speaking -----------------------------------------------------------------------------------

    def send(self, peer: int, message: HostMessage) -> None:
        self.out.append(Send(peer, message))

    def welcome(self, peer: Peer, news: RoomNews, game: int = 0, have: int = 0) -> None:
        """Take a peer in: Welcome, the room, then its stream from what it holds already."""
        number = self.play.number if self.play else 0
        stream = self.stream_of(peer.guest)
        peer.sent = have if game == number and have <= len(stream) else 0
        self.send(
            peer.number,
            Welcome(
                CURRENT, self.setup.table, self.title, self.seat_of(peer.guest), peer.token, self.owns(peer.guest),
                number, len(stream), peer.guest.last_id,
            ),
        )  # fmt: skip
        self.send(peer.number, news)
        self._untold.discard(peer.number)
        self.feed(peer)

    def dismiss(self, number: int, farewell: Farewell, retry_after: int | None = None) -> None:
        """Say goodbye to a connection and forget it; whoever came by it is away from now on."""
        self.send(number, Goodbye(farewell, retry_after))
        self.out.append(Close(number, farewell))
        self.dismissed.add(number)
        self.lose(number)

    def lose(self, number: int) -> None:
        """The line of this peer does not stand any more."""
        self.newcomers.pop(number, None)
        peer = self.peers.pop(number, None)
        if peer is not None:
            peer.guest.peer = None
            peer.guest.absent_since = self.now
            self.announce()

    def announce(self) -> None:
        """Everybody gets the room as it is when this input has been dealt with."""
        self._untold.update(self.peers)
        self._tally_may_differ = True

    def tell_tally(self) -> None:
        """Send the tally to everybody who knows the message and was told another one, or none."""
        if not self._tally_may_differ:
            return
        self._tally_may_differ = False
        lines = self.tally.lines(self.seats.taken)
        for peer in self.peers.values():
            if peer.minor_version >= _TALLY_SINCE and peer.tally != lines:
                peer.tally = lines
                self.send(peer.number, Tally(lines))

    def take_untold(self) -> list[Peer]:
        """Who has to be told of the room; they count as told after this."""
        untold, self._untold = self._untold, set()
        return [peer for number, peer in self.peers.items() if number in untold]


def _unwritten(_accepted: Command) -> None:
    """The journal of a table that keeps none."""
