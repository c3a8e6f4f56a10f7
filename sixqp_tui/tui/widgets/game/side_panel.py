"""The players beside the rows, and below them the log."""

from functools import partial

from rich.cells import cell_len
from textual import getters
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Offset, Size
from textual.reactive import reactive
from textual.widgets import Static

from sixqp_protocol.facts import RowTaken
from sixqp_tui.engine.cards import ROWS, heads_of
from sixqp_tui.i18n import _, ngettext, pgettext, table as table_words
from sixqp_tui.i18n.phrases import heads
from sixqp_tui.presentation.prompts import with_names
from sixqp_tui.presentation.view_model import Player, ViewModel
from sixqp_tui.tui.animation.frames import Flight, Frame, heads_in
from sixqp_tui.tui.widgets.common.columns import TextLines, columns
from sixqp_tui.tui.widgets.common.seat_text import MARKS, player_name, sign_before
from sixqp_tui.tui.widgets.game.event_log import EventLog
from sixqp_tui.tui.widgets.game.hand import OpenHands
from sixqp_tui.tui.widgets.graphics.large_text import draw_large_name


class Players(TextLines):
    """A line for each seat. What a player has just said covers their numbers, but never the name or the mark."""

    players: reactive[tuple[Player, ...]] = reactive(())
    watching: reactive[tuple[str, ...]] = reactive((), layout=True)
    shows_heads = reactive(True)

    def watch_players(self, before: tuple[Player, ...], after: tuple[Player, ...]) -> None:
        if len(before) != len(after):
            self.refresh(layout=True)

    def lines(self, width: int) -> list[Content]:
        rows = [self._head(), *(self._cells(seat, player) for seat, player in enumerate(self.players))]
        lines = columns(rows, "Llrr", width)
        for at, player in enumerate(self.players, 1):
            if player.bubble:
                name, mark, *_numbers = rows[at]
                said = Content.styled(player.bubble, "bold $gold")
                lines[at] = Content(" ").join([name, mark, said]).truncate(width, ellipsis=True)
        if self.watching:
            lines.append(Content.styled("  " + format_watchers(self.watching, width - 2), "$dim"))
        return lines

    def _head(self) -> list[Content]:
        # Translators: heads of this round, above numbers: at most 5 letters
        numbers = (pgettext("column", "round"), pgettext("column", "total")) if self.shows_heads else ("", "")
        title = Content.styled("  " + _("Players").upper(), "bold $dim")
        return [title, Content(), *(Content.styled(number, "$dim") for number in numbers)]

    def _cells(self, seat: int, player: Player) -> list[Content]:
        name = player_name(seat, player.name, own=player.own, bot=player.bot)
        total = Content.styled(str(player.total), "bold $red" if player.near else "bold $strong")
        numbers = (Content(str(player.heads)), total) if self.shows_heads else (Content(), Content())
        return [name, MARKS[player.mark], *numbers]


def format_watchers(names: tuple[str, ...], room: int) -> str:
    text = with_names(partial(table_words.watching, names), len(names), room)
    if cell_len(text) <= room:
        return text
    return ngettext("{n} watching", "{n} watching", len(names)).format(n=len(names))


class FlyingHeads(Static):
    """Heads on their way from a row to the line of their new owner."""

    def show(self, flight: Flight | None, room: Size) -> None:
        self.display = flight is not None
        if flight is None:
            return
        text = f"+{heads(flight.heads)}"
        start, end = flight.row * room.height / ROWS, 1 + flight.seat
        self.update(text)
        self.styles.offset = Offset(
            round(flight.way * (room.width - cell_len(text) - 6)), round(start + flight.way * (end - start))
        )


def describe_catastrophe(taken: RowTaken, model: ViewModel, width: int) -> Content:
    """Whose row it was, and its heads in large figures."""
    name, heads = model.table.names[taken.seat].upper(), heads_of(taken.cards)
    # Translators: why a player took a row of many heads: at most 28 letters
    reason = _("too low: takes row {row}") if taken.too_low else _("the 6th card of row {row}")
    lines = [
        Content(),
        sign_before(taken.seat).stylize("bold") + Content.styled(name, "bold $red"),
        Content(),
        *(Content.styled(dots, "bold $red") for dots in draw_large_name(f"+{heads}", width)),
        Content(),
        Content.styled(reason.format(row=taken.row + 1), "$strong"),
    ]
    if heads > max((play.heads for play in model.shown.plays), default=0):
        lines.append(Content.styled(_("the most in this game so far"), "$dim"))
    return Content("\n").join(lines)


class SidePanel(Vertical):
    """A catastrophe covers all of it."""

    players = getters.query_one(Players)
    flying = getters.query_one(FlyingHeads)
    hands = getters.query_one(OpenHands)
    event_log = getters.query_one(EventLog)
    catastrophe = getters.query_one("#catastrophe", Static)

    def compose(self) -> ComposeResult:
        yield Static(id="catastrophe")
        yield Players()
        yield OpenHands()
        yield EventLog()
        yield FlyingHeads()

    def show(self, model: ViewModel, frame: Frame | None) -> None:
        counted = ((player, heads_in(frame, model.table, seat)) for seat, player in enumerate(model.players()))
        self.players.players = tuple(
            player._replace(heads=heads, total=player.total + heads - player.heads) for player, heads in counted
        )
        self.players.watching = model.news.watchers if model.news else ()
        self.hands.hands = model.players() if model.view.hands_open else ()
        self.event_log.entries = model.log
        self.flying.show(frame.flight if frame else None, self.size)
        self.set_class(frame is not None and frame.catastrophe, "-catastrophe")
        if frame and frame.catastrophe and isinstance(frame.fact, RowTaken):
            self.catastrophe.update(describe_catastrophe(frame.fact, model, self.size.width))
