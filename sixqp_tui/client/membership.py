"""What a client confirms and promises, and which host it obeys (`SPEC.md`, 3.12). No I/O."""

from msgspec.structs import replace

from sixqp_protocol.codec import encode
from sixqp_protocol.messages import Confirmed, Deal, Hosting, Inheritance, PromiseWanted, Welcome
from sixqp_protocol.quorum import MAX_TERM
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.engine.finished_rounds import split_rounds, write_finished_rounds
from sixqp_tui.engine.kept_table import KeptTable


class Membership:
    """A program's part in a table, over all its connections.

    If it `keeps`, everything `unsaved` will be written, so this program may confirm and promise. `kept` is what an
    earlier program stored. Statements wait until their content is written.
    """

    def __init__(self, keeps: bool, kept: KeptTable | None = None) -> None:
        self.keeps = keeps
        self._next = kept
        self._changes = self._written = 0
        self.pin = b""
        self._welcomed = False
        self._deal: Deal | None = None
        self._said: Confirmed | None = None
        self._before: KeptTable | None = None
        self._waiting: list[tuple[int, bytes]] = []

    @property
    def term(self) -> int:
        return 0 if self._next is None else self._next.promised + (not self.follows)

    @property
    def follows(self) -> bool:
        return self._next is None or self._next.promised_to in (b"", self.pin)

    @property
    def current(self) -> KeptTable | None:
        return self._next

    @property
    def unsaved(self) -> tuple[int, KeptTable] | None:
        """What must be written, with a number for `saved`; None if nothing has changed."""
        written = self._next is None or self._written == self._changes or not self.keeps
        return None if written or self._next is None else (self._changes, self._next)

    def saved(self, number: int) -> None:
        self._written = max(self._written, number)

    def take_ready(self) -> tuple[bytes, ...]:
        if not self._waiting:
            return ()
        ready = [message for number, message in self._waiting if number <= self._written]
        self._waiting = [(number, message) for number, message in self._waiting if number > self._written]
        return tuple(ready)

    def begin_connection(self, certificate: bytes | None) -> None:
        self.pin = certificate or b""
        self._deal = self._said = None
        self._waiting.clear()

    def obey(self, welcome: Welcome, table: str | None) -> bool:
        """A first welcome is believed, because the certificate was checked while connecting.

        A new host must have been named by the one before. `table` is the id of the client's table.
        """
        kept, moved = self._next, table not in (None, welcome.table)
        if welcome.term > MAX_TERM:
            return False
        if kept is None:
            self._change(KeptTable(welcome.table, welcome.title, welcome.term, self.pin))
        elif not self._may_host(kept, welcome, table if moved else None):
            return False
        else:
            other = self.pin != kept.promised_to or welcome.term != kept.promised
            if self._welcomed and (moved or other):
                self._before = self._before or kept
            self._change(kept.obeying(welcome, self.pin))
        self._welcomed = True
        return True

    def _may_host(self, kept: KeptTable, welcome: Welcome, left: str | None) -> bool:
        """`left` is the id of the table that this one would replace, None for the same table."""
        if left is not None:
            return welcome.continues == left and self._is_named(kept)
        if kept.table == welcome.table and not kept.obeys(welcome.term, self.pin):
            return False
        return welcome.term <= kept.promised or not self._welcomed or self._is_named(kept)

    def rename(self, table: str, term: int) -> None:
        if self._next:
            fresh = KeptTable(table, self._next.title, term, self.pin, hosting=self._next.hosting)
            self._change(fresh)
        self._deal = self._said = None

    def note_hosting(self, hosting: Hosting) -> None:
        if self._next:
            self._change(replace(self._next, hosting=hosting))

    def note_inheritance(self, inheritance: Inheritance) -> None:
        if self._next:
            self._change(replace(self._next, inheritance=inheritance))

    def note_deal(self, deal: Deal, state: SessionState) -> None:
        if state.welcome and deal.term == state.welcome.term:
            self._deal = deal
            self.consider(state)

    def consider(self, state: SessionState) -> None:
        deal, kept = self._deal, self._next
        if deal is None or kept is None or not (self.keeps and state.caught_up and state.news):
            return
        held = state.game, len(state.view.table.scores)
        if state.news.phase == "playing" and held < (deal.game, deal.rounds):
            return
        ended = deal.round == 0 or held >= (deal.game, deal.round)
        said = Confirmed(deal.term, deal.number, ended)
        if said == self._said:
            return
        self._said = said
        self._change(kept.confirming(deal, state.game, state.history), encode(said))

    def promise(self, wanted: PromiseWanted, table: str | None) -> bool:
        """Promise what this successor asks for, or refuse; False if it may not even ask."""
        kept = self._next
        known = kept is not None and kept.table == wanted.table == table and self._is_named(kept)
        if not (known and self.keeps) or kept is None or wanted.term > MAX_TERM:
            return False
        promised = kept.promising(wanted.term, self.pin)
        for message in promised.answer(wanted, self.pin):
            self._change(promised if wanted.firm else kept, encode(message))
        return True

    def leave(self, message: bytes) -> None:
        if self._next:
            self._change(self._next.leaving(), message)

    def differs(self, state: SessionState) -> bool | None:
        """Whether a new host's rounds differ from those that were final; None until that is known."""
        before = self._before
        if before is None or state.news is None or not state.caught_up:
            return None
        self._before = None
        if before.final == 0 or state.game > before.game:
            return False
        if state.news.phase == "lobby" and state.game == before.game and not state.history:
            return False  # whose chair was given away has no stream of the last game
        rounds = split_rounds(write_finished_rounds(state.history))
        return (
            state.game < before.game or rounds[: before.final + 1] != split_rounds(before.text)[: before.final + 1]
        )

    def _is_named(self, kept: KeptTable) -> bool:
        return self.pin == kept.promised_to or kept.successor(self.pin) is not None

    def _change(self, kept: KeptTable, message: bytes | None = None) -> None:
        if kept != self._next:
            self._next, self._changes = kept, self._changes + 1
        if not self.keeps:
            self._written = self._changes
        if message is not None:
            self._waiting.append((self._changes, message))
