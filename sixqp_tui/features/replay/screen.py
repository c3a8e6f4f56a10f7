"""The screen of a replay, with the keys of a video player."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.timer import Timer

from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.features.history.games import record_of_ended
from sixqp_tui.features.history.record import session_of_record
from sixqp_tui.features.replay.playback import Playback
from sixqp_tui.features.replay.what_if_screen import open_what_if
from sixqp_tui.i18n import N_, NC_, _, pgettext
from sixqp_tui.joining.failure import failures_shown
from sixqp_tui.presentation.chapters import no_such_place
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.timeline import TICKS
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.game.timeline_screen import MIN_SECONDS, PANES, GameParts, TimelineScreen
from sixqp_tui.tui.keys import CLOSE, LOG, SCORES, SEEN_CARDS, WHAT_IF, close
from sixqp_tui.tui.theme.glyphs import BAR, CHOSEN, PLAYING, RULE, STANDING_STILL, TIMES
from sixqp_tui.tui.theme.roles import DIM, EDGE, GOLD, INK, STRONG
from sixqp_tui.tui.widgets.common.entry import Entry
from sixqp_tui.tui.widgets.common.page import Notice, Page
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate

LEFT = 10
"""Cells before the bar."""
MAX_CAPTION = 36
"""Cells."""
ROUND = "|"
"""Mark of a round on the bar."""


class PlaybackBar(CellWidget):
    DEFAULT_CSS = "PlaybackBar { height: 1; dock: bottom; width: 100%; background: $edge; margin-bottom: 1; }"

    def __init__(self, playback: Playback) -> None:
        super().__init__()
        self.playback = playback

    @dataclass
    class Sought(Message):
        """A step was clicked, or scrolled to."""

        step: int

    class Switched(Message):
        """The sign before the bar was clicked."""

    @property
    def at(self) -> int:
        return self.playback.chapters.step_at(self.playback.position)

    @property
    def steps(self) -> int:
        return len(self.playback.chapters.steps)

    @property
    def bar_width(self) -> int:
        caption = min(MAX_CAPTION, cell_len(_perspective(self.playback.session)))
        return max(10, self.size.width - LEFT - caption - cell_len(self._count) - 5)

    @property
    def _count(self) -> str:
        return f"{self.at + 1}/{self.steps}"

    def x_of(self, step: int) -> int:
        return LEFT + round(step * (self.bar_width - 1) / max(1, self.steps - 1))

    def render(self) -> Canvas:
        canvas, playback = Canvas(self.size.width, 1, EDGE), self.playback
        canvas.text(1, 0, PLAYING if playback.playing else STANDING_STILL, GOLD, bold=True)
        canvas.text(4, 0, f"{TIMES}{playback.speed:g}", INK)
        here, end = self.x_of(self.at), LEFT + self.bar_width
        canvas.text(LEFT, 0, BAR * (here - LEFT), GOLD)
        canvas.text(here, 0, RULE * (end - here), DIM)
        for position in playback.chapters.rounds[1:]:
            x = self.x_of(playback.chapters.step_at(position))
            canvas.text(x, 0, ROUND, GOLD if x <= here else DIM)
        canvas.text(here, 0, CHOSEN, STRONG, bold=True)
        after = canvas.text(end + 1, 0, self._count, DIM)
        canvas.text(after + 2, 0, truncate(_perspective(playback.session), self.size.width - after - 3), INK)
        return canvas

    def on_click(self, event: events.Click) -> None:
        place = event.x - LEFT
        if place < 0:
            self.post_message(self.Switched())
        elif place < self.bar_width:
            self.post_message(self.Sought(round(place * (self.steps - 1) / max(1, self.bar_width - 1))))

    def on_mouse_scroll_down(self) -> None:
        self.post_message(self.Sought(min(self.at + 1, self.steps - 1)))

    def on_mouse_scroll_up(self) -> None:
        self.post_message(self.Sought(max(self.at - 1, 0)))


MAX_PLACE = 8
"""Characters."""


class ReplayScreen(TimelineScreen):
    """Shows a recorded game from its position on. The panes of the game take no keys."""

    OF_PAST_GAMES: ClassVar = True
    """A table closes the screen when it needs its player."""
    DEFAULT_CSS = "ReplayScreen Notice { margin-bottom: 2; }"

    BINDINGS = [
        # Translators: let the film of a recorded game run, or stand still: a verb
        Binding("space", "play", NC_("key, a recorded game", "play"), tooltip=N_("Play or pause the replay")),
        Binding(
            "left",
            "step(-1)",
            # Translators: one thing that happened in a game, forth or back: a noun
            NC_("key", "step"),
            key_display="←→",
            tooltip=N_("Show what happened next, or just before"),
        ),
        Binding("right", "step(1)", show=False),
        Binding(
            "p",
            "turn(-1)",
            # Translators: go to another turn of a recorded game: a noun
            NC_("key", "turn"),
            key_display="p n",
            tooltip=N_("Go to the previous turn, or to the next one"),
        ),
        Binding("n,shift+right", "turn(1)", show=False),
        Binding("shift+left", "turn(-1)", show=False),
        Binding(
            "pageup",
            "round(-1)",
            show=False,
            key_display="PgUp PgDn",
            tooltip=N_("Go to the previous round, or to the next one"),
        ),
        Binding("pagedown", "round(1)", show=False),
        # Translators: go to the moment of a game at which the most heads were taken
        Binding("d", "costliest", NC_("key", "worst"), tooltip=N_("Show the row that cost the most heads")),
        Binding("home", "begin", show=False, tooltip=N_("Go to the beginning of the game")),
        Binding("end", "finish", show=False, tooltip=N_("Go to the end of the game")),
        Binding("g", "go_to", show=False, tooltip=N_("Go to a round, or to one of its turns")),
        # Translators: from which seat a recorded game is looked at: a noun
        Binding("s", "seat", NC_("key", "seat"), tooltip=N_("See the game from the next seat, or as a watcher")),
        # Translators: every player's cards, shown in a game that is over: a noun
        Binding("a", "hands", NC_("key", "hands"), tooltip=N_("Show all players' hands, or hide them again")),
        WHAT_IF,
        Binding("plus", "speed(1)", show=False, key_display="+ -", tooltip=N_("Play faster or slower")),
        Binding("equals_sign", "speed(1)", show=False),
        Binding("minus", "speed(-1)", show=False),
        LOG,
        SEEN_CARDS,
        SCORES,
        replace(CLOSE, key="q,escape"),
    ]

    entry = getters.query_one(Entry)
    bar = getters.query_one(PlaybackBar)
    notice = getters.query_one(Notice)

    def __init__(self, session: RecordedSession) -> None:
        super().__init__()
        self.session = session
        self.playback = Playback(session, lambda: self.animates)
        self.timeline = self.playback.timeline
        self._rest: Timer | None = None

    def compose(self) -> ComposeResult:
        with Page(lambda: self.heading, lambda: self.timeline.where):
            yield GameParts(self.session, PANES)
            yield Entry()
            yield PlaybackBar(self.playback)

    def on_mount(self) -> None:
        for pane in self.parts.query_children(Pane):
            pane.can_focus = False  # its keys decide something at a table
            pane.prompt.key = "space"

    def on_screen_suspend(self) -> None:
        if self.playback.playing:
            self._do(self.playback.pause)

    @property
    def heading(self) -> str:
        return self.session.title

    @property
    def model(self) -> ViewModel:
        news, game = self.session.state.news, self.session.game
        return ViewModel(self.timeline.transcript, news, game=game, recorded=True)

    @property
    def skips(self) -> bool:
        return False

    def present(self) -> None:
        super().present()
        self.bar.refresh()
        self._schedule_rest()

    def show_frame(self) -> None:
        super().show_frame()
        self.bar.refresh()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not (self.is_mounted and self.entry.open)

    # -- the keys -------------------------------------------------------------------------------------

    def action_play(self) -> None:
        self._do(self.playback.switch)

    def action_step(self, by: int) -> None:
        self._do(partial(self.playback.step, by))

    def action_turn(self, by: int) -> None:
        self._do(partial(self.playback.leap, self.playback.chapters.turns, by))

    def action_round(self, by: int) -> None:
        self._do(partial(self.playback.leap, self.playback.chapters.rounds, by))

    def action_costliest(self) -> None:
        self._do(self.playback.show_costliest)

    def action_begin(self) -> None:
        self._do(self.playback.begin_again)

    def action_finish(self) -> None:
        self._do(self.playback.finish)

    def action_speed(self, by: int) -> None:
        self._do(partial(self.playback.change_speed, by))

    def action_seat(self) -> None:
        self._do(self.playback.look_from_next)

    def action_what_if(self) -> None:
        self._do(self.playback.pause)
        open_what_if(self.app, self.session)

    def action_hands(self) -> None:
        self._do(self.playback.switch_hands)

    def action_scores(self) -> None:
        self._stop_rest()
        super().action_scores()

    def action_go_to(self) -> None:
        self.entry.ask("go to", _("Go to round, or round.turn:"), longest=MAX_PLACE)

    action_close = close

    def on_key(self, _event: events.Key) -> None:
        self.notice.clear()

    @on(Entry.Given)
    def go_to(self, event: Entry.Given) -> None:
        position = self.playback.chapters.find_place(event.text)
        if position is None:
            self.notice.show(no_such_place(event.text))
        else:
            self._do(partial(self.playback.go, position))

    # -- the mouse ------------------------------------------------------------------------------------

    @on(PlaybackBar.Sought)
    def seek(self, event: PlaybackBar.Sought) -> None:
        self._do(partial(self.playback.go, self.playback.chapters.steps[event.step]))

    @on(PlaybackBar.Switched)
    def switch(self) -> None:
        self.action_play()

    # -- the film -------------------------------------------------------------------------------------

    def _do(self, action: Callable[[], None]) -> None:
        self._stop_rest()
        action()
        self.present()

    def _schedule_rest(self) -> None:
        playback = self.playback
        if playback.playing and self.timeline.frame is None and self._rest is None and self.is_watched:
            seconds = self.seconds_per_tick or TICKS["normal"] / playback.speed
            seconds = max(MIN_SECONDS, playback.rest_ticks * seconds)
            self._rest = self.set_interval(seconds, self._run_on)  # as for a frame

    def _run_on(self) -> None:
        self._do(self.playback.run_on)

    def _stop_rest(self) -> None:
        if self._rest:
            self._rest.stop()
            self._rest = None

    @property
    def seconds_per_tick(self) -> float:
        return super().seconds_per_tick / self.playback.speed


def open_replay(app: BaseApp, session: RecordedSession, on_close: Callable[[None], None] | None = None) -> None:
    app.push_screen(ReplayScreen(session), on_close)


def replay_finished_game(app: BaseApp, game: FinishedGame) -> None:
    with failures_shown(app.screen.query_one(Notice).show):
        open_replay(app, session_of_record(record_of_ended(game), seat=game.own))


def _perspective(session: RecordedSession) -> str:
    view = session.state.view
    if view.seat is None:
        # Translators: how a recorded game is looked at: with every player's hand open
        all_hands = pgettext("perspective", "all hands")
        return all_hands if view.hands_open else pgettext("perspective", "as a watcher saw it")
    # Translators: how a recorded game is looked at: from the seat of {name}
    all_hands = pgettext("perspective", "{name}, all hands")
    sentence = all_hands if view.hands_open else pgettext("perspective", "as {name} saw it")
    return sentence.format(name=session.state.names[view.seat])
