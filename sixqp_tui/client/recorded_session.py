"""A session of a recorded game, for screens and text that show the past."""

from bisect import bisect_left
from collections.abc import Sequence

from msgspec.structs import replace

from sixqp_protocol.facts import AnyFact, GameStarted
from sixqp_protocol.messages import AnyRequest, RoomNews, SeatNews, Settings, Welcome
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.events import Facts
from sixqp_tui.client.session_state import OfflineSession, SessionState
from sixqp_tui.client.status import Connected
from sixqp_tui.engine.permissions import standing_of
from sixqp_tui.engine.view import View
from sixqp_tui.i18n.phrases import table_title


class RecordedSession(OfflineSession):
    """A session of a whole game with open hands, checked by the engine, of which `position` facts have happened.

    The reader sits at `seat`, None for a watcher, and with `hands_open` sees every hand. It accepts no requests.
    """

    def __init__(  # noqa: PLR0913  # by name, each with a default
        self,
        facts: Sequence[AnyFact],
        chairs: Sequence[SeatNews],
        *,
        title: str,
        table: str = "",
        game: int = 1,
        seat: int | None = None,
        hands_open: bool = False,
        position: int = 0,
    ) -> None:
        super().__init__()
        self.facts = tuple(facts)
        self.title, self.table, self.game = table_title(title), table, game
        self._chairs = tuple(chairs)
        self._settings = Settings(rules=next(fact.rules for fact in facts if isinstance(fact, GameStarted)))
        self.position = position
        self._names = tuple(chair.name for chair in chairs)
        self._stream: tuple[AnyFact, ...] = ()
        self._places: tuple[int, ...] = ()
        self.look_from(seat, hands_open)

    def seek(self, position: int) -> Facts:
        view, known = self.state.view, len(self.state.history)
        self.position = max(0, min(position, len(self.facts)))
        history = self._stream[: bisect_left(self._places, self.position)]
        first = known if len(history) >= known else 0
        new = history[first:]
        view = (view if first else view.before_all()).after(new)
        self.state = replace(self.state, history=history, view=view, standing=standing_of(None, view.table))
        return Facts(self.game, first, new, True)

    def look_from(self, seat: int | None, hands_open: bool) -> None:
        view = View(seat, hands_open=hands_open)
        read = [(place, fact) for place, fact in enumerate(self.facts) if view.may_read(fact)]
        self._places = tuple(place for place, _fact in read)
        self._stream = tuple(fact for _place, fact in read)
        self.state = SessionState(
            status=Connected(),
            welcome=Welcome(CURRENT, self.table, self.title, seat, False, self.game, 0, 0),
            view=view,
            game=self.game,
            news=RoomNews("playing", self._chairs, seat, self._settings, False, (), None),
            names=self._names,
            renamings=((1, self._names),),
        )
        self.seek(self.position)

    def position_of(self, length: int) -> int:
        if length >= len(self.state.history):
            return self.position
        return self._places[length - 1] + 1 if length else 0

    def request(self, request: AnyRequest) -> int | None:
        return None
