"""A lesson, told as a session tells a game: the engine plays it, and a wrong answer changes nothing."""

from collections.abc import Callable, Sequence

from sixqp_protocol.facts import AnyFact
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
from sixqp_tui.client.offline_session import OfflineSession
from sixqp_tui.engine.permissions import Standing, standing_of
from sixqp_tui.engine.view import View, readable
from sixqp_tui.features.lessons.lesson import LEARNER, Answer, Decision, Lesson, deal, follow, wanted_of


class LessonSession(OfflineSession):
    """The seat of somebody who is called `name` in a `lesson` that was checked.

    What is asked of it is answered at once: `on_answer` hears what is to be said of each decision, after the facts
    that a right one brings.
    """

    def __init__(
        self, lesson: Lesson, name: str, on_answer: Callable[[Answer], None] = lambda answer: None
    ) -> None:
        self.lesson = lesson
        self.on_answer = on_answer
        happened, self._game = deal(lesson, name)
        self._turn = self._game.table.turn
        self._history = readable(happened, LEARNER)
        self._view = View(LEARNER).after(self._history)

    @property
    def done(self) -> bool:
        return not wanted_of(self._game, self._turn)

    @property
    def decisions(self) -> Sequence[Decision]:
        return wanted_of(self._game, self._turn)

    @property
    def history(self) -> Sequence[AnyFact]:
        return self._history

    @property
    def view(self) -> View:
        return self._view

    @property
    def names(self) -> tuple[str, ...]:
        return self._game.table.names

    @property
    def game(self) -> int:
        return 1

    @property
    def news(self) -> RoomNews:
        """The room: everybody is there, and nobody's clock runs."""
        learner, *others = self.names
        bots = (SeatNews(name, "bot", True, level="easy") for name in others)
        chairs = (SeatNews(learner, "person", True), *bots)
        return RoomNews(
            "playing", chairs, LEARNER, Settings(rules=self._game.table.rules, timer=None), 0, False, (), None
        )

    @property
    def welcome(self) -> Welcome:
        return Welcome(CURRENT, "", "", LEARNER, None, False, self.game, 0, 0)

    @property
    def standing(self) -> Standing:
        return standing_of(self.news, self._view.table)

    def request(self, request: AnyRequest) -> int | None:
        """Decide: a right decision is taken, and brings its facts; of anything else nothing comes."""
        if not isinstance(request, ChooseCard | ChooseRow | DraftCard) or request not in self.decisions:
            return None
        answer = self.lesson.answer(request)
        if answer is None:
            return None
        if answer.right:
            batch, self._game = follow(self.lesson, self._game, request)
            new = readable(batch, LEARNER)
            self._history += new
            self._view = self._view.after(new)
        self.on_answer(answer)
        return 1 if answer.right else None
