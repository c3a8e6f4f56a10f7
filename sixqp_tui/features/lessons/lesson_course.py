"""The course of lessons as a session, in which the learner answers one after another, and where they left off."""

from collections.abc import Callable, Sequence
from typing import Final

from sixqp_protocol.messages import AnyRequest, ChooseCard, ChooseRow, DraftCard
from sixqp_tui.client.session_state import OfflineSession
from sixqp_tui.engine.view import readable
from sixqp_tui.features.lessons.course import course
from sixqp_tui.features.lessons.lesson import LEARNER, Decision, Lesson, deal, follow, wanted_of
from sixqp_tui.i18n import _
from sixqp_tui.store import paths
from sixqp_tui.store.preferences import FILE_NAME, read_word
from sixqp_tui.terminal.preferences import save_words

KEY: Final = "lesson"
"""Of the preferences: the code of the lesson to begin with next time."""
LEARNED: Final = "learned"
"""In place of the code of a lesson: all are learned."""


def next_lesson() -> tuple[int, int] | None:
    """The number of the next lesson (0: none is left), and of how many, without variants; None before the first."""
    at = _read()
    classic = [code for code, lesson in course().items() if lesson.variant == "classic"]
    return (classic.index(at) + 1 if at in classic else 0, len(classic)) if at else None


def _read() -> str:
    return read_word(paths.config_path() / FILE_NAME, KEY)


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


class LessonCourse(OfflineSession):
    """The learner's seat in one lesson after another, from the lesson `at`, by its code, or where they left off.

    A request is answered at once: `why` says why the decision was wrong, and is "" after the right one, and
    `on_answer` gets it. `warn` gets each new sentence about a file that can't keep where the learner is.
    """

    def __init__(self, name: str, at: str | None = None, warn: Callable[[str], object] = str) -> None:
        super().__init__()
        self.lessons = course()
        self._codes = tuple(self.lessons)
        self._name = name
        self._warn, self._warned = warn, ""
        self.on_answer: Callable[[str], None] = lambda why: None
        at = _read() if at is None else at
        self._open(self._codes.index(at) if at in self.lessons else 0)

    @property
    def lesson(self) -> Lesson:
        return self.lessons[self._codes[self._place]]

    @property
    def decisions(self) -> Sequence[Decision]:
        """The choices of the learner now; none once the lesson is done."""
        return wanted_of(self._game, self._turn)

    @property
    def done(self) -> bool:
        return not self.decisions

    @property
    def is_last(self) -> bool:
        return self._place == len(self._codes) - 1

    @property
    def is_first(self) -> bool:
        return self._place == 0

    @property
    def _classic(self) -> int:
        return sum(each.variant == "classic" for each in self.lessons.values())

    @property
    def heading(self) -> str:
        number, title = self._place + 1, self.lesson.title
        if self.lesson.variant != "classic":
            # Translators: {title} is the name of the variant
            return _("Lesson {number}, a variant: {title}").format(number=number, title=title)
        # Translators: {title} is what the lesson is about, such as “The sixth card”
        return _("Lesson {number} of {count}: {title}").format(number=number, count=self._classic, title=title)

    @property
    def text(self) -> str:
        if self.why:
            return self.refusal
        return self.lesson.learned if self.done else self.task

    @property
    def refusal(self) -> str:
        """Empty if the last answer was right."""
        # Translators: {why} is a whole sentence or two; at most 14 characters besides it
        return _("Not this one. {why}").format(why=self.why) if self.why else ""

    @property
    def task(self) -> str:
        by_row = not self.done and self.state.view.decision_id
        return self.lesson.row_task if by_row and by_row.kind == "row" else self.lesson.task

    @property
    def what_follows(self) -> str:
        if self._place + 1 == self._classic:
            # Translators: the sentence has at most 74 characters
            return _("Right! Now you know the game. Two more lessons are about its variants.")
        return _("Right! That was the last lesson.") if self.is_last else _("Right!")

    def go(self, by: int) -> None:
        """Stops at the first and at the last lesson."""
        self._open(max(0, min(len(self._codes) - 1, self._place + by)))
        self._keep(self._codes[self._place])

    def _keep(self, at: str) -> None:
        problem = save_words({KEY: at})
        if problem and problem != self._warned:
            self._warned = problem
            self._warn(problem)

    def begin_again(self) -> None:
        self._open(self._place)

    def _open(self, place: int) -> None:
        self._place = place
        self.why = ""
        happened, self._game = deal(self.lesson, self._name)
        self._turn = self._game.table.turn
        self.sit_down(LEARNER, self._game.table, readable(happened, LEARNER))

    def request(self, request: AnyRequest) -> int | None:
        if not isinstance(request, ChooseCard | ChooseRow | DraftCard) or request not in self.decisions:
            return None
        self.why = self.lesson.why_wrong(request)
        if not self.why:
            batch, self._game = follow(self.lesson, self._game, request)
            new, state = readable(batch, LEARNER), self.state
            self.state = state.updated(history=state.history + new, view=state.view.after(new))
        if self.done:
            self._keep(LEARNED if self.is_last else self._codes[self._place + 1])
        self.on_answer(self.why)
        return None if self.why else 1
