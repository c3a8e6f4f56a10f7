"""Follows a session in the app, keeps the due screen in front, and ends the stay."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.app import App

from sixqp_protocol.messages import CloseTable, Leave, Rename, Said, TakeSeat
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import (
    Event,
    Facts,
    News,
    StatusChanged,
    Talk,
)
from sixqp_tui.client.status import Closed
from sixqp_tui.engine.permissions import withheld
from sixqp_tui.i18n import _, lobby as lobby_words, pgettext, table as table_words
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.i18n.settings import seed_warning
from sixqp_tui.presentation.chairs import free_chair, knows_the_game
from sixqp_tui.presentation.presence import expected, own_seat
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.dialogs import (
    Question,
    continue_question,
    expected_question,
    latecomer_question,
    leave_question,
    notice,
    return_question,
)
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.openings import Ended, Left, Outcome
from sixqp_tui.tui.table_context import TableContext

if TYPE_CHECKING:
    from sixqp_tui.tui.lobby import LobbyScreen
    from sixqp_tui.tui.ways_in import WaysInScreen

LEAVE_TIMEOUT = 2.0
"""Seconds for the table to confirm that its player leaves."""
WAIT_NOTICE_AFTER = 0.5
"""Seconds before the app says that it waits for the table."""
MAX_OFFERED = 9
"""Each name needs a digit."""
SEED_TIMEOUT = 15.0
"""Seconds of the notice that somebody may know the deal."""


class TableController:
    """Calls `on_end` once with the outcome, and `on_event` after every event."""

    def __init__(
        self,
        app: App[Outcome],
        context: TableContext,
        on_end: Callable[[Outcome], None],
        preferences: Callable[[], Preferences],
        on_event: Callable[[TableContext], None],
    ) -> None:
        self.app = app
        self.context = context
        self.preferences = preferences
        self.ended = False
        self._seed_warned = self._on_phone = False
        self._others = ""
        self._saved = True
        self.shown = context.due_screen
        self.screen = self._make_screen()
        self._on_end = on_end
        self._on_event = on_event
        self._events = context.session.events()
        self._ways_in: WaysInScreen | None = None
        if context.hosting:
            context.hosting.ways.on_change = lambda sentence: self.app.call_later(self.hear_of_ways_in, sentence)
        if context.evening:
            context.evening.on_change = self._call_show_evening
            context.evening.on_hosting = self._follow_host
        self._on_event(context)

    def _call_show_evening(self) -> None:
        self.app.call_later(self._show_evening)

    def _show_evening(self) -> None:
        if self.ended or not self.context.evening:
            return
        before, self._others = self._others, self.context.evening.describe_others()
        if self._others not in ("", before):
            self.hear_of_ways_in(self._others)
        if self.screen.is_mounted:
            self.screen.show_evening()

    def _follow_host(self) -> None:
        context = self.context
        context.hosting = context.evening.hosted if context.evening else None
        if context.hosting:
            context.join_line = context.hosting.join_line
            ways = context.hosting.ways
            ways.on_change = lambda sentence: self.app.call_later(self.hear_of_ways_in, sentence)

    @property
    def may_continue(self) -> bool:
        evening = self.context.evening
        return not self.ended and evening is not None and (evening.may_continue or bool(evening.offers))

    def continue_table(self) -> None:
        """Continue the table here, or go where somebody continues it; the player chooses if both can be."""
        evening = self.context.evening
        if evening is None:
            return
        if not evening.offers:
            evening.continue_here()
            return
        offers = evening.offers

        def answered(answer: str | None) -> None:
            if answer == "here":
                evening.continue_here()
            elif answer not in (None, "stay"):
                evening.go(offers[int(answer)])

        self.app.push_screen(continue_question(offers, evening.may_continue, evening.describe()), answered)

    def _make_screen(self) -> "GameScreen | LobbyScreen":
        self.shown = self.context.due_screen
        if self.shown == "lobby":
            from sixqp_tui.tui.lobby import LobbyScreen

            return LobbyScreen(self.context)
        context = self.context
        if context.game_screen:
            screen: GameScreen = context.game_screen(context.session, self.preferences, context.said)
            return screen
        private = context.keyboard is not None
        return GameScreen(
            context.session,
            self.preferences,
            context.said,
            private=private,
            offers_ways_in=lambda: context.offers_ways_in,
            describe_evening=context.describe_evening,
        )

    async def follow(self) -> None:
        self._warn_of_seed()
        if self.context.note:
            self.app.notify(self.context.note, markup=False)
        self.app.call_later(self._help_latecomer)
        self.app.call_later(self._offer_names)
        if not self.context.closed or self.stays:
            async for event in self._events:
                self.app.call_later(self.handle, event)
                if self._is_final(event):
                    break
        self.app.call_later(self.finish)

    def handle(self, event: Event) -> None:
        self.context.record(event)
        self._on_event(self.context)
        if self.ended:
            return
        if isinstance(event, Facts) and event.live and event.first == 0:
            self.close_past_games()  # the next game does not begin behind the last one
        self.show_due_screen()
        self._warn_of_seed()
        self._help_latecomer()
        self._offer_names()
        self.screen.hear(event)
        self._follow_ways_in()
        self._tell_whether_saved()
        if (
            isinstance(event, StatusChanged)
            and not self._is_final(event)
            and not self.stays
            and self.context.closed
        ):
            hosting = self.context.hosting
            self._on_phone = hosting is not None and hosting.ways.offers_host_seat
            anew = self.context.sit_anew is not None and not self._on_phone
            self.app.push_screen(return_question(self._on_phone, anew), self._return_or_finish)

    def rename(self, name: str) -> None:
        """Do nothing if the table refuses names now, or if several people share this keyboard."""
        session, keyboard = self.context.session, self.context.keyboard
        shared = keyboard is not None and len(keyboard.people) > 1
        if not shared and withheld(Rename(name=name), session.state.standing) is None:
            session.request(Rename(name=name))

    def open_ways_in(self) -> None:
        from sixqp_tui.tui.ways_in import WaysInScreen

        self._ways_in = WaysInScreen(self.context)
        self.app.push_screen(self._ways_in, lambda _nothing: self.hear_of_ways_in(None))

    def hear_of_ways_in(self, sentence: str | None) -> None:
        if sentence:
            self._say_as_table(sentence)
        elif self.context.session.state.news:
            self.handle(News(self.context.session.state.news))

    def _say_as_table(self, sentence: str) -> None:
        # Translators: in the place of a name: the table itself says this in the chat
        self.handle(Talk(Said(None, pgettext("speaker", "The table"), sentence)))

    def _tell_whether_saved(self) -> None:
        news = self.context.session.state.news
        if news is not None and news.saved != self._saved:
            self._saved = news.saved
            self._say_as_table(table_words.saving(news.saved))

    def _follow_ways_in(self) -> None:
        if self._ways_in and self._ways_in.is_current:
            self._ways_in.follow()

    def _warn_of_seed(self) -> None:
        """Warn once that somebody may know the deal; the lobby and the log have their own notes.

        People at this keyboard chose the seed themselves.
        """
        news = self.context.session.state.news
        if news is None or self._seed_warned or self.context.keyboard:
            return
        self._seed_warned = True
        if news.seeded and self.shown != "lobby":
            self.app.notify(seed_warning(), severity="warning", timeout=SEED_TIMEOUT, markup=False)

    def _help_latecomer(self) -> None:
        context, session = self.context, self.context.session
        if self.ended or not (context.late or context.chair.waiting) or not knows_the_game(session):
            return
        standing = session.state.standing
        if standing.seat is not None:
            if context.chair.has_ended(standing):
                self.app.notify(lobby_words.sits_now(), markup=False)
            context.late = False
        elif free_chair(standing):
            context.late, context.chair.waiting = False, True
            if request := context.chair.request(standing, session.state.unanswered):
                session.request(request)
        elif context.late and not isinstance(self.app.screen, Question):
            self.app.push_screen(latecomer_question(session, session.state.title), self._take_seat_or_wait)

    def _take_seat_or_wait(self, answer: str | None) -> None:
        context = self.context
        context.late, context.chair.waiting = False, answer == "wait"
        if context.chair.waiting:
            self.app.notify(lobby_words.will_sit(), markup=False)
            self._help_latecomer()
        elif answer not in (None, "watch"):
            context.session.request(TakeSeat(seat=int(answer)))

    def _offer_names(self) -> None:
        context, news = self.context, self.context.session.state.news
        own = own_seat(news)
        if self.ended or context.keep_name is None or news is None or own is None:
            return
        keep, context.keep_name, names = context.keep_name, None, expected(news)[:MAX_OFFERED]
        if not names or news.phase == "playing" or isinstance(self.app.screen, Question):
            return

        def answered(answer: str | None) -> None:
            if answer not in (None, "own"):
                context.session.request(Rename(name=names[int(answer)]))
                keep(names[int(answer)])

        self.app.push_screen(expected_question(names, own.name), answered)

    def _return_or_finish(self, answer: str | None) -> None:
        """The seat was opened elsewhere, and the player was asked whether to take it back."""
        if answer == "back":
            self.context.session.come_back()
        elif answer == "anew" and self.context.sit_anew:
            self.app.run_worker(self.context.sit_anew())
        elif self._on_phone:
            self.context.leaving = Left(self.context.join_line)
            self.finish()
        else:
            self.finish(read=True)

    def show_due_screen(self) -> None:
        if self.context.due_screen == self.shown:
            return
        self.close_overlays()
        self.screen = self._make_screen()
        if len(self.app.screen_stack) > 1:
            self.app.switch_screen(self.screen)
        else:
            self.app.push_screen(self.screen)  # Textual exchanges no screen that is below all others

    def close_overlays(self) -> None:
        while self.app.screen is not self.screen:
            self.app.pop_screen()

    def close_past_games(self) -> None:
        while any(getattr(screen, "OF_PAST_GAMES", False) for screen in self.app.screen_stack):
            self.app.pop_screen()

    def go_to_lobby(self) -> None:
        self.context.leave_game()
        self.show_due_screen()

    def leave(self) -> None:
        """Ask first if something would be lost. The second time, don't wait for the table."""
        if self.context.leaving or self.ended or self.stays:
            self.finish(read=self.stays)
        elif isinstance(self.app.screen, Question):
            return
        elif question := leave_question(self.context):
            self.app.push_screen(question, self._request_leave)
        else:
            self._request_leave("leave")

    def _request_leave(self, answer: str | None) -> None:
        if answer in (None, "stay"):
            return
        context = self.context
        closes = answer == "close" or context.keyboard is not None
        context.leaving = Left(context.join_line if answer == "keep" else None, context.table if closes else None)
        context.session.request(CloseTable() if closes else Leave())
        self.app.set_timer(LEAVE_TIMEOUT, self.finish)
        self.app.set_timer(WAIT_NOTICE_AFTER, self._show_leaving)

    def _show_leaving(self) -> None:
        if not self.ended:
            self.app.notify(_("Leaving the table…"), timeout=LEAVE_TIMEOUT, markup=False)

    @property
    def stays(self) -> bool:
        """Whether the host has closed the table, so that somebody may continue it."""
        closed = self.context.closed
        over = closed is not None and closed.reason is Farewell.CLOSED
        return over and self.context.evening is not None and not self.context.leaving

    def _is_final(self, event: Event) -> bool:
        status = event.status if isinstance(event, StatusChanged) else None
        return isinstance(status, Closed) and not status.may_return and not self.stays

    def finish(self, read: bool = False) -> None:
        """Say why, unless the player asked for it or has `read` it."""
        if self.ended:
            return
        self.ended = True
        if self.context.leaving:
            self._on_end(self.context.leaving)
            return
        reason = self.context.closed.reason if self.context.closed else None
        outcome = Ended(why_closed(reason), 0 if reason is Farewell.CLOSED else 1)
        if read:
            self._on_end(outcome)
            return
        self.app.push_screen(notice(why_closed(reason)), lambda _answer: self._on_end(outcome))
