"""A seat at a real game, without a host, for the tests of the game's screens."""

import dataclasses
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Any, Literal

import pytest
from support.decisions import choose_card, choose_row, draft_card, take_back
from support.strips import strips
from textual.app import App

from sixqp_protocol.facts import AnyFact, Fact, Rules
from sixqp_protocol.messages import (
    AnyRequest,
    ChooseCard,
    ChooseRow,
    DraftCard,
    NextRound,
    Pause,
    React,
    Ready,
    Resume,
    RoomNews,
    Said,
    Say,
    SeatNews,
    Settings,
    Start,
    TakeBack,
    TallyLine,
    Welcome,
)
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.events import Event, Facts, News, Talk
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.client.status import Connected, Status
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.permissions import Standing, standing_of
from sixqp_tui.engine.table import CardsWanted, DraftWanted
from sixqp_tui.engine.view import View
from sixqp_tui.features.coach.advice import Coach
from sixqp_tui.features.coach.screen import CoachedScreen
from sixqp_tui.store.preferences import PaceName, Preferences
from sixqp_tui.tui.animation.timeline import TICKS
from sixqp_tui.tui.game import table_pane
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.requests import ArticleRequested
from sixqp_tui.tui.theme.roles import FELT_PALETTE
from sixqp_tui.tui.widgets.home import table_list_panel
from sixqp_tui.tui.windows_console import provide_timer_threads

NAMES = ("Camille", "Alice", "Bob", "Dana", "Hal", "Emile", "Frida", "Gus", "Ida", "Jo")


