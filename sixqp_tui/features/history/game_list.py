"""The list of games below their evenings, and one game in detail."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from textual import events
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from sixqp_tui.features.history import words
from sixqp_tui.features.history.store import KeptGames
from sixqp_tui.features.history.summary import Evening, GameSummary, SeatSummary, evenings
from sixqp_tui.i18n import _
from sixqp_tui.i18n.local_time import format_day, format_time, format_when
from sixqp_tui.i18n.phrases import format_rounds, listed, table_title, variant_name
from sixqp_tui.presentation.cells import pad
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.tui.keys import REPLAY
from sixqp_tui.tui.theme.glyphs import BOT
from sixqp_tui.tui.theme.roles import seat_ink

AT_ONCE = 200
"""Games that are listed first, and with each "more"."""
MORE = "more"
"""The option below the games that are listed."""
TIME, VARIANT, ROUNDS = 7, 10, 11
"""Cells of the columns, with a gap."""


class PickList(OptionList):
    """A list in which the first click points at an option, and the second one selects it."""

    DEFAULT_CSS = """
    PickList, PickList:focus {
        border: none; background: transparent; padding: 0; scrollbar-size-vertical: 1;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    PickList > .option-list--option-highlighted { background: $ghost; text-style: none; }
    """

    async def _on_click(self, event: events.Click) -> None:
        clicked = event.style.meta.get("option")
        if clicked is not None and clicked != self.highlighted:
            event.prevent_default()
            if not self.get_option_at_index(clicked).disabled:
                self.highlighted = clicked


class GameList(PickList):
    """The newest games, each evening above its own; the older ones on demand."""

    BINDINGS = [replace(REPLAY, key="enter", action="select")]

    def __init__(self) -> None:
        super().__init__()
        self._numbers: dict[str, int] = {}
        self._listed = AT_ONCE

    @property
    def game(self) -> str | None:
        """The id of the game that is pointed at."""
        pointed = self.highlighted_option.id if self.highlighted_option else None
        return pointed if pointed in self._numbers else None

    @property
    def number(self) -> int:
        """The number of that game; the newest is 1, and 0 is none."""
        return self._numbers.get(self.game or "", 0)

    def list_more(self, kept: KeptGames, own: Collection[str]) -> None:
        self._listed += AT_ONCE
        self.show(kept, own)

    def show(self, kept: KeptGames, own: Collection[str]) -> None:
        """The cursor stays on its game; if that is gone, at its place."""
        before, place = self.game, self.highlighted or 0
        self._numbers = {game.id: number for number, game in enumerate(kept.games[: self._listed], 1)}
        options = list(self._listing(kept, own))
        self.set_options(options)
        places = [at for at, option in enumerate(options) if option.id]
        if before in self._numbers:
            self.highlighted = self.get_option_index(before)
        elif places:
            self.highlighted = next((at for at in places if at >= place), places[-1])

    def _listing(self, kept: KeptGames, own: Collection[str]) -> Iterator[Option]:
        games = {game.id: game for game in kept.games}
        for evening in evenings(kept.games):
            played = [games[game] for game in reversed(evening.games) if game in self._numbers]
            if not played:
                break
            yield Option(_heading(evening), disabled=True)
            yield from (Option(_line(game, own), id=game.id) for game in played)
        if len(kept.games) > self._listed:
            # Translators: below a long list of games: a line that lists older ones when Enter is pressed
            yield Option(Content.assemble("   ", (_("more games…"), "$gold")), id=MORE)

    def scroll_to_highlight(self, top: bool = False) -> None:
        super().scroll_to_highlight(top)
        if self.highlighted == 1:
            self.scroll_home(animate=False)  # its evening stands above it


def _heading(evening: Evening) -> Content:
    day = format_day(evening.ended)
    return Content.assemble(
        (f" {day[:1].upper()}{day[1:]}", "bold $strong"), (f"  {describe_evening(evening)}", "$dim")
    )


def describe_evening(evening: Evening) -> str:
    tables = listed([table_title(title) for title in evening.titles])
    count = len(evening.games)
    if count == 1:
        return tables
    games = words.games_played(count)
    winners = [line.name for line in evening.winners]
    if not winners:
        return f"{tables} · {games}"
    # Translators: {tables} are one or more tables, {games} is “3 games”, {winners} are names
    sentence = _("{tables} · {games}, evening won by {winners}")
    return sentence.format(tables=tables, games=games, winners=listed(winners))


def _line(game: GameSummary, own: Collection[str]) -> Content:
    """The user first, then from best to worst, as far as there is room."""
    seats = sorted(game.ranked, key=lambda seat: seat.key not in own)
    return Content.assemble(
        ("   " + pad(format_time(game.ended), TIME), "$ink"),
        (pad(variant_name(game.variant), VARIANT) + pad(format_rounds(game.rounds), ROUNDS), "$dim"),
        ("" if game.winners else f"({words.given_up()}) ", "$dim"),
        Content.styled(" · ", "$dim").join(_result(seat, seat.key in own) for seat in seats),
    )


def _result(seat: SeatSummary, own: bool) -> Content:
    bold = "bold " if seat.rank == 1 else ""
    result = Content.styled(f"{seat.name} {seat.heads}", bold + ("$gold" if own else "$ink"))
    if not own or seat.accuracy is None:
        return result
    return result + Content.styled(f" ({words.accuracy(seat.accuracy)})", "$dim")


def describe_game(game: GameSummary, own: Collection[str]) -> Content:
    what = f"{format_when(game.ended)} · {variant_name(game.variant)} · {format_rounds(game.rounds)}"
    lines = [Content.styled(table_title(game.title), "bold $strong"), Content.styled(what, "$dim")]
    if not game.winners:
        lines.append(Content.styled(words.given_up(), "$dim"))
    for seat in game.ranked:
        place = game.seats.index(seat)
        called = f"{seat.name} {BOT}" if seat.bot else seat.name
        heads = " + ".join(map(str, seat.rounds)) + (f" = {seat.heads}" if len(seat.rounds) > 1 else "")
        judged = "" if seat.accuracy is None else f" · {words.accuracy(seat.accuracy)}"
        bold = "bold " if seat.rank == 1 else ""
        lines += [
            Content(),
            Content.assemble(
                (f"{seat.rank or ' '} ", f"{bold}{'$gold' if bold else '$dim'}"),
                (f"{seat_sign(place)} ", f"${seat_ink(place)}"),
                (called, bold + ("$gold" if seat.key in own else "$ink")),
            ),
            Content.assemble((f"    {heads}", "$strong"), (judged, "$dim")),
        ]
    return Content("\n").join(lines)
