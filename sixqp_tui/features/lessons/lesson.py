"""A lesson: one turn, with an answer for every card and row that the learner can choose. Pure.

Lessons are TOML files; CONTRIBUTING.md explains how to write one. Their English texts are looked up in the
catalogs.
"""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from sixqp_protocol.facts import DraftOpened, Fact, GameStarted, HandDealt, RoundBegan, RowsStarted, Rules, Variant
from sixqp_protocol.messages import ChooseCard, ChooseRow, DraftCard
from sixqp_tui.engine.cards import HAND, ROWS, deck
from sixqp_tui.engine.decisions import at_hand
from sixqp_tui.engine.game import Game, IllegalDecision
from sixqp_tui.engine.reducer import ImpossibleFact
from sixqp_tui.engine.table import CardsWanted, DraftWanted, RowWanted, Table
from sixqp_tui.i18n.catalog import gettext

LEARNER: Final = 0
"""The learner's seat."""
MAX_LENGTH: Final = 150
"""Characters of a text in any language: two lines of the smallest window."""
MAX_BYTES: Final = 64 * 1024

Decision = ChooseCard | ChooseRow | DraftCard
Text = Annotated[str, Meta(min_length=1, max_length=MAX_LENGTH)]
Card = Annotated[int, Meta(ge=1, le=104)]
Row = Annotated[int, Meta(ge=1, le=ROWS)]
Part = Literal["sixth", "costs", "scores", "hint"]
"""What a lesson may hide of the table: the sixth places, what rows cost, the players' heads, the landing hint."""


class LessonFault(ValueError):
    """`fact` is the first impossible one, if there is one."""

    def __init__(self, problem: str, fact: str = "") -> None:
        super().__init__(f"{problem}: {fact}" if fact else problem)
        self.fact = fact


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the hand or the open deck, or a row from 1; `why` it is wrong, "" if it is right."""

    card: Card | None = None
    row: Row | None = None
    why: Annotated[str, Meta(max_length=MAX_LENGTH)] = ""

    @property
    def right(self) -> bool:
        return not self.why


class Turn(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards by seat, and the `row` taken for a card too low (3.7).

    In a draft, the card that each player picked (5.2).
    """

    cards: tuple[Card, ...]
    row: Row | None = None


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """One turn of a round.

    `rows` begin the rows, `turns` were played before, `hand` is the learner's now, and `lay` are the cards of the
    `others` in this turn, by seat; one of them takes `lay_row` if its card is too low. A draft has neither `rows`
    nor `hand`, and the learner makes the last pick. `task` says what to do, `row_task` what to do when a row has to
    be chosen, `learned` what the lesson taught. `hidden` is what no lesson has explained yet.
    """

    title: Annotated[str, Meta(min_length=1, max_length=40)]
    task: Text
    learned: Text
    others: Annotated[tuple[str, ...], Meta(min_length=1, max_length=9)]
    lay: tuple[Card, ...]
    answers: tuple[Answer, ...]
    rows: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    turns: tuple[Turn, ...] = ()
    row_task: Annotated[str, Meta(max_length=MAX_LENGTH)] = ""
    lay_row: Row | None = None
    variant: Variant = "classic"
    hidden: tuple[Part, ...] = ()

    def answer(self, decision: Decision) -> Answer | None:
        if not isinstance(decision, ChooseRow):
            return next((each for each in self.answers if each.card == decision.card), None)
        return next((each for each in self.answers if each.row == decision.row + 1), None)


def words_of(text: str) -> str:
    return gettext(text)


def texts(lesson: dict[str, Any]) -> list[str]:
    own = [lesson.get(key) for key in ("title", "task", "row_task", "learned")]
    return [text for text in (*own, *(each.get("why") for each in lesson.get("answers", ()))) if text]


def parse_lesson(data: bytes) -> Lesson:
    """A checked lesson. Raises LessonFault."""
    try:
        lesson = msgspec.toml.decode(data, type=Lesson)
    except (ValueError, RecursionError) as error:
        raise LessonFault("this is no lesson", str(error)) from None
    check_lesson(lesson)
    return lesson


