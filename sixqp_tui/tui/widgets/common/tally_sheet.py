"""The totals of everybody who has played at the table since it opened."""

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from sixqp_tui.i18n import _, pgettext, table as table_words
from sixqp_tui.presentation.tally import TallyRow
from sixqp_tui.tui.widgets.common.columns import columns
from sixqp_tui.tui.widgets.common.seat_text import player_name

WIDTH = 54
"""The longest name with its sign and mark, and four columns of numbers."""


class TallySheet(Widget):
    """The best first. If there are too many, the last line says how many more there are."""

    DEFAULT_CSS = f"TallySheet {{ width: {WIDTH}; height: auto; }}"
    ALLOW_SELECT = False

    rows: reactive[tuple[TallyRow, ...]] = reactive((), layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 1 + len(self.rows)

    def render(self) -> Content:
        # Translators: the context “tally” is the head of a column of numbers: games won; games played; bull's heads
        # in all rounds; heads of the best round
        heads = (
            pgettext("tally", "won"),
            pgettext("tally", "games"),
            pgettext("column", "heads"),
            pgettext("score column", "best"),
        )
        # Translators: all games of a table since it opened; the tally of them follows
        heading = _("At this table").upper()
        rows = [[Content(f"  {heading}"), *map(Content, heads)], *map(_cells, self.rows)]
        head, *lines = columns(rows, "Lrrrr", self.size.width)
        if len(lines) >= self.size.height > 0:
            shown = max(0, self.size.height - 2)
            lines[shown:] = [Content.styled("  " + table_words.others_below(len(lines) - shown), "$dim")]
        return Content("\n").join([head.stylize("$dim"), *lines])


def _cells(row: TallyRow) -> list[Content]:
    line = row.line
    name = player_name(row.seat, line.name, own=row.own, bot=line.bot)
    if line.seat is None:
        name += Content.styled(f" {table_words.left()}", "$dim")
    numbers = (Content(str(number)) for number in (line.games, line.heads, line.best))
    return [name, Content.styled(str(line.won), "bold $strong"), *numbers]
