"""A game from its stored facts, told as a session tells it: what screens and lines show is not of now."""

from bisect import bisect_left
from collections.abc import Sequence

from sixqp_protocol.facts import AnyFact, GameStarted
from sixqp_protocol.messages import AnyRequest, RoomNews, SeatNews, Settings, Welcome
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.events import Facts
from sixqp_tui.client.offline_session import OfflineSession
from sixqp_tui.engine.permissions import Standing, standing_of
from sixqp_tui.engine.view import View


class RecordedSession(OfflineSession):
    """A session of a game whose facts are known beforehand; so many of them as its `position` says have happened.

    `facts` are those of the whole game as its host knows it, which the engine has seen happen, `chairs` those who
    play. The reader sits at `seat`, None for who looks on, and with `hands_open` reads every hand. Nothing can be
    asked of it.
    """

    def __init__(
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
        self.facts = tuple(facts)
        self.title, self.table, self.game = title, table, game
        self._chairs = tuple(chairs)
        self._settings = Settings(rules=next(fact.rules for fact in facts if isinstance(fact, GameStarted)))
        self._position = position
        self._view = View(seat, hands_open=hands_open)
        self._stream: tuple[AnyFact, ...] = ()
        self._places: tuple[int, ...] = ()
        self._history: tuple[AnyFact, ...] = ()
        self.look_from(seat, hands_open)

    @property
    def position(self) -> int:
        return self._position

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self._chairs)

    @property
    def history(self) -> Sequence[AnyFact]:
        return self._history

    @property
    def view(self) -> View:
        return self._view

    def seek(self, position: int) -> Facts:
        """Go to this position, forth or back, and tell what a session would: what is new, or the stream anew."""
        known = len(self._history)
        self._position = max(0, min(position, len(self.facts)))
        self._history = self._stream[: bisect_left(self._places, self._position)]
        first = known if len(self._history) >= known else 0
        new = self._history[first:]
        self._view = (self._view if first else self._view.before_all()).after(new)
        return Facts(self.game, first, new, True)

    def look_from(self, seat: int | None, hands_open: bool) -> None:
        """Be another reader of the same game from now on, where it is."""
        self._view = View(seat, hands_open=hands_open)
        read = [(place, fact) for place, fact in enumerate(self.facts) if self._view.may_read(fact)]
        self._places = tuple(place for place, _fact in read)
        self._stream = tuple(fact for _place, fact in read)
        self._history = ()
        self.seek(self._position)

    def position_of(self, length: int) -> int:
        """The position at which the reader has read just so many facts, of those that have happened."""
        if length >= len(self._history):
            return self._position
        return self._places[length - 1] + 1 if length else 0

    # -- what else a session has ----------------------------------------------------------------------

    @property
    def news(self) -> RoomNews:
        return RoomNews("playing", self._chairs, self._view.seat, self._settings, 0, False, (), None)

    @property
    def welcome(self) -> Welcome:
        return Welcome(CURRENT, self.table, self.title, self._view.seat, None, False, self.game, 0, 0)

    @property
    def standing(self) -> Standing:
        return standing_of(None, self._view.table)

    def request(self, request: AnyRequest) -> int | None:
        return None
