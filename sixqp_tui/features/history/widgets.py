"""The list of games."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from textual import events
from textual.app import App
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from sixqp_protocol.text import cells
from sixqp_tui.features.history.game_list import (
    EveningRow,
    GameRow,
    ListedGames,
    describe_evening,
    list_rows,
    own_accuracy,
    players_fitting,
)
from sixqp_tui.i18n import _
from sixqp_tui.i18n.local_time import format_day, format_time
from sixqp_tui.i18n.phrases import format_rounds, variant_name
from sixqp_tui.presentation.spans import Line, pad
from sixqp_tui.tui.keys import REPLAY

AT_ONCE = 200
"""Games that are listed first, and with each "more"."""
MORE = "more"
"""The option below the games that are listed."""
TIME, VARIANT, ROUNDS = 7, 10, 11
"""Cells of the columns, with a gap."""


class GameList(OptionList):
    """The games below their evenings, the newest first; the older ones on demand."""

    BINDINGS = [replace(REPLAY, key="enter", action="select")]

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[str, GameRow] = {}
        self._listed = AT_ONCE

    @property
    def pointed(self) -> str | None:
        """The id of a game, or MORE."""
        return self.highlighted_option.id if self.highlighted_option else None

    @property
    def game(self) -> GameRow | None:
        return self._rows.get(self.pointed or "")

    def list_more(self, kept: ListedGames, width: int) -> None:
        self._listed += AT_ONCE
        self.show(kept, width)

    def show(self, kept: ListedGames, width: int) -> None:
        """In so many cells. The cursor stays on its game; if that is gone, at its place."""
        before, place = self.pointed, self.highlighted or 0
        rows = list_rows(kept, self._listed)
        self._rows = {row.game.id: row for row in rows if isinstance(row, GameRow)}
        options = [_option(row, kept.own, width) for row in rows]
        if len(kept.games) > self._listed:
            # Translators: below a long list of games: a line that lists older ones when Enter is pressed
            options.append(Option(Content.assemble("   ", (_("more games…"), "$gold")), id=MORE))
        self.set_options(options)
        games = [at for at, option in enumerate(options) if option.id]
        if before in self._rows:
            self.highlighted = self.get_option_index(before)
        elif games:
            self.highlighted = next((at for at in games if at >= place), games[-1])

    def scroll_to_highlight(self, top: bool = False) -> None:
        super().scroll_to_highlight(top)
        if self.highlighted == 1:
            self.scroll_home(animate=False)  # its evening stands above it

    async def _on_click(self, event: events.Click) -> None:
        """The first click selects a game, the second opens it."""
        clicked = event.style.meta.get("option")
        if clicked is not None and clicked != self.highlighted and self.get_option_at_index(clicked).id != MORE:
            event.prevent_default()
            if not self.get_option_at_index(clicked).disabled:
                self.highlighted = clicked


def content_of(line: Line) -> Content:
    return Content.assemble(*((span.text, f"{'bold ' if span.bold else ''}${span.ink}") for span in line))


def _option(row: GameRow | EveningRow, own: tuple[str, ...], width: int) -> Option:
    if isinstance(row, EveningRow):
        day = format_day(row.evening.ended)
        heading = (f" {day[:1].upper()}{day[1:]}", "bold $strong")
        return Option(Content.assemble(heading, (f"  {describe_evening(row.evening)}", "$dim")), disabled=True)
    game, accuracy = row.game, own_accuracy(row.game, own)
    variant = pad(variant_name(game.variant), VARIANT - 1) + " " + pad(format_rounds(game.rounds), ROUNDS)
    room = width - 3 - TIME - VARIANT - ROUNDS - cells(accuracy) - 2
    players = players_fitting(game, own, room)
    gap = " " * (room - sum(cells(span.text) for span in players))
    line = Content.assemble(
        ("   " + pad(format_time(game.ended), TIME), "$ink"),
        (variant, "$dim"),
        content_of(players),
        gap,
        (accuracy, "$dim"),
    )
    return Option(line, id=game.id)


def show_once(app: App[Any], kind: type[Screen[None]], make: Callable[[], Screen[None]]) -> None:
    if not any(isinstance(screen, kind) for screen in app.screen_stack):
        app.push_screen(make())
        return
    while not isinstance(app.screen, kind):
        app.pop_screen()
