"""A lesson: one turn, with an answer for every card and row that the learner can choose. Pure."""

from typing import Final, Literal, NamedTuple

from sixqp_protocol.facts import DraftOpened, Fact, GameStarted, HandDealt, RoundBegan, RowsStarted, Rules, Variant
from sixqp_protocol.messages import ChooseCard, ChooseRow, DraftCard
from sixqp_tui.engine.cards import HAND, ROWS, deck
from sixqp_tui.engine.decisions import at_hand
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.table import CardsWanted, DraftWanted, RowWanted, Table

LEARNER: Final = 0
"""The learner's seat."""

Decision = ChooseCard | ChooseRow | DraftCard
Part = Literal["sixth", "costs", "scores", "hint"]
"""What a lesson may hide of the table: the sixth places, what rows cost, the players' heads, the landing hint."""


class Answer(NamedTuple):
    """A card of the hand or the open deck, or a row from 1; `why` it is wrong, "" if it is right."""

    card: int | None = None
    row: int | None = None
    why: str = ""

    @property
    def right(self) -> bool:
        return not self.why


class Turn(NamedTuple):
    """The cards by seat, and the `row` taken for a card too low (3.7).

    In a draft, the card that each player picked (5.2).
    """

    cards: tuple[int, ...]
    row: int | None = None


class Lesson(NamedTuple):
    """One turn of a round.

    `rows` begin the rows, `turns` were played before, `hand` is the learner's now, and `lay` are the cards of the
    `others` in this turn, by seat; one of them takes `lay_row` if its card is too low. A draft has neither `rows`
    nor `hand`, and the learner makes the last pick. `task` says what to do, `row_task` what to do when a row has to
    be chosen, `learned` what the lesson taught. `hidden` is what no lesson has explained yet.
    """

    title: str
    task: str
    learned: str
    others: tuple[str, ...]
    lay: tuple[int, ...]
    answers: tuple[Answer, ...]
    turns: tuple[Turn, ...]
    rows: tuple[int, ...] = ()
    hand: tuple[int, ...] = ()
    row_task: str = ""
    lay_row: int | None = None
    variant: Variant = "classic"
    hidden: tuple[Part, ...] = ()

    def answer(self, decision: Decision) -> Answer | None:
        if not isinstance(decision, ChooseRow):
            return next((each for each in self.answers if each.card == decision.card), None)
        return next((each for each in self.answers if each.row == decision.row + 1), None)


def deal(lesson: Lesson, name: str) -> tuple[tuple[Fact, ...], Game]:
    """The others have chosen; the rest of their hands is dealt from the remaining cards.

    Raises ImpossibleFact and IllegalDecision for a turn that can't have happened.
    """
    play = _Play()
    play.happen(GameStarted(Rules(variant=lesson.variant), (name, *lesson.others)), RoundBegan(1))
    (_draft if lesson.variant == "draft" else _play_turns)(play, lesson, len(lesson.others) + 1)
    return tuple(play.facts), play.game


def _play_turns(play: "_Play", lesson: Lesson, seats: int) -> None:
    play.happen(*(HandDealt(seat, hand) for seat, hand in enumerate(_hands(lesson, seats))))
    play.happen(RowsStarted(lesson.rows))
    for turn in lesson.turns:
        for seat, card in enumerate(turn.cards):
            play.decide(seat, ChooseCard(card=card))
        if isinstance(wanted := play.game.pending, RowWanted) and turn.row is not None:
            play.decide(wanted.seat, ChooseRow(row=turn.row - 1))
    for seat, card in enumerate(lesson.lay, 1):
        play.decide(seat, ChooseCard(card=card))


def _draft(play: "_Play", lesson: Lesson, seats: int) -> None:
    """The seat after the learner picks first, so that the learner picks last."""
    play.happen(DraftOpened((LEARNER + 1) % seats))
    for turn in lesson.turns:
        for seat in (*range(1, seats), LEARNER):
            play.decide(seat, DraftCard(card=turn.cards[seat]))
    for seat, card in enumerate(lesson.lay, 1):
        play.decide(seat, DraftCard(card=card))


def follow(lesson: Lesson, game: Game, decision: Decision) -> tuple[tuple[Fact, ...], Game]:
    """Another player's row for a card too low follows. Raises IllegalDecision."""
    batch, game = _decide(game, LEARNER, decision)
    wanted = game.pending
    if isinstance(wanted, RowWanted) and wanted.seat != LEARNER and lesson.lay_row is not None:
        more, game = _decide(game, wanted.seat, ChooseRow(row=lesson.lay_row - 1))
        batch += more
    return batch, game


def _decide(game: Game, seat: int, decision: Decision) -> tuple[tuple[Fact, ...], Game]:
    return game.decide(seat, at_hand(decision, game.table))


def wanted_of(game: Game, turn: int) -> list[Decision]:
    """None if the turn needs no decision of the learner."""
    pending = game.pending
    if game.table.turn != turn or pending is None or LEARNER not in pending.seats:
        return []
    if isinstance(pending, CardsWanted):
        return [ChooseCard(card=card) for card in game.table.hands[LEARNER] or ()]
    if isinstance(pending, DraftWanted):
        return [DraftCard(card=card) for card in game.table.deck]
    return [ChooseRow(row=row) for row in range(ROWS)]


class _Play:
    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.game = Game("lesson", Table(), pauses=True)

    def happen(self, *facts: Fact) -> None:
        self.game = self.game.after(facts)
        self.facts += facts

    def decide(self, seat: int, decision: Decision) -> None:
        batch, self.game = _decide(self.game, seat, decision)
        self.facts += batch


def _hands(lesson: Lesson, seats: int) -> list[tuple[int, ...]]:
    held = [[turn.cards[seat] for turn in lesson.turns] for seat in range(seats)]
    held[LEARNER] += lesson.hand
    for seat, card in enumerate(lesson.lay, 1):
        held[seat].append(card)
    used = {*lesson.rows, *(card for hand in held for card in hand)}
    spare = [card for card in deck(lesson.variant, seats) if card not in used]
    for hand in held[1:]:
        missing = max(0, HAND - len(hand))
        hand += spare[:missing]
        del spare[:missing]
    return [tuple(sorted(hand)) for hand in held]