class GameApp(App[None]):
    """An app around one game screen; it notes the actions that the real app has."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, screen: GameScreen) -> None:
        super().__init__()
        theme = FELT_PALETTE.theme()
        self.register_theme(theme)
        self.theme = theme.name
        self.game_screen = screen
        self.asked: list[str] = []
        self.notices: list[str] = []

    def notify(self, message: str, **options: Any) -> None:
        self.notices.append(message)
        super().notify(message, **options)

    def on_mount(self) -> None:
        self.push_screen(self.game_screen)

    def action_leave(self) -> None:
        self.asked.append("leave")

    def action_rules(self) -> None:
        self.asked.append("rules")

    def action_lobby(self) -> None:
        self.asked.append("lobby")

    def on_article_requested(self, message: ArticleRequested) -> None:
        self.asked.append(message.article)


class SeatAtGame:
    """The session of seat 0 at a seeded game; every request is noted, and what the rules allow happens."""

    def __init__(
        self,
        players: int = 4,
        rules: Rules | None = None,
        owner: bool = True,
        seed: str = "felt",
        pace: PaceName = "off",
        lays_last: bool = True,
        hint: bool = True,
        ticks: Mapping[PaceName, float] = TICKS,
        pause: int | None = 0,
        coach: Coach | None = None,
        names: tuple[str, ...] = NAMES,
    ) -> None:
        rules = rules or Rules()
        self.rules = rules
        self.names = names[:players]
        opening, self.table_game = Game.start(rules, self.names, seed, pauses=pause != 0)
        self.pause, self.ready, self.banks, self.now = pause, {2}, tuple[int, ...](), 100.0
        self.facts: list[Fact] = list(opening)
        self._folded: tuple[list[AnyFact], View] = [], View(0)
        self.game = 1
        self.status: Status = Connected()
        self.welcome: Welcome | None = Welcome(CURRENT, "t", "The Barn", 0, None, owner, 1, 0, 0)
        self.requests: list[AnyRequest] = []
        self.paused = False
        self.milliseconds_left: int | None = None
        self.away: set[int] = set()
        self.pace = pace
        self.said: list[Said] = []
        self.tally: tuple[TallyLine, ...] = ()
        self.watching: tuple[str, ...] = ()
        self.wishes: tuple[int, ...] = ()
        self.alone, self.guests = coach is not None, tuple[SeatNews, ...]()
        self.ticks = ticks
        self.screen = self._screen(lambda: Preferences(pace=self.pace, last_card=lays_last, hint=hint), coach)
        self.app = GameApp(self.screen)

    def _screen(self, preferences: Callable[[], Preferences], coach: Coach | None) -> GameScreen:
        """The screen of the game, with a coach where there is one."""
        if coach:
            return CoachedScreen(self, preferences, self.said, coach)
        return GameScreen(self, preferences, self.said, clock=lambda: self.now, ticks=self.ticks)

    @property
    def history(self) -> list[AnyFact]:
        """What seat 0 has read."""
        return [fact for fact in self.facts if fact.reader in (None, 0)]  # type: ignore[misc]

    @property
    def view(self) -> View:
        """What seat 0 knows; the facts are folded anew when they have changed."""
        history = self.history
        if history != self._folded[0]:
            self._folded = history, View(0).after(history)
        return self._folded[1]

    @property
    def news(self) -> RoomNews:
        """The room around the game."""
        pending = self.table_game.pending
        chairs = (
            tuple(
                SeatNews(name, "bot" if seat == 2 or (seat and self.alone) else "person", seat not in self.away)
                for seat, name in enumerate(self.names)
            )
            + self.guests
        )
        waiting = pending.seats if pending else ()
        settings = Settings(self.rules, timer=60, pause=self.pause)
        ready = tuple(sorted(self.ready)) if self.table_game.table.between_rounds else self.wishes
        return RoomNews(
            "playing", chairs, 0, settings, len(self.watching), self.paused, waiting, self.milliseconds_left,
            ready=ready, banks=self.banks, watcher_names=self.watching,
        )  # fmt: skip

    @property
    def standing(self) -> Standing:
        """How seat 0 stands to the table; between games where the game is over."""
        owner = self.welcome is not None and self.welcome.owner
        phase: Literal["lobby", "playing"] = "playing" if self.table_game.pending else "lobby"
        return dataclasses.replace(standing_of(self.news, self.view.table), owner=owner, phase=phase)

    @property
    def state(self) -> SessionState:
        return SessionState(
            status=self.status,
            welcome=self.welcome,
            view=self.view,
            game=self.game,
            history=tuple(self.history),
            news=self.news,
            names=self.names,
            tally=self.tally,
            standing=self.standing,
        )

    async def events(self) -> AsyncIterator[Event]:
        """Nothing by itself: the test tells the screen."""
        nothing: tuple[Event, ...] = ()
        for event in nothing:
            yield event

    def happen(self, batch: tuple[Fact, ...], game: Game) -> None:
        """These facts happen, which leads to this game, and the screen hears of it."""
        first = len(self.history)
        self.facts += batch
        self.table_game = game
        self.hear(Facts(1, first, tuple(self.history[first:]), True))

    def hear(self, event: Event) -> None:
        """The screen hears this, if it is there."""
        if isinstance(event, Talk):
            self.said.append(event.said)
        if self.screen.is_mounted:
            self.app.call_later(self.screen.hear, event)

    def others_decide(self, leaving: int = 0, enough: Callable[[Game], bool] = lambda game: False) -> None:
        """All others decide, with their lowest card or row, until it is enough or seat 0 must."""
        while (pending := self.table_game.pending) and not enough(self.table_game):
            others = [seat for seat in pending.seats if seat != 0]
            if len(others) <= leaving:
                return
            if isinstance(pending, CardsWanted):
                hand = self.table_game.table.hands[others[0]] or ()
                self.happen(*choose_card(self.table_game, others[0], hand[0]))
            elif isinstance(pending, DraftWanted):
                self.happen(*draft_card(self.table_game, others[0], self.table_game.table.deck[-1]))
            else:
                self.happen(*choose_row(self.table_game, others[0], 0))

    def play_turn(self) -> None:
        """Everybody lays their lowest card, and what is too low takes the first row."""
        turn = self.table_game.table.turn
        self.play_until(lambda game: game.table.turn != turn or bool(game.table.ended))

    def play_until(self, condition: Callable[[Game], bool]) -> None:
        """Everybody decides until something is so."""
        while not condition(self.table_game):
            self.others_decide(enough=condition)
            if condition(self.table_game):
                return
            pending, table = self.table_game.pending, self.table_game.table
            assert pending, "the game is over before that"
            if isinstance(pending, CardsWanted):
                self.happen(*choose_card(self.table_game, 0, (table.hands[0] or ())[0]))
            elif isinstance(pending, DraftWanted):
                self.happen(*draft_card(self.table_game, 0, table.deck[0]))
            else:
                self.happen(*choose_row(self.table_game, 0, 0))

    def request(self, request: AnyRequest) -> int:
        """Note it, and let it happen."""
        self.requests.append(request)
        match request:
            case ChooseCard(card=card):
                self.happen(*choose_card(self.table_game, 0, card))
            case TakeBack():
                self.happen(*take_back(self.table_game, 0))
            case DraftCard(card=card):
                self.happen(*draft_card(self.table_game, 0, card))
            case ChooseRow(row=row):
                self.happen(*choose_row(self.table_game, 0, row))
            case Say(text=text):
                self.hear(Talk(Said(0, "Camille", text)))
            case Pause() | Resume():
                self.paused = isinstance(request, Pause)
                self.hear(News(self.news))
            case Ready():
                self.ready.add(0)
                self.hear(News(self.news))
            case NextRound():
                self.happen(*self.table_game.next_round())
            case Start() | React():
                pass
            case _:
                raise NotImplementedError("not at a game, or not through its screen")
        return len(self.requests)

    def come_back(self) -> None:
        raise NotImplementedError


def shown(app: App[None]) -> str:
    """The text of the whole window."""
    width, height = app.size
    lines = strips(app)
    assert (len(lines), width) == (height, lines[0].cell_length)
    return "\n".join(line.text.rstrip() for line in lines)


@pytest.fixture(scope="session", autouse=True)
def terminal_of_many_colours() -> Iterator[None]:
    """What is drawn does not depend on the terminal in which the tests run."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("COLORTERM", "truecolor")
        environment.delenv("NO_COLOR", raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def nothing_by_itself() -> Iterator[None]:
    """However long a test takes, no last card is laid by itself, and an empty list of tables says no more.

    A test that is about them asks for a shorter time.
    """
    with pytest.MonkeyPatch.context() as attributes:
        attributes.setattr(table_pane, "LAST_CARD_PAUSE", 1000.0)
        attributes.setattr(table_list_panel, "EFFORTS_AFTER", 1000.0)
        attributes.setattr(table_list_panel, "HELP_AFTER", 1000.0)
        yield


if sys.platform == "win32":

    @pytest.fixture(autouse=True)
    async def threads_for_timers() -> None:
        """Timers take threads there, as they do of the program."""
        provide_timer_threads()


@pytest.fixture
def seat_at() -> type[SeatAtGame]:
    return SeatAtGame


@pytest.fixture
def window() -> Callable[[App[None]], str]:
    return shown
