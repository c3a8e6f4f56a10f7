"""The scores as text for the clipboard. It is for others, so every player is named."""

from collections.abc import Iterable

from sixqp_protocol.messages import TallyLine
from sixqp_protocol.text import cells
from sixqp_tui.i18n import _, facts as facts_words, pgettext, tally as tally_words
from sixqp_tui.presentation.spans import pad
from sixqp_tui.presentation.table_sentences import medal_sentences
from sixqp_tui.presentation.tally import describe_rows, describe_winner, evening_medals, tally_rows
from sixqp_tui.presentation.view_model import ViewModel

GAP = "  "


def game_text(title: str, model: ViewModel) -> str:
    table = model.table
    heading = _("{title}: {verdict}").format(title=title, verdict=facts_words.verdict(table))
    below = tuple(medal_sentences(model.medals()))
    return "\n".join((heading, "", *_score_lines(model), *(("", *below) if below else ())))


def _score_lines(model: ViewModel) -> Iterable[str]:
    heads = (
        pgettext("score sheet", "Round"),
        *(str(number + 1) for number in range(len(model.table.scores))),
        pgettext("score sheet", "Total"),
        pgettext("score sheet", "Rank"),
    )
    players = sorted(model.players(), key=lambda player: player.rank)
    lines = [
        heads, *((each.name, *map(str, each.past), str(each.total), str(each.rank)) for each in players)
    ]  # fmt: skip
    widths = [max(map(cells, column)) for column in zip(*lines, strict=True)]
    for name, *figures in lines:
        right = (figure.rjust(width) for figure, width in zip(figures, widths[1:], strict=True))
        yield GAP.join((pad(name, widths[0]), *right))


def evening_text(title: str, tally: Iterable[TallyLine]) -> str:
    rows = tally_rows(tally, None)
    winner = describe_winner(rows)
    below = (*((f"{winner}.",) if winner else ()), *medal_sentences(evening_medals(rows)))
    heading = f"{title} · {tally_words.heading()}"
    return "\n".join((heading, "", *describe_rows(rows), *(("", *below) if below else ())))
