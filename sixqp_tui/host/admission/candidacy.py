"""A successor that asks for promises, and opens the table once it has enough (`SPEC.md`, 3.12)."""

from collections.abc import Callable
from functools import lru_cache
from hmac import compare_digest
from math import inf
from typing import NamedTuple

from sixqp_protocol.messages import HeldRound, Hello, MemberId, Promise, PromiseWanted, Way
from sixqp_protocol.quorum import MAX_STEP, furthest, latest_deal, may_open, member_id
from sixqp_protocol.refusals import Farewell
from sixqp_tui.engine.finished_rounds import read_finished_rounds, split_rounds
from sixqp_tui.engine.kept_table import KeptTable
from sixqp_tui.engine.reducer import apply_facts
from sixqp_tui.engine.table import Table
from sixqp_tui.host.admission.handshake import enter
from sixqp_tui.host.apply import apply
from sixqp_tui.host.commands import Command, key_of
from sixqp_tui.host.state import State

RETRY_MILLISECONDS = 1000
"""How long clients that can't promise stay away, until the table may be open."""
RAISE_EVERY = 30.0
"""Seconds before another refusal of the same member raises the term, so that nobody holds up the others."""
MAX_HELD = 100
"""Rounds that one program may send: those of the longest game, and the lines before them."""
MAX_ROUND = 4096
"""Code points of one round."""


class Waiting(NamedTuple):
    """A connection whose Hello waits for the table to open; its token proved the seat of `member`."""

    hello: Hello
    member: MemberId
    address: str | None
    way: Way | None


class Candidacy:
    """Collects promises for one term after another.

    First it only asks what everybody would promise. If that is enough, it asks for firm promises, and if those are
    enough, its own among them, it opens the table. A refusal makes it start over with a higher term, but the same
    member's only now and then: it goes on without one that keeps refusing.
    """

    def __init__(self, state: State, seeds: Callable[[int], str]) -> None:
        self._state, self._seeds = state, seeds
        self.term = 1 + (state.setup.kept.promised if state.setup.kept else 0)
        self.promises: dict[MemberId, Promise] = {}
        self._firm = False
        self._waiting: dict[int, Waiting] = {}
        self._held: dict[MemberId, dict[tuple[int, int], str]] = {}
        self._raised_at: dict[MemberId, float] = {}

    @property
    def _kept(self) -> KeptTable:
        assert self._state.setup.kept is not None
        return self._state.setup.kept

    def asks(self, number: int) -> bool:
        return number in self._waiting

    def greet(self, number: int, hello: Hello, address: str | None, way: Way | None) -> None:
        member = self._member(hello)
        asks = hello.confirms and way is None
        if hello.table not in (None, self._state.table):
            self._state.dismiss(number, Farewell.OTHER_TABLE)
        elif member is None or not asks:
            self._state.dismiss(number, Farewell.RESTART, RETRY_MILLISECONDS)
        else:
            for older in [each for each, waiting in self._waiting.items() if waiting.member == member]:
                self._state.dismiss(older, Farewell.ELSEWHERE)
                self.forget(older)
            self._waiting[number] = Waiting(hello, member, address, way)
            self._ask(number)

    def _ask(self, number: int) -> None:
        kept = self._kept
        self._held[self._waiting[number].member] = {}
        wanted = PromiseWanted(self._state.table, self.term, kept.game, kept.rounds, self._firm)
        self._state.send(number, wanted)

    def receive(self, number: int, message: HeldRound | Promise) -> None:
        waiting = self._waiting.get(number)
        if waiting is None:
            self._state.dismiss(number, Farewell.BAD_MESSAGE)
        elif isinstance(message, HeldRound):
            held = self._held[waiting.member]
            place = message.game, message.round
            held[place] = held.get(place, "") + message.text
            if len(held) > MAX_HELD or len(held[place]) > MAX_ROUND:
                self._state.dismiss(number, Farewell.TOO_FAST)
                self.forget(number)
        elif (message.term, message.firm) == (self.term, self._firm):
            self._note(waiting.member, message)

    def _note(self, member: MemberId, promise: Promise) -> None:
        if promise.promised > self.term:
            now = self._state.now
            if now >= self._raised_at.get(member, -inf) + RAISE_EVERY:
                self._raised_at[member] = now
                self._begin(min(promise.promised + 1, self.term + MAX_STEP), firm=False)
        elif promise.promised == self.term:
            self.promises[member] = promise
            if self._text(member) is None:
                del self.promises[member]
            self.open_if_elected()

    def _begin(self, term: int, firm: bool) -> None:
        self.term, self._firm, self.promises = term, firm, {}
        for number in self._waiting:
            self._ask(number)

    def forget(self, number: int) -> None:
        self._waiting.pop(number, None)

    def open_if_elected(self) -> None:
        """Open the table if there are enough promises; a new table needs none."""
        state, kept = self._state, self._kept
        if state.continues is not None:
            self._open(Promise(1, True, 1, None, kept.game, kept.rounds), kept.text)
            return
        if not may_open(self.promises) or member_id(state.setup.host) not in self.promises:
            return
        if not self._firm:
            self._begin(self.term, firm=True)
            return
        member = furthest(self.promises)
        text = self._text(member) if member else None
        if member is not None and text is not None:
            deal = latest_deal(promise.deal for promise in self.promises.values())
            chosen = self.promises[member]
            self._open(Promise(self.term, True, self.term, deal, chosen.game, chosen.rounds), text)

    def _open(self, agreed: Promise, text: str) -> None:
        state = self._state
        seed = self._seeds(agreed.game)
        opened = Command(agreed, None, by_host=True, game=agreed.game, seed=seed, text=text)
        state.accept(opened)
        apply(state, opened)
        waiting, self._waiting = self._waiting, {}
        for number, each in waiting.items():
            enter(state, number, each.hello, address=each.address, way=each.way)

    def _member(self, hello: Hello) -> MemberId | None:
        if hello.token is None:
            return None
        key, found = key_of(hello.token), None
        for person in (*(chair.person for chair in self._state.seats.taken), self._state.standby):
            if person and compare_digest(person.key, key):
                found = member_id(key)
        return found

    def _text(self, member: MemberId) -> str | None:
        """None if the rules don't allow them at this table.

        They are useless to a successor that was away when that game began: it doesn't know who sits where, or the
        earlier tally.
        """
        kept, promise = self._kept, self.promises[member]
        if kept.inheritance is None or promise.game > kept.inheritance.counted + 1:
            return None
        sent = "".join(text for (game, _), text in sorted(self._held[member].items()) if game == promise.game)
        if (promise.game, promise.rounds) == (kept.game, kept.rounds):
            text = kept.text
        elif promise.game == kept.game and promise.rounds < kept.rounds:
            text = "".join(split_rounds(kept.text)[: promise.rounds + 1])
        else:
            text = kept.text + sent if promise.game == kept.game else sent
        return text if self._fits(text, promise.rounds) else None

    def _fits(self, text: str, rounds: int) -> bool:
        table = _table_after(text)
        if table is None:
            return False
        seated = table.seats == len(self._state.seats.taken)
        return len(table.scores) == rounds and (not text or seated or table.ended is not None)


@lru_cache(maxsize=4)
def _table_after(text: str) -> Table | None:
    """The table after these rounds; None if the rules refuse them. Most members promise with the same ones."""
    try:
        return apply_facts(Table(), read_finished_rounds(text))
    except ValueError:
        return None
