"""Follows a session in the app, keeps the due screen in front, and ends the stay."""

from functools import partial
from typing import TYPE_CHECKING

from sixqp_protocol.messages import CloseTable, Leave, Rename, RoomNews, Said, SetWay, TakeSeat, Way
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import Event, Facts, Moved, StatusChanged
from sixqp_tui.client.status import Closed
from sixqp_tui.engine.permissions import withheld
from sixqp_tui.i18n import _, lobby as lobby_words, pgettext, table as table_words
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.presentation import continuing
from sixqp_tui.presentation.chairs import free_chair, knows_the_game
from sixqp_tui.presentation.presence import expected, own_seat
from sixqp_tui.tui.base_app import BaseApp
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
from sixqp_tui.tui.openings import Ended, Left
from sixqp_tui.tui.stay import Stay
from sixqp_tui.tui.widgets.common.page import Notice

if TYPE_CHECKING:
    from sixqp_tui.tui.invite import InviteScreen
    from sixqp_tui.tui.lobby import LobbyScreen

LEAVE_TIMEOUT = 2.0
"""Seconds for the table to confirm that its player leaves."""
WAIT_NOTICE_AFTER = 0.5
"""Seconds before the app says that it waits for the table."""
MAX_OFFERED = 9
"""Each name needs a digit."""


