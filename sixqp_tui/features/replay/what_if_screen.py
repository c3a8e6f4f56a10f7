"""The screen on which a recorded round is played on with another card or pick."""

from dataclasses import replace

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding

from sixqp_tui.analysis.words import where
from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.features.replay.what_if import WhatIfSession
from sixqp_tui.i18n import N_, NC_, _, ngettext
from sixqp_tui.i18n.phrases import labelled
from sixqp_tui.joining.background import run_in_daemon_thread
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.game.local_screen import LocalGameScreen
from sixqp_tui.tui.keys import CLOSE, RULES, SEEN_CARDS
from sixqp_tui.tui.widgets.common.page import Notice, Page


class WhatIfScreen(LocalGameScreen):
    BINDINGS = [
        # Translators: play the same round again, with another card
        Binding("r", "again", NC_("key", "again"), tooltip=N_("Go back to where you began")),
        SEEN_CARDS,
        replace(CLOSE, key="q,escape"),
        RULES,
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "again" or self.part != "draft"

    def __init__(self, session: WhatIfSession) -> None:
        super().__init__()
        self.session = session
        session.on_decision = self._play_on
        self.follow(session)

    def compose(self) -> ComposeResult:
        with Page(lambda: self.heading, lambda: self.session.state.names[self.session.seat]):
            yield self.compose_table()

    @property
    def over(self) -> bool:
        return self.session.over and self.timeline.frame is None

    @property
    def outcome(self) -> str:
        return _result(self.session)

    @work(exclusive=True, group="others")
    async def _play_on(self) -> None:
        """The bots search in threads, so that no key waits for them."""
        self.show_news()
        await self.session.play_others(run_in_daemon_thread)
        self.show_news()

    @property
    def heading(self) -> str:
        # Translators: the title of a screen on which a round that is over is played again from a turn on
        return labelled(_("What if"), where(self.session.round, self.session.turn, self.session.pick or 0))

    def action_again(self) -> None:
        self.workers.cancel_group(self, "others")
        self.action_skip()
        self.session.begin_again()
        self.follow(self.session)
        self.draft.stop_picking()
        self.forget_choice()
        self.present()


def _result(session: WhatIfSession) -> str:
    now = ngettext(
        "This way, the round cost you {n} head.", "This way, the round cost you {n} heads.", session.heads
    )
    then = ngettext("In the game, it cost {n} head.", "In the game, it cost {n} heads.", session.heads_then)
    return f"{now.format(n=session.heads)} {then.format(n=session.heads_then)}"


def open_what_if(app: BaseApp, recorded: RecordedSession) -> None:
    seat = recorded.state.view.seat
    try:
        session = WhatIfSession(recorded, 0 if seat is None else seat)
    except LookupError:
        app.screen.query_one(Notice).show(_("Nobody has had to play a card yet. Go on to a turn, and try again."))
    else:
        app.push_screen(WhatIfScreen(session))
