"""The end of a game: who has won, the order of finish, the medals, and what comes next."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Region
from textual.reactive import reactive
from textual.widgets import Static

from sixqp_protocol.messages import Ready, Start
from sixqp_tui.engine.permissions import bar, withheld
from sixqp_tui.i18n import N_, NC_, _, facts as facts_words, phrases
from sixqp_tui.presentation.medals import MedalText
from sixqp_tui.presentation.prompts import ask_about_rematch
from sixqp_tui.presentation.tally import TallyRow, describe_wins, evening_medals, is_evening, tally_rows
from sixqp_tui.presentation.view_model import Player, ViewModel
from sixqp_tui.tui.animation.frames import Frame
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.scale import SMALL, scale_of
from sixqp_tui.tui.theme.glyphs import FULL, HALF_TONE, LIMIT
from sixqp_tui.tui.theme.roles import seat_ink
from sixqp_tui.tui.widgets.common.columns import TextLines, columns
from sixqp_tui.tui.widgets.common.seat_text import player_name, sign_before
from sixqp_tui.tui.widgets.common.tally_sheet import TallySheet
from sixqp_tui.tui.widgets.game.curve import Curve
from sixqp_tui.tui.widgets.game.event_log import EventLog
from sixqp_tui.tui.widgets.graphics.large_text import draw_large_name, draw_name

STORY = 36
"""Cells beside the winner's name for what else there is to say."""
AIRY = 6
"""Players whose lines have gaps between them in a large window."""


class Drawn(TextLines):
    """Lines that are drawn for a width."""

    draw: reactive[Callable[[int], list[Content]]] = reactive(lambda: lambda _width: [], layout=True)

    def lines(self, width: int) -> list[Content]:
        return self.draw(width)