class TableController:
    """Tells the app about every event, and once about the end."""

    def __init__(self, app: BaseApp, stay: Stay) -> None:
        self.app = app
        self.stay = stay
        self.ended = False
        news = stay.session.state.news
        self._code_pauses = news.code_pauses if news else 0
        self._others, self._saved, self._stopped = "", True, set[Way]()
        self.screen = self._make_screen()
        self._events = stay.session.events()
        self._ways_in: InviteScreen | None = None
        if stay.evening:
            stay.evening.on_change = lambda: app.call_later(self._show_evening)
            stay.evening.on_hosting = stay.follow_host
        app.follow_turn(stay)

    # -- what happens -----------------------------------------------------------------------------------------

    async def follow(self) -> None:
        if self.stay.note:
            self.app.call_later(self.say, self.stay.note)
        self.app.call_later(self._ask_newcomer)
        if not self.stay.closed or self.stays:
            async for event in self._events:
                self.app.call_later(self.handle, event)
                if self._is_final(event):
                    break
        self.app.call_later(self.finish)

    def handle(self, event: Event) -> None:
        self.stay.record(event)
        self.app.follow_turn(self.stay)
        if self.ended:
            return
        if isinstance(event, Facts) and event.live and event.first == 0:
            self.close_past_games()  # the next game does not begin behind the last one
        self.show_due_screen()
        self._ask_newcomer()
        self.screen.hear(event)
        match event:
            case RoomNews():
                self._hear_news(event)
            case Moved():
                self.stay.follow_host()
                if sentence := continuing.moved(event):
                    self.say(sentence)
            case StatusChanged() if self.stay.closed and not (self.stays or self._is_final(event)):
                self.app.push_screen(return_question(self.stay.evening is not None), self._return_or_finish)

    def _hear_news(self, news: RoomNews) -> None:
        stopped = {way.kind: way.problem for way in self.stay.ways_in if way.stopped}
        new, self._stopped = stopped.keys() - self._stopped, set(stopped)
        for kind in new:
            self.say(stopped[kind])
        if self._ways_in and self._ways_in.is_current:
            self._ways_in.follow()
        if news.saved != self._saved:
            self._saved = news.saved
            self.say(table_words.saving(news.saved))
        if news.code_pauses > self._code_pauses:
            self._code_pauses = news.code_pauses
            self.say(lobby_words.wrong_codes())

    def say(self, sentence: str) -> None:
        # Translators: in the place of a name: the table itself says this in the chat
        self.handle(Said(None, pgettext("speaker", "The table"), sentence))

    def rename(self, name: str) -> None:
        """Do nothing if the table refuses names now, or if several people share this keyboard."""
        session, keyboard = self.stay.session, self.stay.keyboard
        shared = keyboard is not None and len(keyboard.people) > 1
        if not shared and withheld(Rename(name=name), session.state.standing) is None:
            session.request(Rename(name=name))

    # -- a table that goes on elsewhere, and its ways in ------------------------------------------------------

    def _show_evening(self) -> None:
        if self.ended or not self.stay.evening:
            return
        before, self._others = self._others, self.stay.evening.describe_others()
        if self._others not in ("", before):
            self.say(self._others)
        if self.screen.is_mounted:
            self.screen.show_evening()

    @property
    def may_continue(self) -> bool:
        evening = self.stay.evening
        return not self.ended and evening is not None and (evening.may_continue or bool(evening.offers))

    def continue_table(self) -> None:
        """Continue the table here, or go where somebody continues it; the player chooses if both can be."""
        evening = self.stay.evening
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

    def open_ways_in(self) -> None:
        """The host brings back those that have stopped."""
        from sixqp_tui.tui.invite import InviteScreen

        for way in self.stay.ways_in:
            if way.stopped:
                self.stay.session.request(SetWay(way=way.kind, open=True))
        self._ways_in = InviteScreen(self.stay)
        self.app.push_screen(self._ways_in)

    # -- questions for somebody who has just come -------------------------------------------------------------

    def _ask_newcomer(self) -> None:
        """Who they are of those expected, and what to do without a seat; once each, when it is known."""
        stay, session = self.stay, self.stay.session
        news, own = session.state.news, own_seat(session.state.news)
        if self.ended:
            return
        if stay.keep_name and news and own:
            self._offer_names(news, own.name)
        if (stay.late or stay.chair.waiting) and knows_the_game(session):
            self._find_chair()

    def _offer_names(self, news: RoomNews, own: str) -> None:
        keep, self.stay.keep_name, names = self.stay.keep_name, None, expected(news)[:MAX_OFFERED]
        if not names or news.phase == "playing" or isinstance(self.app.screen, Question):
            return

        def answered(answer: str | None) -> None:
            if keep and answer not in (None, "own"):
                self.stay.session.request(Rename(name=names[int(answer)]))
                self.app.run_worker(partial(keep, names[int(answer)]), thread=True)

        self.app.push_screen(expected_question(names, own), answered)

    def _find_chair(self) -> None:
        stay, session = self.stay, self.stay.session
        standing = session.state.standing
        if standing.seat is not None:
            stay.late = False
            if stay.chair.has_ended(standing):
                self.say(lobby_words.sits_now())
        elif free_chair(standing):
            stay.late, stay.chair.waiting = False, True
            if request := stay.chair.request(standing, session.state.unanswered):
                session.request(request)
        elif stay.late and not isinstance(self.app.screen, Question):
            self.app.push_screen(latecomer_question(session, session.state.title), self._take_seat_or_wait)

    def _take_seat_or_wait(self, answer: str | None) -> None:
        self.stay.late, self.stay.chair.waiting = False, answer == "wait"
        if self.stay.chair.waiting:
            self.say(lobby_words.will_sit())
        elif answer not in (None, "watch"):
            self.stay.session.request(TakeSeat(seat=int(answer)))

    # -- the screens ------------------------------------------------------------------------------------------

    def _make_screen(self) -> "GameScreen | LobbyScreen":
        self.shown = self.stay.due_screen
        if self.shown == "lobby":
            from sixqp_tui.tui.lobby import LobbyScreen

            return LobbyScreen(self.stay)
        screen: GameScreen = (self.stay.make_screen or GameScreen)(self.stay)
        return screen

    def show_due_screen(self) -> None:
        if self.stay.due_screen == self.shown:
            return
        while self.app.screen is not self.screen:
            self.app.pop_screen()
        self.screen = self._make_screen()
        if len(self.app.screen_stack) > 1:
            self.app.switch_screen(self.screen)
        else:
            self.app.push_screen(self.screen)  # Textual exchanges no screen that is below all others

    def close_past_games(self) -> None:
        while any(getattr(screen, "OF_PAST_GAMES", False) for screen in self.app.screen_stack):
            self.app.pop_screen()

    def go_to_lobby(self) -> None:
        self.stay.leave_game()
        self.show_due_screen()

    # -- the end ----------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Ask first if something would be lost. The second time, don't wait for the table."""
        if self.stay.leaving or self.ended or self.stays:
            self.finish(read=self.stays)
        elif isinstance(self.app.screen, Question):
            return
        elif question := leave_question(self.stay):
            self.app.push_screen(question, self._request_leave)
        else:
            self._request_leave("leave")

    def _request_leave(self, answer: str | None) -> None:
        if answer in (None, "stay"):
            return
        stay = self.stay
        closes = answer == "close" or stay.private
        stay.leaving = Left(stay.join_line if answer == "keep" else None, stay.table if closes else None)
        stay.session.request(CloseTable() if closes else Leave())
        self.app.set_timer(LEAVE_TIMEOUT, self.finish)
        self.app.set_timer(WAIT_NOTICE_AFTER, self._show_leaving)

    def _show_leaving(self) -> None:
        for line in self.screen.query(Notice):
            line.show(_("Leaving the table…"))

    def _return_or_finish(self, answer: str | None) -> None:
        """The seat was opened elsewhere, and the player was asked whether to take it back."""
        if answer == "back":
            self.stay.session.come_back()
        elif answer == "anew" and self.stay.evening:
            self.stay.evening.sit_anew()
        else:
            self.finish(read=True)

    @property
    def stays(self) -> bool:
        """Whether the host has closed the table, so that somebody may continue it."""
        closed = self.stay.closed
        over = closed is not None and closed.reason is Farewell.CLOSED
        return over and self.stay.evening is not None and not self.stay.leaving

    def _is_final(self, event: Event) -> bool:
        status = event.status if isinstance(event, StatusChanged) else None
        return isinstance(status, Closed) and not status.may_return and not self.stays

    def finish(self, read: bool = False) -> None:
        """Say why, unless the player asked for it or has `read` it."""
        if self.ended:
            return
        self.ended = True
        if self.stay.leaving:
            self.app.table_left(self.stay.leaving)
            return
        reason = self.stay.closed.reason if self.stay.closed else None
        outcome = Ended(why_closed(reason), 0 if reason is Farewell.CLOSED else 1)
        if read:
            self.app.table_left(outcome)
            return
        self.app.push_screen(notice(why_closed(reason)), lambda _answer: self.app.table_left(outcome))