def deal(lesson: Lesson, name: str) -> tuple[tuple[Fact, ...], Game]:
    """The others have chosen; the rest of their hands is dealt from the remaining cards. Raises LessonFault."""
    seats = len(lesson.others) + 1
    if len(lesson.lay) != seats - 1 or any(len(turn.cards) != seats for turn in lesson.turns):
        problem = f"expected a card of each of the {seats - 1} others, and in each turn before {seats} cards"
        raise LessonFault(problem)
    play = _Play(lesson)
    play.happen(GameStarted(Rules(variant=lesson.variant), (name, *lesson.others)), RoundBegan(1))
    (_draft if lesson.variant == "draft" else _play_turns)(play, lesson, seats)
    return tuple(play.facts), play.game


def _play_turns(play: "_Play", lesson: Lesson, seats: int) -> None:
    for seat, hand in enumerate(_hands(lesson, seats)):
        play.happen(HandDealt(seat, hand))
    play.happen(RowsStarted(lesson.rows))
    for number, turn in enumerate(lesson.turns, 1):
        for seat, card in enumerate(turn.cards):
            play.decide(seat, ChooseCard(card=card), number)
        if isinstance(wanted := play.game.pending, RowWanted):
            if turn.row is None:
                raise LessonFault(f"turn {number}: the {wanted.card} is too low, and no row is named")
            play.decide(wanted.seat, ChooseRow(row=turn.row - 1), number)
        elif turn.row is not None:
            raise LessonFault(f"turn {number}: a row is named, and no card is too low")
    for seat, card in enumerate(lesson.lay, 1):
        play.decide(seat, ChooseCard(card=card), len(lesson.turns) + 1)


def _draft(play: "_Play", lesson: Lesson, seats: int) -> None:
    """The seat after the learner picks first, so that the learner picks last."""
    if lesson.rows or lesson.hand or any(turn.row is not None for turn in lesson.turns):
        raise LessonFault("in the draft nothing is dealt, and no row is taken: expected no rows, hand or row")
    if len(lesson.turns) != HAND - 1:
        raise LessonFault(f"in the draft the last pick is the learner's: expected {HAND - 1} turns before it")
    play.happen(DraftOpened((LEARNER + 1) % seats))
    for number, turn in enumerate(lesson.turns, 1):
        for seat in (*range(1, seats), LEARNER):
            play.decide(seat, DraftCard(card=turn.cards[seat]), number)
    for seat, card in enumerate(lesson.lay, 1):
        play.decide(seat, DraftCard(card=card), len(lesson.turns) + 1)


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


def check_lesson(lesson: Lesson) -> None:
    """Raises LessonFault if the turn can't be played, or a possible decision has no answer."""
    _facts, game = deal(lesson, "-")
    turn = game.table.turn
    answered = set[Answer]()
    while wanted := wanted_of(game, turn):
        answers = {decision: lesson.answer(decision) for decision in wanted}
        if unanswered := [decision for decision, answer in answers.items() if answer is None]:
            raise LessonFault(f"nothing is said of {_named(unanswered[0])}")
        right = [decision for decision, answer in answers.items() if answer and answer.right]
        if len(right) != 1:
            raise LessonFault(f"expected one right answer among {', '.join(map(_named, wanted))}, got {len(right)}")
        if isinstance(right[0], ChooseRow) and not lesson.row_task:
            raise LessonFault("a row is to be chosen, and no row_task is there")
        answered |= {answer for answer in answers.values() if answer}
        _batch, game = follow(lesson, game, right[0])
    if isinstance(game.pending, RowWanted):
        raise LessonFault(f"the {game.pending.card} is too low, and no lay_row is named")
    if left := [answer for answer in lesson.answers if answer not in answered]:
        raise LessonFault(f"an answer that cannot be given: {left[0]}")


class _Play:
    def __init__(self, lesson: Lesson) -> None:
        self.facts: list[Fact] = []
        self.game = Game("lesson", Table(), pauses=True)

    def happen(self, *facts: Fact) -> None:
        """Raises LessonFault."""
        for fact in facts:
            try:
                self.game = self.game.after((fact,))
            except ImpossibleFact:
                raise LessonFault("this cannot have happened", str(fact)) from None
            self.facts.append(fact)

    def decide(self, seat: int, decision: Decision, turn: int) -> None:
        """Raises LessonFault."""
        try:
            batch, self.game = _decide(self.game, seat, decision)
        except IllegalDecision as error:
            problem = f"turn {turn}, seat {seat + 1}, {_named(decision)}: this cannot have happened"
            raise LessonFault(problem, str(error)) from None
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


def _named(decision: Decision) -> str:
    return f"row {decision.row + 1}" if isinstance(decision, ChooseRow) else f"the {decision.card}"
