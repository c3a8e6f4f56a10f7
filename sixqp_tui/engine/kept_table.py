"""What a program stores of a table in order to confirm, promise and take over (`SPEC.md`, 3.12)."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol.facts import AnyFact, RoundEnded
from sixqp_protocol.messages import (
    Deal,
    HeldRound,
    Hosting,
    Inheritance,
    Promise,
    PromiseWanted,
    Successor,
    Welcome,
)
from sixqp_tui.engine.finished_rounds import split_rounds, write_finished_rounds

_LINE_LIMIT = 1400
"""Bytes of a text from a client (`SPEC.md`, 12)."""


class KeptTable(Struct, frozen=True):
    """A table as this program knows it for certain.

    `promised` is the highest term that it obeys or has promised, and `promised_to` that host's or successor's pin,
    or b"". `deal` is the last one confirmed. `text` has the `rounds` of `game` that were finished then, of which
    the first `final` are known to be final. A program that has `left` promises nothing.
    """

    table: str
    title: str = ""
    promised: int = 0
    promised_to: bytes = b""
    deal: Deal | None = None
    left: bool = False
    game: int = 0
    rounds: int = 0
    final: int = 0
    text: str = ""
    hosting: Hosting | None = None
    inheritance: Inheritance | None = None

    def obeys(self, term: int, pin: bytes) -> bool:
        return term > self.promised or (term == self.promised and self.promised_to in (b"", pin))

    def obeying(self, welcome: Welcome, pin: bytes) -> "KeptTable":
        if welcome.table != self.table:
            return KeptTable(welcome.table, welcome.title, welcome.term, pin)
        return replace(self, title=welcome.title, promised=welcome.term, promised_to=pin)

    def confirming(self, deal: Deal, game: int, history: Sequence[AnyFact]) -> "KeptTable":
        """The table with this deal confirmed, after the finished rounds of `history`.

        A chair that moved in the lobby has no history of the last game, and keeps what it had.
        """
        same = game == self.game
        rounds = sum(isinstance(fact, RoundEnded) for fact in history)
        written = same and self.text and rounds == self.rounds and self.deal and self.deal.term == deal.term
        text = self.text if written else write_finished_rounds(history) or (self.text if same else "")
        if not history:
            rounds = self.rounds if text else 0
        final = max(deal.round - 1, self.final if same else 0, 0)
        return replace(self, deal=deal, left=False, game=game, final=final, rounds=rounds, text=text)

    def leaving(self) -> "KeptTable":
        return replace(self, left=True)

    def promising(self, term: int, pin: bytes) -> "KeptTable":
        return replace(self, promised=term, promised_to=pin) if self.promised < term and not self.left else self

    def answer(self, wanted: PromiseWanted, pin: bytes) -> tuple[HeldRound | Promise, ...]:
        """After `promising`: the rounds that the successor lacks, and the promise.

        A promise that isn't firm needs no disk.
        """
        given = self.promised == wanted.term and self.promised_to == pin and not self.left
        higher = 0 if self.left else max(self.promised, wanted.term + 1)
        promised = wanted.term if given else higher
        promise = Promise(wanted.term, wanted.firm, promised, self.deal, self.game, self.rounds)
        known = wanted.rounds + 1 if wanted.game == self.game else 0
        if not given or (self.game, self.rounds) <= (wanted.game, wanted.rounds):
            return (promise,)
        lines = enumerate(split_rounds(self.text)[known:], known)
        return (*(HeldRound(self.game, number, part) for number, text in lines for part in _parts(text)), promise)

    def successor(self, pin: bytes) -> Successor | None:
        named = self.hosting.successors if self.hosting else ()
        return next((each for each in named if each.pin == pin), None)


def _parts(text: str) -> list[str]:
    parts = [""]
    for line in text.splitlines(keepends=True):
        if len((parts[-1] + line).encode()) > _LINE_LIMIT:
            parts.append("")
        parts[-1] += line
    return parts