class FinishPane(Pane):
    """While places are revealed, from the last one on, the rest is hidden."""

    BINDINGS = [
        Binding(
            "r",
            "rematch",
            NC_("key", "rematch"),
            tooltip=N_("Start another game with the same players, or ask for one"),
        ),
        Binding("b", "app.lobby", show=False, tooltip=N_("Go back to the table's lobby")),
    ]

    CLICK = "r"

    headline = getters.query_one("#headline", Horizontal)
    winner = getters.query_one("#winner", Static)
    summary = getters.query_one("#summary", Static)
    places = getters.query_one("#places", Drawn)
    medals = getters.query_one("#medals", Drawn)
    curve = getters.query_one(Curve)
    tally = getters.query_one(TallySheet)
    said = getters.query_one(EventLog)

    def compose(self) -> ComposeResult:
        with Vertical(classes="felt"):
            with Horizontal(id="headline"):
                yield Static(id="winner", markup=False)
                yield Static(id="summary", markup=False)
            with Vertical(id="result"):
                yield Drawn(id="places")
                yield Drawn(id="medals")
                yield Curve()
                yield TallySheet()
            yield EventLog()
            yield self.prompt

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While places are revealed, any key only shows the result."""
        if self.has_class("-revealing"):
            return False
        return action != "rematch" or bar(Start, self.session.state.standing) is None or self._may_wish

    def present(self, model: ViewModel, frame: Frame | None = None) -> None:
        super().present(model, frame)
        self._revealed = frame.places if frame else None
        self.said.entries, self.tally.rows = (
            model.said_lately,
            tally_rows(model.tally, model.you, model.table.names),
        )
        self.curve.table, self.curve.own = model.table, model.view.seat
        self.set_class(frame is not None, "-revealing")
        self.said.display = bool(model.said_lately)
        self.set_class(len(model.table.scores) > 1, "-plotted")
        self.set_class(is_evening(self.tally.rows), "-evening")
        self._show_result()
        self.prompt.deadline = None
        self.prompt.yours = frame is not None or model.owner or self._may_wish
        if (text := self._prompt(model, frame)) != self.prompt.text:
            self.prompt.text = text
            self.clear_notice()
        self.refresh_bindings()

    def _prompt(self, model: ViewModel, frame: Frame | None) -> str:
        if frame:
            # Translators: while the places are shown one after the other
            return _("The places, from last to first")
        return ask_about_rematch(model).text

    @property
    def chat_region(self) -> Region:
        return self.places.region

    # -- what is shown --------------------------------------------------------------------------------

    _revealed: int | None = None

    def on_resize(self) -> None:
        if self.model.over:
            self._show_result()

    def _show_result(self) -> None:
        model, table = self.model, self.model.table
        won, large = facts_words.winning_seats(table), scale_of(self.app.size) is not SMALL
        if not won:
            self.winner.update(_("GAME OVER"))
            self.summary.update(facts_words.verdict(table, model.view.seat))
            return
        own = next((player for player in model.players() if player.own), None)
        lost = own if own and model.view.seat not in won else None
        why = () if lost and lost.over else self._why_over()
        place = (_own_place(lost.rank, table.seats, lost.total),) if lost else ()
        heading = _heading([table.names[seat] for seat in won if seat != model.view.seat], model.view.seat in won)
        self._show_winner(heading, (self._result(won), *why, *place), large)
        places = sorted(enumerate(model.players()), key=lambda place: place[1].rank)
        airy = large and len(places) <= AIRY
        self.places.draw = partial(place_lines, places, table.rules.limit, revealed=self._revealed, airy=airy)
        medals = (*model.medals(), *(() if large else _evening(self.tally.rows)))
        self.medals.draw = partial(medal_lines, medals, below=large)

    def _show_winner(self, heading: str, summary: Sequence[str], large: bool) -> None:
        width = self.app.size.width - 4
        sizes = (draw_large_name, draw_name) if large else (draw_name,)
        drawn = next(filter(None, (draw(heading, width - STORY) for draw in sizes)), None)
        self.headline.set_class(drawn is None, "-stacked")
        self.winner.update("\n".join(drawn or draw_name(heading, width) or (heading,)))
        self.summary.update(("\n" if drawn else " · ").join(summary))

    def _why_over(self) -> Sequence[str]:
        table = self.model.table
        if table.ended == "rounds" and table.rules.rounds == 1:
            return ()
        why = facts_words.why_over(table, 2)
        return (why if table.ended == "limit" else why[:1].upper() + why[1:],)

    def _result(self, won: Sequence[int]) -> str:
        table = self.model.table
        heads, rounds = phrases.heads(min(table.totals)), phrases.format_rounds(len(table.scores))
        if len(won) > 1:
            # Translators: the winner's result: “3 heads in 2 rounds”
            return _("{heads} in {rounds}").format(heads=heads, rounds=rounds)
        sentence = _("{heads} in {rounds}, {n} ahead of {names}")
        second = sorted(table.totals)[1]
        seconds = [
            phrases.you() if seat == self.model.view.seat else name
            for seat, (name, total) in enumerate(zip(table.names, table.totals, strict=True))
            if total == second
        ]
        ahead = second - min(table.totals)
        return sentence.format(heads=heads, rounds=rounds, n=ahead, names=phrases.listed(seconds, 2))

    # -- what comes next ------------------------------------------------------------------------------

    def action_rematch(self) -> None:
        self.session.request(Ready() if self._may_wish else Start())

    @property
    def _may_wish(self) -> bool:
        standing = self.session.state.standing
        model = self.model
        return model.over and not standing.owner and withheld(Ready(), standing) is None


def place_lines(
    places: Sequence[tuple[int, Player]], limit: int | None, width: int, *, revealed: int | None, airy: bool
) -> list[Content]:
    """A heading, then a line for each place with a bar by rounds; of the last ones, as many as are `revealed`.

    `airy`: with gaps between them.
    """
    best = places[0][1].total
    rows = [
        (
            Content.styled(str(player.rank), "bold $gold" if player.rank == 1 else "$dim"),
            player_name(seat, player.name, own=player.own, bot=player.bot),
            Content.styled(str(player.total), "bold $red" if player.over else "bold $strong"),
            # The gap to a winner who isn't shown yet would tell their result.
            Content.styled(f"+{player.total - best}" if player.total > best and revealed is None else "", "$dim"),
        )
        for seat, player in places
    ]
    lines = columns(rows, "rlrr")
    room = width - lines[0].cell_length - 2
    highest = max(limit or 1, *(player.total for _seat, player in places))
    heading = Content.styled(_("ORDER OF FINISH"), "bold $dim")
    if limit is not None:
        heading += Content.styled(f"   {LIMIT} {phrases.heads(limit)}", "$red")
    hidden = 0 if revealed is None else len(places) - revealed
    shown = [heading]
    for at, (line, (seat, player)) in enumerate(zip(lines, places, strict=True)):
        whole = line + "  " + _bar(seat, player, limit, highest, room)
        shown.append(Content() if at < hidden else whole.stylize("on $slot") if player.own else whole)
        if airy:
            shown.append(Content())
    return shown[:-1] if airy else shown


def _bar(seat: int, player: Player, limit: int | None, highest: int, room: int) -> Content:
    """The rounds take turns in two patterns."""
    ends = [round(total / highest * room) for total in accumulate(player.past)]
    parts = (
        (HALF_TONE if number % 2 else FULL) * (end - start)
        for number, (start, end) in enumerate(zip([0, *ends], ends, strict=False))
    )
    bar = Content.styled("".join(parts), f"${seat_ink(seat)}")
    before = 0 if limit is None else round(limit / highest * room) - bar.cell_length
    mark = " " * (before - 1) + LIMIT if before > 0 else ""
    return (bar + Content.styled(mark, "$red")).truncate(room, pad=True)


def medal_lines(medals: Sequence[MedalText], width: int, *, below: bool) -> list[Content]:
    """Each with its sentence beside it, or `below` it and with gaps between them."""
    titles = [Content.styled(medal.title, "bold $gold") for medal in medals]
    room = width if below else width - 2 - max((title.cell_length for title in titles), default=0)
    sentences = [(sign_before(medal.seat) + medal.sentence).wrap(max(2, room)) for medal in medals]
    if below:
        parts = ((title, *lines, Content()) for title, lines in zip(titles, sentences, strict=True))
        return [line for part in parts for line in part][:-1]
    rows = [
        (title if line is lines[0] else "", line)
        for title, lines in zip(titles, sentences, strict=True)
        for line in lines
    ]
    return columns(rows, "ll")


def _evening(rows: Sequence[TallyRow]) -> tuple[MedalText, ...]:
    won = describe_wins(rows)
    # Translators: before the games won: all games of this table since it opened
    return (MedalText(_("At this table"), won), *evening_medals(rows)) if won else ()


def _heading(others: Sequence[str], you: bool) -> str:
    if not you:
        return (
            # Translators: the heading of a finished game, in large letters if they fit
            _("{name} WINS").format(name=others[0])
            if len(others) == 1
            else _("{names} WIN").format(names=phrases.listed(others))
        )
    if not others:
        return _("YOU WIN")
    if len(others) == 1:
        # Translators: {name} has won together with the reader
        return _("YOU AND {name} WIN").format(name=others[0])
    return _("YOU, {names} AND {last} WIN").format(names=", ".join(others[:-1]), last=others[-1])


def _own_place(rank: int, players: int, total: int) -> str:
    # Translators: {place} is “4th”, {players} how many have played, {heads} “37 heads”
    sentence = _("You: {place} of {players}, {heads}")
    return sentence.format(place=phrases.ordinal(rank), players=players, heads=phrases.heads(total))
