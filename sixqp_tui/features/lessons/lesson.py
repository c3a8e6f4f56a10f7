"""A lesson: one turn, with an answer for every card and row that the learner can choose. Pure."""

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Final, Literal, NamedTuple

from sixqp_protocol.facts import DraftOpened, Fact, GameStarted, HandDealt, RoundBegan, RowsStarted, Rules, Variant
from sixqp_protocol.messages import ChooseCard, ChooseRow, DraftCard
from sixqp_tui.engine.cards import HAND, ROWS, deck
from sixqp_tui.engine.decisions import at_hand
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.table import CardsWanted, DraftWanted, RowWanted, Table

LEARNER: Final = 0
"""The learner's seat."""
OTHERS: Final = ("Ada", "Bob")
SEATS: Final = 1 + len(OTHERS)

Decision = ChooseCard | ChooseRow | DraftCard
Part = Literal["sixth", "costs", "scores", "hint"]
"""What a lesson may hide of the table: the sixth places, what rows cost, the players' heads, the landing hint."""
Reasons = Mapping[tuple[int, ...], str]
"""By cards, or rows from 1, why they are wrong; `{card}` stands for the card."""


class Lesson(NamedTuple):
    """One turn of a round, with a reason for every card and row that is wrong.

    `rows` begin the rows. `turns` were played before, each with the cards by seat, and `lay` are the others' cards
    in this turn. `taken` are the rows from 1 that the others take, in order, for cards too low (3.7). The learner
    holds the `right` card and the `wrong` ones. In a draft, `turns` and `lay` are picks (5.2), and the learner
    makes the last one. `task` says what to do, `row_task` what to do when a row has to be chosen, `learned` what
    the lesson taught. `hidden` is what no lesson has explained yet.
    """

    title: str
    task: str
    learned: str
    turns: tuple[tuple[int, ...], ...]
    lay: tuple[int, ...]
    right: int
    wrong: Reasons
    rows: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    row_task: str = ""
    wrong_rows: Reasons = {}
    variant: Variant = "classic"
    hidden: tuple[Part, ...] = ()

    @property
    def cards(self) -> tuple[int, ...]:
        """Those that the learner can choose."""
        return tuple(sorted((self.right, *chain(*self.wrong))))

    def why_wrong(self, decision: Decision) -> str:
        """Empty for the right decision."""
        if isinstance(decision, ChooseRow):
            chosen, reasons = decision.row + 1, self.wrong_rows
        else:
            chosen, reasons = decision.card, self.wrong
        return next((why.format(card=chosen) for held, why in reasons.items() if chosen in held), "")


def deal(lesson: Lesson, name: str) -> tuple[tuple[Fact, ...], Game]:
    """The others have chosen; the rest of their hands is dealt from the remaining cards.

    Raises ImpossibleFact and IllegalDecision for a turn that can't have happened.
    """
    facts: list[Fact] = [GameStarted(Rules(variant=lesson.variant), (name, *OTHERS)), RoundBegan(1)]
    if lesson.variant == "draft":
        facts.append(DraftOpened(LEARNER + 1))
    else:
        facts += (HandDealt(seat, hand) for seat, hand in enumerate(_hands(lesson)))
        facts.append(RowsStarted(lesson.rows))
    game, taken = Game("lesson", Table(), pauses=True).after(facts), iter(lesson.taken)
    for seat, decision in _decisions_before(lesson):
        batch, game = _decide(game, seat, decision)
        facts += batch
        if isinstance(wanted := game.pending, RowWanted):
            batch, game = _decide(game, wanted.seat, ChooseRow(row=next(taken) - 1))
            facts += batch
    return tuple(facts), game


def _decisions_before(lesson: Lesson) -> Iterator[tuple[int, Decision]]:
    """In a draft, the seat after the learner picks first, so that the learner picks last."""
    others = range(1, SEATS)
    order, decision = ((*others, LEARNER), DraftCard) if lesson.variant == "draft" else (range(SEATS), ChooseCard)
    for turn in lesson.turns:
        yield from ((seat, decision(card=turn[seat])) for seat in order)
    yield from ((seat, decision(card=card)) for seat, card in zip(others, lesson.lay, strict=True))


def follow(lesson: Lesson, game: Game, decision: Decision) -> tuple[tuple[Fact, ...], Game]:
    """Another player's row for a card too low follows. Raises IllegalDecision."""
    batch, game = _decide(game, LEARNER, decision)
    wanted = game.pending
    if isinstance(wanted, RowWanted) and wanted.seat != LEARNER:
        more, game = _decide(game, wanted.seat, ChooseRow(row=lesson.taken[-1] - 1))
        batch += more
    return batch, game


def _decide(game: Game, seat: int, decision: Decision) -> tuple[tuple[Fact, ...], Game]:
    return game.decide(seat, at_hand(decision, game.table))


def wanted_of(game: Game, turn: int) -> list[Decision]:
    """Empty if the turn needs no decision of the learner."""
    pending = game.pending
    if game.table.turn != turn or pending is None or LEARNER not in pending.seats:
        return []
    if isinstance(pending, CardsWanted):
        return [ChooseCard(card=card) for card in game.table.hands[LEARNER] or ()]
    if isinstance(pending, DraftWanted):
        return [DraftCard(card=card) for card in game.table.deck]
    return [ChooseRow(row=row) for row in range(ROWS)]


def _hands(lesson: Lesson) -> list[tuple[int, ...]]:
    held = [[turn[seat] for turn in lesson.turns] for seat in range(SEATS)]
    held[LEARNER] += lesson.cards
    for seat, card in enumerate(lesson.lay, 1):
        held[seat].append(card)
    used = {*lesson.rows, *chain(*held)}
    spare = (card for card in deck(lesson.variant, SEATS) if card not in used)
    for hand in held[1:]:
        hand += islice(spare, max(0, HAND - len(hand)))
    return [tuple(sorted(hand)) for hand in held]
