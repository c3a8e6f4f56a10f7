"""What a table keeps of its games, where it runs as a process of this user's, or within one."""

from functools import partial

from sixqp_tui.features.history.game_keeper import GameKeeper, seconds_since_1970
from sixqp_tui.features.history.record import players_of, record_game
from sixqp_tui.host.commands import Setup
from sixqp_tui.host.gate import FinishedGame
from sixqp_tui.host.room import Room


class TableRecorder:
    """Hands every game that ends in this room to the keeper; `note` is to be called when the room has changed.

    A game that had ended before the room was resumed is handed over too: its process may have died before it was
    kept.
    """

    def __init__(self, room: Room, setup: Setup, seeded: bool, keeper: GameKeeper) -> None:
        self._room, self._setup, self._seeded, self._keeper = room, setup, seeded, keeper
        self._last: FinishedGame | None = None
        self._began: int | None = None
        self._playing = False

    def note(self) -> None:
        """Look whether a game has begun or ended."""
        finished, playing = self._room.state.finished, self._room.state.phase == "playing"
        if finished is not None and (self._last is None or finished.number > self._last.number):
            self._last = finished
            self._keep(finished)
        if playing and not self._playing:
            self._began = seconds_since_1970()
        self._playing = playing

    def resume(self) -> None:
        """Look at the room that has just been resumed: when its game began is not known."""
        self.note()
        self._began = None

    def _keep(self, finished: FinishedGame) -> None:
        ended = finished.facts[-1]
        if getattr(ended, "reason", None) == "abandoned":
            return
        self._keeper.keep(
            partial(
                record_game,
                finished.facts,
                players_of(finished.seats),
                table=self._setup.table,
                number=finished.number,
                title=self._setup.title,
                ended=seconds_since_1970(),
                began=self._began,
                seeded=self._seeded,
            )
        )
