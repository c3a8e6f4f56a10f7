"""The end of a game: the places from last to first, the winner in large letters, the medals."""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from textwrap import wrap
from typing import NamedTuple

from rich.cells import cell_len
from textual.reactive import reactive

from sixqp_tui.i18n import _, pgettext
from sixqp_tui.presentation.medals import MedalText
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.view_model import Player
from sixqp_tui.tui.theme.glyphs import BOT, FULL, HALF_TONE, LIMIT
from sixqp_tui.tui.theme.roles import DIM, GOLD, INK, RED, SLOT, STRONG, seat_ink
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate
from sixqp_tui.tui.widgets.graphics.large_text import draw_grand_name, draw_large_name, draw_name

LEFT = 2
SIGN = LEFT + 4
NAME = SIGN + 2
GAP = 3
"""Cells between two parts of the sheet."""
BESIDE = 108
"""Cells of a sheet with the medals beside the places."""
MEDALS_WIDTH = 50
ROOMY = 26
"""Lines of a sheet with letters of the largest size."""
SPACIOUS = 6
"""Lines for the heading with room for two lines below it."""
GRAND = 44
"""Lines of a sheet with letters twice as large, and with wider gaps."""
MAX_BAR = 3
"""Lines."""
LEGEND_ROUNDS = 4
"""As many rounds as the legend names."""


class Finish(NamedTuple):
    """`places` are the seats and their players, the best first; `heading` names the winners.

    `summary` are sentences about the result, with the reader's own last if `own`. `evening` is about the games so
    far.
    """

    heading: str
    summary: tuple[str, ...] = ()
    own: bool = False
    places: tuple[tuple[int, Player], ...] = ()
    limit: int | None = None
    medals: tuple[MedalText, ...] = ()
    evening: tuple[MedalText, ...] = ()


