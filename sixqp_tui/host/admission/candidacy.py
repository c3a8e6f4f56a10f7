"""A successor that asks for promises, and opens the table when it has enough (`SPEC.md`, 3.12)."""

from collections.abc import Callable
from hmac import compare_digest
from typing import NamedTuple

from sixqp_protocol.messages import OUTLIVES_SINCE, HeldRound, Hello, MemberId, Promise, PromiseWanted, Way
from sixqp_protocol.quorum import furthest, latest_deal, may_open, member_id
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
"""How long somebody who can't promise stays away until the table may be open."""
MAX_HELD = 128
"""Texts that one program may send: the rounds of the longest game."""


class Waiting(NamedTuple):
    """A connection whose Hello waits until the table is open; `member` proved their seat."""

    hello: Hello
    member: MemberId
    address: str | None
    way: Way | None


class Candidacy:
    """Collects the promises of one term.

    `refused_term` is the highest term that somebody has promised to somebody else, 0 without a refusal: then only a
    candidacy of a higher term can succeed.
    """

    def __init__(self, state: State, seeds: Callable[[int], str]) -> None:
        self._state, self._seeds = state, seeds
        self.promises: dict[MemberId, Promise] = {}
        self.refused_term = 0
        self._waiting: dict[int, Waiting] = {}
        self._held: dict[MemberId, list[HeldRound]] = {}

    @property
    def _kept(self) -> KeptTable:
        assert self._state.setup.kept is not None
        return self._state.setup.kept

    def asks(self, number: int) -> bool:
        return number in self._waiting

    def greet(self, number: int, hello: Hello, address: str | None, way: Way | None) -> None:
        """Ask for a promise, if this Hello proves a seat that was inherited."""
        state, kept = self._state, self._kept
        member = self._member(hello)
        asks = hello.confirms and hello.version[1] >= OUTLIVES_SINCE and way is None
        if hello.table not in (None, state.table):
            state.dismiss(number, Farewell.OTHER_TABLE)
        elif member is None or not asks:
            state.dismiss(number, Farewell.RESTART, RETRY_MILLISECONDS)
        else:
            self._held.pop(member, None)
            self._waiting[number] = Waiting(hello, member, address, way)
            state.send(number, PromiseWanted(state.table, kept.promised, kept.game, kept.rounds))

    def receive(self, number: int, message: HeldRound | Promise) -> None:
        """Note what this connection promises; open the table if that is enough."""
        waiting = self._waiting.get(number)
        if waiting is None:
            self._state.dismiss(number, Farewell.BAD_MESSAGE)
            return
        if isinstance(message, HeldRound):
            held = self._held.setdefault(waiting.member, [])
            held.append(message)
            if len(held) > MAX_HELD:
                self._state.dismiss(number, Farewell.TOO_FAST)
            return
        if message.term != self._kept.promised:
            return
        if message.promised != message.term:
            self.refused_term = max(self.refused_term, message.promised)
            return
        self.promises[waiting.member] = message
        if self._text(waiting.member) is None:
            del self.promises[waiting.member]
        self.open_if_elected()

    def forget(self, number: int) -> None:
        """A connection is gone; a promise that it gave stays given."""
        self._waiting.pop(number, None)

    def open_if_elected(self) -> None:
        """Open the table with enough promises; a new table needs none."""
        state, kept = self._state, self._kept
        if state.continues is not None:
            self._open(Promise(kept.promised, kept.promised, None, kept.game, kept.rounds), kept.text)
            return
        if not may_open(self.promises):
            return
        member = furthest(self.promises)
        text = self._text(member) if member else None
        if member is None or text is None:
            return
        deal = latest_deal(promise.deal for promise in self.promises.values())
        self._open(
            Promise(kept.promised, kept.promised, deal, self.promises[member].game, self.promises[member].rounds),
            text,
        )

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
        for chair in self._state.seats.taken:
            if chair.person and compare_digest(chair.person.key, key):
                found = member_id(key)
        return found

    def _text(self, member: MemberId) -> str | None:
        """The finished rounds that this member has; None if they are not those of this table, by the rules."""
        kept, promise = self._kept, self.promises[member]
        held = sorted(self._held.get(member, ()), key=lambda part: part.round)
        sent = "".join(part.text for part in held)
        if (promise.game, promise.rounds) == (kept.game, kept.rounds):
            text = kept.text
        elif promise.game == kept.game and promise.rounds < kept.rounds:
            text = "".join(split_rounds(kept.text)[: promise.rounds + 1])
        else:
            text = kept.text + sent if promise.game == kept.game else sent
        return text if self._fits(text, promise.rounds) else None

    def _fits(self, text: str, rounds: int) -> bool:
        try:
            table = apply_facts(Table(), read_finished_rounds(text))
        except ValueError:
            return False
        seated = table.seats == len(self._state.seats.taken)
        return len(table.scores) == rounds and (not text or seated or table.ended is not None)
