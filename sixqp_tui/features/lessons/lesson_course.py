"""A course of lessons, and the session of the one that is open."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from sixqp_protocol.messages import (
    AnyRequest,
    ChooseCard,
    ChooseRow,
    DraftCard,
    RoomNews,
    SeatNews,
    Settings,
    Welcome,
)
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.session_state import OfflineSession
from sixqp_tui.engine.view import View, readable
from sixqp_tui.features.lessons.lesson import LEARNER, Answer, Decision, Lesson, deal, follow, wanted_of, words_of
from sixqp_tui.i18n import _


class LessonSession(OfflineSession):
    """The learner's seat in a checked lesson.

    It answers requests at once: `on_answer` gets the answer after the facts of a right decision.
    """

    def __init__(
        self, lesson: Lesson, name: str, on_answer: Callable[[Answer], None] = lambda answer: None
    ) -> None:
        super().__init__()
        self.lesson = lesson
        self.on_answer = on_answer
        happened, self._game = deal(lesson, name)
        self._turn = self._game.table.turn
        history = readable(happened, LEARNER)
        self.state = self.state.updated(
            welcome=Welcome(CURRENT, "", "", LEARNER, False, 1, 0, 0),
            view=View(LEARNER).after(history),
            game=1,
            history=history,
            news=self._news(),
            names=self._game.table.names,
        )

    @property
    def done(self) -> bool:
        return not wanted_of(self._game, self._turn)

    @property
    def decisions(self) -> Sequence[Decision]:
        return wanted_of(self._game, self._turn)

    def _news(self) -> RoomNews:
        """Everybody is there, and nobody's clock runs."""
        table = self._game.table
        chairs = tuple(SeatNews(name, "person", True) for name in table.names)
        return RoomNews("playing", chairs, LEARNER, Settings(rules=table.rules, timer=None), 0, False, (), None)

    def request(self, request: AnyRequest) -> int | None:
        if not isinstance(request, ChooseCard | ChooseRow | DraftCard) or request not in self.decisions:
            return None
        answer = self.lesson.answer(request)
        if answer is None:
            return None
        if answer.right:
            batch, self._game = follow(self.lesson, self._game, request)
            new = readable(batch, LEARNER)
            state = self.state
            self.state = state.updated(history=state.history + new, view=state.view.after(new))
        self.on_answer(answer)
        return 1 if answer.right else None


Code = Annotated[str, Meta(max_length=64)]


def explain_aim() -> str:
    return _("You win with the fewest bull's heads.")


def explain_heads() -> str:
    return _("Each {head} on a card is one bull's head. Most cards have one head; the 55 has seven.")


def explain_turns() -> str:
    return _(
        "There are four rows of cards. In each turn, every player plays one card, and each card goes to the end of "
        "a row. Sometimes a card takes a row. Its player then gets all the heads in it."
    )


def explain_end() -> str:
    return _(
        "A round has ten turns. The game ends after the round in which a player goes over 66 heads, and the player "
        "with the fewest wins."
    )


class LessonProgress(Struct, frozen=True):
    """`at` is the lesson to begin with, "" for the first."""

    at: Code = ""
    learned: tuple[Code, ...] = ()

    def next_of(self, lessons: Mapping[str, Lesson]) -> tuple[int, int]:
        classic = [code for code, lesson in lessons.items() if lesson.variant == "classic"]
        return classic.index(self.at) + 1 if self.at in classic else 0, len(classic)


class LessonCourse:
    """Begins where `progress` says.

    `keep` gets each new progress, and `on_answer` each answer.
    """

    def __init__(
        self,
        lessons: Mapping[str, Lesson],
        name: str,
        progress: LessonProgress = LessonProgress(),  # noqa: B008 (frozen)
        keep: Callable[[LessonProgress], None] = lambda progress: None,
    ) -> None:
        self.lessons = lessons
        self._codes = tuple(lessons)
        self._name = name
        self.progress = progress
        self._keep = keep
        self.on_answer: Callable[[Answer], None] = lambda answer: None
        self._open(self._codes.index(progress.at) if progress.at in lessons else 0)

    @property
    def lesson(self) -> Lesson:
        return self.session.lesson

    @property
    def done(self) -> bool:
        return self.session.done

    @property
    def is_last(self) -> bool:
        return self._place == len(self._codes) - 1

    @property
    def is_first(self) -> bool:
        return self._place == 0

    @property
    def before_variants(self) -> bool:
        return self.lesson.variant == "classic" and self._classic == self._place + 1 < len(self._codes)

    @property
    def _classic(self) -> int:
        return sum(each.variant == "classic" for each in self.lessons.values())

    @property
    def heading(self) -> str:
        number, title = self._place + 1, words_of(self.lesson.title)
        if self.lesson.variant != "classic":
            # Translators: {title} is the name of the variant
            return _("Lesson {number}, a variant: {title}").format(number=number, title=title)
        # Translators: {title} is what the lesson is about, such as “The sixth card”
        return _("Lesson {number} of {count}: {title}").format(number=number, count=self._classic, title=title)

    @property
    def text(self) -> str:
        if self.why:
            return self.refusal
        return words_of(self.lesson.learned) if self.done else self.task

    @property
    def refusal(self) -> str:
        """Empty if the last answer was right."""
        # Translators: {why} is a whole sentence or two; at most 14 characters besides it
        return _("Not this one. {why}").format(why=words_of(self.why)) if self.why else ""

    @property
    def begins(self) -> bool:
        return self.is_first and not self.is_last

    @property
    def task(self) -> str:
        by_row = not self.done and self.session.state.view.decision_id
        return words_of(self.lesson.row_task if by_row and by_row.kind == "row" else self.lesson.task)

    @property
    def what_follows(self) -> str:
        if self.before_variants:
            # Translators: q is a key; the sentence has at most 74 characters
            return _("Right! Enter: more lessons, on variants · q: quit")
        return (
            _("Right! That was the last lesson. Enter: finish")
            if self.is_last
            else _("Right! Enter: lesson {number}").format(number=(self._place + 2))
        )

    def go(self, by: int) -> None:
        """Stops at the first and at the last lesson."""
        self._open(max(0, min(len(self._codes) - 1, self._place + by)))
        self._remember(self._codes[self._place])

    def open(self, code: str) -> None:
        self._open(self._codes.index(code))

    def begin_again(self) -> None:
        self._open(self._place)

    def _open(self, place: int) -> None:
        self._place = place
        self.why = ""
        self.session = LessonSession(self.lessons[self._codes[place]], self._name, self._hear)

    def _hear(self, answer: Answer) -> None:
        self.why = answer.why
        if self.done:
            code = self._codes[self._place]
            after = "" if self.is_last else self._codes[self._place + 1]
            self._remember(after, (*(each for each in self.progress.learned if each != code), code))
        self.on_answer(answer)

    def _remember(self, at: str, learned: tuple[str, ...] | None = None) -> None:
        self.progress = LessonProgress(at, self.progress.learned if learned is None else learned)
        self._keep(self.progress)
