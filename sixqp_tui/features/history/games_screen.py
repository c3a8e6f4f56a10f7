"""The games that were played, by evening: to replay, review, export or delete."""

from collections.abc import Callable
from functools import partial

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from sixqp_tui.features.history import words
from sixqp_tui.features.history.game_list import GameList, describe_game
from sixqp_tui.features.history.games import find_game, own_identities
from sixqp_tui.features.history.past_games_screen import PastGamesScreen, show_once
from sixqp_tui.features.history.record import GameRecord, seat_of, session_of_record
from sixqp_tui.features.history.store import KeptGames, delete_games
from sixqp_tui.features.history.summary import GameSummary
from sixqp_tui.features.replay.screen import open_replay
from sixqp_tui.features.review.export import export_beside
from sixqp_tui.features.review.screen import open_review
from sixqp_tui.i18n import N_, NC_, _, ngettext, pgettext
from sixqp_tui.i18n.local_time import format_when
from sixqp_tui.i18n.phrases import table_title
from sixqp_tui.joining.background import run_in_background
from sixqp_tui.joining.failure import failures_shown
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.dialogs import Answer, Question
from sixqp_tui.tui.keys import ALL_SCORES, CLOSE, EXPORT, READ_AGAIN, REVIEW
from sixqp_tui.tui.widgets.common.foot import Foot
from sixqp_tui.tui.widgets.common.page import Page


class GamesScreen(PastGamesScreen):
    """In a wide window, the game that is pointed at is shown in detail."""

    DEFAULT_CSS = """
    GamesScreen Page > Horizontal { height: 1fr; margin: 1; }
    GamesScreen GameList { width: 1fr; height: 1fr; }
    GamesScreen #nothing { margin: 1 2; color: $dim; display: none; }
    GamesScreen VerticalScroll { width: 44; margin-left: 2; display: none; scrollbar-size-vertical: 1; }
    GamesScreen.-large VerticalScroll { display: block; }
    """
    BINDINGS = [
        REVIEW,
        EXPORT,
        ALL_SCORES,
        # Translators: delete a game that is over: a verb
        Binding("d,delete", "delete", NC_("key", "delete"), tooltip=N_("Delete the selected game (asks first)")),
        READ_AGAIN,
        CLOSE,
        Binding("q,y", "close", show=False),
    ]

    games = getters.query_one(GameList)

    def compose(self) -> ComposeResult:
        # Translators: the title of a screen: the list of the games that its reader has played
        with Page(lambda: _("Your games"), self._place):
            yield Static(words.nobody_yet(), id="nothing", markup=False)
            with Horizontal():
                yield GameList()
                with VerticalScroll(can_focus=False):
                    yield Static(id="details")
            yield Foot()

    def on_mount(self) -> None:
        self.own = own_identities()
        self.games.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._game is not None or action not in ("review", "export", "delete")

    @property
    def _game(self) -> GameSummary | None:
        number = self.games.number if self.is_mounted else 0
        return self.kept.games[number - 1] if self.kept and number else None

    def _place(self) -> str:
        total = len(self.kept.games) if self.kept else 0
        if not self._game:
            return words.games_played(total)
        sentence = ngettext("{number} of {n} game", "{number} of {n} games", total)
        return sentence.format(number=self.games.number, n=total)

    def show_games(self, kept: KeptGames) -> None:
        self.games.show(kept, self.own)
        self.query_one("#nothing").display = not kept.games
        self.show_game()

    @on(GameList.OptionHighlighted)
    def show_game(self) -> None:
        game = self._game
        self.page.update_title()
        self.query_one("#details", Static).update(describe_game(game, self.own) if game else "")
        self.refresh_bindings()
        if self.kept:
            unreadable = "" if self.games.number > 1 else words.files_unreadable(self.kept.unreadable)
            self.foot.display = bool(unreadable or game)
            self.foot.show_error(unreadable) if unreadable else self.foot.show_choices(_question(game))

    # -- one game -----------------------------------------------------------------------------------------------

    @on(GameList.OptionSelected)
    def open_selected(self) -> None:
        if self._game:
            self._open(lambda record: open_replay(self.app, session_of_record(record, seat=self._own_seat(record))))
        elif self.kept:
            self.games.list_more(self.kept, self.own)

    def action_review(self) -> None:
        self._open(lambda record: open_review(self.app, record, self._own_seat(record)))

    def _own_seat(self, record: GameRecord) -> int | None:
        return seat_of(record, self.own)

    @work(exclusive=True, group="game")
    async def _open(self, open_screen: Callable[[GameRecord], None]) -> None:
        """Load the game that is pointed at, and open its screen."""
        game = self.games.game
        with failures_shown(self.foot.show_error):
            record = await run_in_background(lambda _report: find_game(game))
            if self.is_current:
                open_screen(record)

    @work(exclusive=True, group="game")
    async def action_export(self) -> None:
        game = self.games.game
        self.foot.show_progress(_("Writing the file…"))
        with failures_shown(self.foot.show_error):
            path = await run_in_background(lambda _report: export_beside(find_game(game)))
            self.app.notify(words.saved(path), markup=False)
            self.show_game()

    def action_delete(self) -> None:
        if game := self._game:
            self.app.push_screen(_delete_question(game), partial(self._delete, game.id))

    async def _delete(self, game: str, answer: str | None) -> None:
        if answer == "delete":
            with failures_shown(self.foot.show_error):
                await run_in_background(lambda _report: delete_games((game,)))
                self.action_read()


def open_games(app: BaseApp) -> None:
    show_once(app, GamesScreen)


def _question(game: GameSummary | None) -> str:
    if game is None:
        return ""
    sentence = _("Replay the game of {when} at “{title}”?")
    return sentence.format(when=format_when(game.ended), title=table_title(game.title))


def _delete_question(game: GameSummary) -> Question:
    return Question(
        words.ask_delete(format_when(game.ended), table_title(game.title)),
        Answer("keep", "escape", pgettext("answer", "keep it")),
        Answer("delete", "x", pgettext("answer", "delete for good")),
    )
