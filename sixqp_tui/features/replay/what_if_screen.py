"""The screen on which a recorded round is played on with another card or pick."""

from collections.abc import Callable
from dataclasses import replace

from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import ContentSwitcher

from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.features.replay.what_if import WhatIfSession
from sixqp_tui.i18n import N_, NC_, _, ngettext
from sixqp_tui.joining.daemon_thread import run_in_daemon_thread
from sixqp_tui.presentation.draft_rest import DraftRest
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.game.draft_pane import DraftPane
from sixqp_tui.tui.game.local_screen import LocalGameScreen
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.game.seen_cards import SeenCardsScreen
from sixqp_tui.tui.game.table_pane import TablePane
from sixqp_tui.tui.keys import CLOSE, RULES, SEEN_CARDS
from sixqp_tui.tui.widgets.common.page import Notice, Page
from sixqp_tui.tui.widgets.common.prompt import Prompt
from sixqp_tui.tui.widgets.graphics.canvas import CellWidget


class WhatIfScreen(LocalGameScreen):
    DEFAULT_CSS = """
    WhatIfScreen ContentSwitcher { height: 1fr; }
    WhatIfScreen Chat { display: none !important; }
    """
    BINDINGS = [
        # Translators: play the same round again, with another card
        Binding("r", "again", NC_("key, what if", "again"), tooltip=N_("Go back to where you began")),
        SEEN_CARDS,
        replace(CLOSE, key="q,escape"),
        RULES,
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "again" or not self.drafting

    draft = getters.query_one(DraftPane)

    def __init__(self, session: WhatIfSession, preferences: Callable[[], Preferences] = Preferences) -> None:
        super().__init__(preferences)
        self.session = session
        self.follow(session)

    def compose(self) -> ComposeResult:
        model = ViewModel(Transcript(self.session.state.view.before_all()))
        page = Page(self._title, lambda: self.session.state.names[self.session.seat])
        with page, ContentSwitcher(initial="table"):
            yield TablePane(self.session, model, Prompt(), id="table")
            yield DraftPane(self.session, model, Prompt(), id="draft")

    def on_mount(self) -> None:
        self.session.on_decision = self._play_on
        self.present()

    @property
    def drafting(self) -> bool:
        return self._timeline.part == "draft"

    @property
    def over(self) -> bool:
        return self.session.over and self._timeline.frame is None

    @property
    def model(self) -> ViewModel:
        return ViewModel(
            self._timeline.transcript,
            self.session.state.news,
            game=self.session.state.game,
            by_now=self.session.state.view.table if self._timeline.frame else None,
            recorded=self.over,
        )

    def present(self) -> None:
        pane: Pane = self.draft if self.drafting else self.table
        self.query_one(ContentSwitcher).current = pane.id
        self.present_pane(pane)
        self._show_result()

    @on(CellWidget.Pointed)
    def _show_result(self) -> None:
        if self.over:
            prompt = self.table.prompt
            prompt.caption, prompt.text, prompt.yours = None, _result(self.session), True

    @work(exclusive=True, group="others")
    async def _play_on(self) -> None:
        """The bots search in threads, so that no key waits for them."""
        self._show_news()
        await self.session.play_others(run_in_daemon_thread)
        self._show_news()

    def _show_news(self) -> None:
        self.table.hand.sent = None
        self._timeline.catch_up(moving=self._player.animates)
        self.call_later(self.present)  # the pane may still be handling the key or click

    def _title(self) -> str:
        # Translators: the title of a screen on which a round that is over is played again from a turn on
        sentence = _("What if: round {number}, turn {turn}")
        if self.session.pick:
            # Translators: the same for a draft; {pick} is the number of the player's pick, from 1 to 10: a noun
            sentence = _("What if: round {number}, pick {pick}")
        return sentence.format(number=self.session.round, turn=self.session.turn, pick=self.session.pick)

    def on_key(self, event: events.Key) -> None:
        if self._player.skip_on_key(event):
            event.stop()

    def on_click(self) -> None:
        self._player.skip()

    def action_again(self) -> None:
        self.workers.cancel_group(self, "others")
        self._player.skip()
        self.session.begin_again()
        self.follow(self.session)
        self.draft.rest = DraftRest()
        self.table.hand.lifted = self.table.hand.sent = self.table.rows.picked = None
        self.present()

    def action_seen(self) -> None:
        self.app.push_screen(SeenCardsScreen(self._title(), self.model, self.table.prompt))


def _result(session: WhatIfSession) -> str:
    now = ngettext(
        "This way, the round cost you {n} head.", "This way, the round cost you {n} heads.", session.heads
    )
    then = ngettext("In the game, it cost {n} head.", "In the game, it cost {n} heads.", session.heads_then)
    # Translators: r is the key to press; at most 14 letters
    again = _("r: again")
    return f"{now.format(n=session.heads)} {then.format(n=session.heads_then)} {again}"


def open_what_if(app: BaseApp, recorded: RecordedSession) -> None:
    seat = recorded.state.view.seat
    try:
        session = WhatIfSession(recorded, 0 if seat is None else seat)
    except LookupError:
        app.screen.query_one(Notice).show(_("Nobody has had to play a card yet. Go on to a turn, and try again."))
    else:
        app.push_screen(WhatIfScreen(session, app.preferences.in_force))
