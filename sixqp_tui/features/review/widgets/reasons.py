"""Why a decision was dear, in sentences, and below them how far a review can be trusted."""

from textual.content import Content
from textual.reactive import reactive

from sixqp_tui.tui.theme.roles import DIM, GOLD, INK
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget

LEFT = 2


class Reasons(CellWidget):
    """The sentences of `why`, the first of them gold; then the `limits`, `in_short` where all of it has no room."""

    DEFAULT_CSS = "Reasons { width: 100%; height: 5; }"

    why: reactive[tuple[str, ...]] = reactive(())
    limits = reactive("")
    in_short = reactive("")

    def render(self) -> Canvas:
        width, height = self.size
        canvas, across = Canvas(width, height), width - 2 * LEFT
        y = 0
        for at, sentence in enumerate(self.why):
            for line in wrap_text(sentence, across):
                canvas.text(LEFT, y, line, INK if at else GOLD, bold=not at)
                y += 1
        room = max(0, height - y)
        lines = wrap_text(self.limits, across)
        if len(lines) > room:
            lines = wrap_text(self.in_short, across)[:room]
        for at, line in enumerate(lines, height - len(lines)):
            canvas.text(LEFT, at, line, DIM)
        return canvas


def wrap_text(text: str, width: int) -> list[str]:
    """The lines of a text in so many cells; none where there is nothing to say."""
    return [line.plain.rstrip() for line in Content(text).wrap(max(2, width))] if text else []
