"""The games that were played, by evening: to replay, export or delete."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar, NamedTuple

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from sixqp_tui.features.history import words
from sixqp_tui.features.history.game_list import GameRow, ListedGames, describe_unreadable, game_lines
from sixqp_tui.features.history.history import History, wait_for
from sixqp_tui.features.history.record import GameRecord, seat_of, session_of_record
from sixqp_tui.features.history.widgets import GameList, content_of, show_once
from sixqp_tui.features.replay.screen import open_replay
from sixqp_tui.features.review.export import export_record
from sixqp_tui.features.review.screen import open_review
from sixqp_tui.i18n import N_, NC_, _, ngettext, pgettext
from sixqp_tui.i18n.local_time import format_when
from sixqp_tui.i18n.phrases import table_title
from sixqp_tui.joining.failure import Failure, failures_shown
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.dialogs import Answer, Question
from sixqp_tui.tui.keys import ALL_SCORES, CLOSE, EXPORT, READ_AGAIN, REVIEW
from sixqp_tui.tui.scale import BESIDE
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.home.foot import Foot

SHEET = BESIDE - 4
"""Cells of the details beside the list."""
SHEET_WITH_GAP = SHEET + 2
MARGINS = 4
"""Cells at both sides of the list, and of its scroll bar."""
WITH_SHEET = 116
"""Cells of a window with room for the details."""


class _Result(NamedTuple):
    """The result of a key, shown until another game is selected or another key is pressed."""

    text: str
    wrong: bool = True


class GamesScreen(Screen[None]):
    """Reads the list when it opens, and again after games were deleted."""

    OF_PAST_GAMES: ClassVar = True
    """A table closes the screen when it needs its player."""
    DEFAULT_CSS = """
    GamesScreen Page > Horizontal { height: 1fr; margin: 1; }
    GamesScreen GameList, GamesScreen GameList:focus {
        width: 1fr; height: 1fr; border: none; background: transparent; padding: 0; scrollbar-size-vertical: 1;
    }
    GamesScreen GameList > .option-list--option { text-wrap: nowrap; text-overflow: ellipsis; }
    GamesScreen GameList > .option-list--option-highlighted { background: $ghost; text-style: none; }
    GamesScreen #nothing { margin: 1 2; color: $dim; display: none; }
    GamesScreen VerticalScroll { width: 44; margin-left: 2; display: none; scrollbar-size-vertical: 1; }
    GamesScreen.-wide VerticalScroll { display: block; }
    """

    BINDINGS = [
        REVIEW,
        EXPORT,
        ALL_SCORES,
        Binding(
            "d,delete",
            "delete",
            # Translators: delete a game that is over: a verb
            NC_("key", "delete"),
            tooltip=N_("Delete the selected game (asks first)"),
        ),
        READ_AGAIN,
        CLOSE,
        Binding("q,y", "close", show=False),
    ]

    app = getters.app(BaseApp)
    page = getters.query_one(Page)
    games = getters.query_one(GameList)
    sheet = getters.query_one("#sheet", Static)
    foot = getters.query_one(Foot)

    def __init__(self, history: History) -> None:
        super().__init__()
        self.history = history
        self.kept: ListedGames | None = None
        self._reading = False
        self._pointed = ""
        self._result: _Result | None = None

    def compose(self) -> ComposeResult:
        # Translators: the title of a screen: the list of the games that its reader has played
        with Page(lambda: _("Your games"), self._place):
            yield Static(words.nobody_yet(), id="nothing", markup=False)
            with Horizontal():
                yield GameList()
                with VerticalScroll(can_focus=False):
                    yield Static(id="sheet")
            yield Foot()

    def on_mount(self) -> None:
        self.games.focus()
        self.show_place()
        self.action_read()

    def on_resize(self) -> None:
        self.set_class(self.app.size.width >= WITH_SHEET, "-wide")
        if self.kept:
            self.games.show(self.kept, self._list_width)

    @property
    def _list_width(self) -> int:
        """Cells beside the scroll bar and the details."""
        return self.app.size.width - MARGINS - (SHEET_WITH_GAP if self.has_class("-wide") else 0)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._points_at_game or action not in ("replay", "review", "export", "delete")

    @property
    def _points_at_game(self) -> bool:
        return self.is_mounted and self.games.game is not None

    # -- messages -----------------------------------------------------------------------------------------------

    @on(GameList.OptionHighlighted)
    def follow_selection(self) -> None:
        row = self.games.game
        pointed = row.game.id if row else ""
        if pointed != self._pointed:
            self._pointed, self._result = pointed, None
        self.show_place()

    def _place(self) -> str:
        row, total = self.games.game, len(self.kept.games) if self.kept else 0
        if row is None:
            return words.games_played(total)
        return ngettext("{number} of {n} game", "{number} of {n} games", total).format(number=row.number, n=total)

    def show_place(self) -> None:
        row = self.games.game
        self.page.update_title()
        lines = game_lines(row, self.kept.own, SHEET) if row and self.kept else ()
        self.sheet.update(Content("\n").join(map(content_of, lines)))
        self.refresh_bindings()
        if not self._reading:
            self._show_foot()

    def _show_foot(self) -> None:
        row, kept = self.games.game, self.kept
        unreadable = describe_unreadable(kept.unreadable) if kept else ""
        self.foot.display = bool(self._result or unreadable or row)
        if self._result:
            self.foot.show_error(self._result.text) if self._result.wrong else self.foot.show_choices(
                self._result.text
            )
        elif unreadable and (row is None or row.number == 1):
            self.foot.show_error(unreadable)
        elif row:
            self.foot.show_choices(
                _("Enter: replay the game of {when} at “{title}”.").format(
                    when=format_when(row.game.ended), title=table_title(row.game.title)
                )
            )

    def _show_result(self, text: str, wrong: bool = True) -> None:
        self._result = _Result(text, wrong)
        self._show_foot()

    # -- reading ------------------------------------------------------------------------------------------------

    @work(exclusive=True, group="games")
    async def action_read(self) -> None:
        self._reading, self._result = True, None
        self.foot.display = True
        self.foot.show_progress(words.reading())
        try:
            self._show_games(await wait_for(self.history.list_games, self._show_progress))
        except Failure as reason:
            self._reading = False
            self._show_result(str(reason))
        else:
            self._reading = False
            self.show_place()

    def _show_games(self, kept: ListedGames) -> None:
        self.kept = kept
        self.games.show(kept, self._list_width)
        self.query_one("#nothing").display = not kept.games

    def _show_progress(self, done: int, total: int) -> None:
        if self._reading:
            self.foot.show_step(words.reading_of(done, total))

    def action_close(self) -> None:
        if self._reading:
            self.workers.cancel_group(self, "games")
            self._reading = False
            self._show_result(words.stopped())
        elif self.is_current:
            self.dismiss()

    # -- one game -----------------------------------------------------------------------------------------------

    @on(GameList.OptionSelected)
    def open_selected(self) -> None:
        if self.games.game:
            self.action_replay()
        elif self.kept:
            self.games.list_more(self.kept, self._list_width)

    def action_replay(self) -> None:
        self._open(lambda record: open_replay(self.app, session_of_record(record, seat=self._own_seat(record))))

    def action_review(self) -> None:
        self._open(lambda record: open_review(self.app, record, self._own_seat(record)))

    def _own_seat(self, record: GameRecord) -> int | None:
        return seat_of(record, self.kept.own if self.kept else ())

    @work(exclusive=True, group="game")
    async def _open(self, open_screen: Callable[[GameRecord], None]) -> None:
        """Load the selected game, and open its screen."""
        row = self.games.game
        if row is None:
            return
        with failures_shown(self._show_result):
            record = await self._load(row)
            if self.is_current:
                open_screen(record)

    async def _load(self, row: GameRow) -> GameRecord:
        return await wait_for(lambda _report: self.history.load(row.game.id))

    @work(exclusive=True, group="game")
    async def action_export(self) -> None:
        row = self.games.game
        if row is None:
            return
        self.foot.show_progress(_("Writing the file…"))
        with failures_shown(self._show_result):
            record = await self._load(row)
            path = await wait_for(lambda _report: export_record(record))
            self._show_result(_("Saved to “{path}”. Open it in any browser.").format(path=path), wrong=False)

    # -- deleting -----------------------------------------------------------------------------------------------

    def action_delete(self) -> None:
        if row := self.games.game:
            self.app.push_screen(_delete_question(row), partial(self._delete, row.game.id))

    def _delete(self, game: str, answer: str | None) -> None:
        if answer == "delete":
            self._delete_game(game)

    @work(group="deleting")
    async def _delete_game(self, game: str) -> None:
        with failures_shown(self._show_result):
            await wait_for(lambda _report: self.history.delete(game))
            self.action_read()


def open_games(app: BaseApp) -> None:
    show_once(app, GamesScreen, lambda: GamesScreen(History()))


def _delete_question(row: GameRow) -> Question:
    when, title = format_when(row.game.ended), table_title(row.game.title)
    return Question(
        words.ask_delete(when, title),
        [
            Answer("keep", "escape", pgettext("answer", "keep it")),
            Answer("delete", "x", pgettext("answer", "delete for good")),
        ],
    )
