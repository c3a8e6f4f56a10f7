"""A lesson, told as a session tells a game: the engine plays it, and a wrong answer changes nothing."""

from collections.abc import Callable, Sequence

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
from sixqp_tui.features.lessons.lesson import LEARNER, Answer, Decision, Lesson, deal, follow, wanted_of


class LessonSession(OfflineSession):
    """The seat of somebody who is called `name` in a `lesson` that was checked.

    What is asked of it is answered at once: `on_answer` hears what is to be said of each decision, after the facts
    that a right one brings.
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
            welcome=Welcome(CURRENT, "", "", LEARNER, None, False, 1, 0, 0),
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
        """The room: everybody is there, and nobody's clock runs."""
        table = self._game.table
        learner, *others = table.names
        bots = (SeatNews(name, "bot", True, level="easy") for name in others)
        chairs = (SeatNews(learner, "person", True), *bots)
        return RoomNews("playing", chairs, LEARNER, Settings(rules=table.rules, timer=None), 0, False, (), None)

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
            state = self.state
            self.state = state.updated(history=state.history + new, view=state.view.after(new))
        self.on_answer(answer)
        return 1 if answer.right else None