class FinishSheet(CellWidget):
    """The places with a bar by rounds, and the medals below or beside them.

    If not everything fits, the blank lines go first, then the evening, the last medals, and the size of the
    letters. While places are `revealed`, from the last one on, the rest is hidden.
    """

    finish: reactive[Finish] = reactive(Finish(""))
    revealed: reactive[int | None] = reactive(None)

    def render(self) -> Canvas:
        width, height = self.size
        canvas = Canvas(width, height)
        if height:
            self._draw(canvas)
        return canvas

    @property
    def _beside(self) -> bool:
        return self.size.width >= BESIDE

    def _draw(self, canvas: Canvas) -> None:
        finish, height = self.finish, self.size.height
        medals = () if self._beside else finish.medals
        headed = bool(finish.places)
        fixed = headed + len(finish.places) + len(medals)
        lines, below = self._winner(height - fixed)
        spare = height - fixed - len(lines) - len(below)
        y = 1 if spare > 3 else 0
        if not self._is_hidden_winner:
            self._draw_winner(canvas, y, lines, below)
        y += len(lines) + len(below) + headed
        room = height - y - headed - len(finish.evening)
        steps = (6, 5, 4, 3, 2) if height >= GRAND else (3, 2)
        step = next((step for step in steps if self._beside and room > step * len(finish.places)), 1)
        y += step > 1 or spare > len(finish.evening) + SPACIOUS
        self._draw_places(canvas, y, step)
        if self.revealed is not None:
            return
        if self._beside:
            self._draw_medals_beside(canvas, y - headed)
        y += step * len(finish.places) + (spare > 1)
        parts = [part for part in (medals, finish.evening) if part]
        title_width = max((cell_len(medal.title) for part in parts for medal in part), default=0) + 2
        to_come = sum(map(len, parts))
        for part in parts:
            for medal in part:
                y += self._draw_medal(canvas, y, medal, title_width)
            to_come -= len(part)
            y += y + to_come < height

    # -- the winner -----------------------------------------------------------------------------------

    @property
    def _is_hidden_winner(self) -> bool:
        return self.revealed is not None and self.revealed < len(self.finish.places)

    def _winner(self, room: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The heading in the largest letters that fit, and the summary if it stands below them."""
        finish, width = self.finish, self.size.width - 2 * LEFT
        beside = width - GAP - max(map(cell_len, finish.summary), default=0)
        below = self._summary_below(room, width)
        for draw in self._sizes() if finish.places else ():
            for room_across, under in ((beside, ()), (width, below)):
                lines = draw(finish.heading, room_across)
                if lines and len(lines) + len(under) <= room:
                    return lines, under
        return (finish.heading,), below[: max(0, room - 1)]

    def _summary_below(self, room: int, width: int) -> tuple[str, ...]:
        """In one line, in two if there is room, or without what the places say too."""
        first, *others = self.finish.summary or ("",)
        whole = " · ".join((first, *others))
        if cell_len(whole) <= width:
            return (whole,)
        return (first, " · ".join(others)) if room > SPACIOUS else (" · ".join((first, *others[-1:])),)

    def _sizes(self) -> Iterator[Callable[[str, int], tuple[str, ...]]]:
        if self.size.height >= GRAND:
            yield draw_grand_name
        if self.size.height >= ROOMY:
            yield draw_large_name
        yield draw_name

    def _draw_winner(self, canvas: Canvas, y: int, lines: Sequence[str], below: Sequence[str]) -> None:
        finish = self.finish
        for at, line in enumerate(lines, y):
            canvas.text(LEFT, at, line, GOLD, bold=True)
        if below:
            for at, line in enumerate(below, y + len(lines)):
                canvas.text(LEFT, at, truncate(line, canvas.width - 2 * LEFT), INK)
            return
        x = LEFT + max(map(cell_len, lines)) + GAP
        for at, sentence in enumerate(finish.summary[: len(lines)], y):
            own = finish.own and sentence == finish.summary[-1]
            canvas.text(x, at, sentence, GOLD if own else STRONG if at == y else INK, bold=own or at == y)

    # -- the places -----------------------------------------------------------------------------------

    @property
    def _places_width(self) -> int:
        return self.size.width - (MEDALS_WIDTH + GAP if self._beside else 0)

    def _draw_places(self, canvas: Canvas, top: int, step: int) -> None:
        finish = self.finish
        if not finish.places:
            return
        widest = max(self._named_width(player) for _seat, player in finish.places)
        right = NAME + widest + 1 + max(len(str(player.total)) for _seat, player in finish.places)
        behind = right + 2 + max(len(str(player.total)) for _seat, player in finish.places)
        bars = behind + 2
        room = self._places_width - bars - LEFT
        highest = max(finish.limit or 1, *(player.total for _seat, player in finish.places))
        limit_at = None if finish.limit is None else bars + round(finish.limit / highest * room)
        canvas.text(LEFT, top - 1, truncate(_("ORDER OF FINISH"), bars - LEFT - 1), DIM, bold=True)
        free = range(bars, self._places_width - LEFT)
        if limit_at is not None:
            label = str(finish.limit)
            x = min(limit_at - len(label) // 2, self._places_width - len(label))
            canvas.text(x, top - 1, label, RED)
            free = max(range(bars, x - 1), range(x + len(label) + 1, free.stop), key=len)
        legends = _legends(max(len(player.past) for _seat, player in finish.places))
        canvas.text(free.start, top - 1, next((each for each in legends if cell_len(each) <= len(free)), ""), DIM)
        hidden = 0 if self.revealed is None else len(finish.places) - self.revealed
        for number, (seat, player) in enumerate(finish.places):
            y = top + step * number
            if number >= hidden:
                lines = _bar_lines(y, step)
                self._draw_place(canvas, lines, seat, player, right, behind)
                self._draw_bar(canvas, bars, lines, seat, player, highest, room)
        if limit_at is not None:
            self._draw_limit(canvas, limit_at, range(top, _bar_lines(y, step).stop))

    def _named_width(self, player: Player) -> int:
        marks = (2 if player.bot else 0) + (1 + cell_len(pgettext("chair", "you")) if player.own else 0)
        return cell_len(player.name) + marks

    def _draw_place(self, canvas: Canvas, lines: range, seat: int, player: Player, right: int, behind: int) -> None:
        y, first = lines.start, player.rank == 1
        if player.own:
            canvas.fill(1, y, self._places_width - 2, len(lines), SLOT)
        canvas.right(LEFT + 2, y, str(player.rank), GOLD if first else DIM, bold=first)
        canvas.text(SIGN, y, seat_sign(seat), seat_ink(seat), bold=player.own)
        after = canvas.text(NAME, y, player.name, seat_ink(seat), bold=player.own or first)
        if player.bot:
            after = canvas.text(after + 1, y, BOT, DIM)
        if player.own:
            canvas.text(after + 1, y, pgettext("chair", "you"), DIM)
        canvas.right(right, y, str(player.total), RED if player.over else STRONG, bold=True)
        gap = player.total - self.finish.places[0][1].total
        # The gap to a winner who isn't shown yet would tell their result.
        canvas.right(behind, y, f"+{gap}" if gap and self.revealed is None else "", DIM)

    @staticmethod
    def _draw_bar(
        canvas: Canvas, left: int, lines: range, seat: int, player: Player, highest: int, room: int
    ) -> None:
        """As long as the total's share of `highest`; the rounds take turns in two patterns."""
        edges = [round(total / highest * room) for total in accumulate(player.past, initial=0)]
        for number in range(len(player.past)):
            length = edges[number + 1] - edges[number]
            for y in lines:
                canvas.text(left + edges[number], y, _tone(number) * length, seat_ink(seat))

    @staticmethod
    def _draw_limit(canvas: Canvas, x: int, lines: range) -> None:
        for y in lines:
            if y < canvas.height and canvas.cells[y][x][0] == " ":
                canvas.text(x, y, LIMIT, RED)

    # -- the medals -----------------------------------------------------------------------------------

    def _draw_medal(self, canvas: Canvas, y: int, medal: MedalText, title_width: int) -> int:
        x = LEFT + title_width
        lines = wrap(medal.sentence, max(1, self._places_width - x - LEFT - 1))
        canvas.text(LEFT, y, medal.title, GOLD, bold=True)
        for at, line in enumerate(lines):
            _draw_medal(canvas, x, y + at, medal if at == 0 else medal._replace(seat=None), line)
        return len(lines)

    def _draw_medals_beside(self, canvas: Canvas, y: int) -> None:
        if not self.finish.medals:
            return
        x = self.size.width - MEDALS_WIDTH
        sentences = [wrap(medal.sentence, MEDALS_WIDTH - 4) for medal in self.finish.medals]
        spare = canvas.height - y - 1 - sum(len(lines) + 1 for lines in sentences)
        gap = min(spare // len(sentences), 3 if canvas.height >= GRAND else 1)
        # Translators: above the medals of a game: what was remarkable in it
        canvas.text(x, y, _("MEDALS"), DIM, bold=True)
        y += 1 + min(gap, 1)
        for medal, lines in zip(self.finish.medals, sentences, strict=True):
            canvas.text(x, y, medal.title, GOLD, bold=True)
            for at, line in enumerate(lines, y + 1):
                _draw_medal(canvas, x, at, medal if at == y + 1 else medal._replace(seat=None), line)
            y += 1 + len(lines) + gap


def _draw_medal(canvas: Canvas, x: int, y: int, medal: MedalText, line: str) -> None:
    if medal.seat is not None:
        canvas.text(x, y, seat_sign(medal.seat), seat_ink(medal.seat))
    canvas.text(x + 2, y, line, INK)


def _bar_lines(y: int, step: int) -> range:
    return range(y, y + max(1, min(step - 1, MAX_BAR)))


def _tone(number: int) -> str:
    return HALF_TONE if number % 2 else FULL


def _legends(rounds: int) -> tuple[str, ...]:
    if rounds < 2:
        return ()
    named = [f"{_tone(number)} {number + 1}" for number in range(min(rounds, LEGEND_ROUNDS))]
    signs = " ".join((*named, "…") if rounds > LEGEND_ROUNDS else named)
    # Translators: the parts of a bar: {rounds} is such as “█ 1 ▒ 2”, a pattern before the number of each round
    return _("heads by round: {rounds}").format(rounds=signs), signs
