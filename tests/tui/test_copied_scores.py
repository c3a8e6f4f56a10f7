"""A key copies the score sheet, and the tally of the evening, as text that can be sent to others."""

import pytest
from support.game_screen import seat_at
from support.lanes import with_soaks
from support.pilots import shown

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import TallyLine
from sixqp_tui import i18n
from sixqp_tui.presentation.tally import describe_rows, tally_rows

ANN = TallyLine("Ann", False, 0, games=3, won=1, rounds=9, heads=60, last=4, best=0)
HEADS = {"en": ["Round", "1", "2", "Total", "Rank"], "fr": ["Manche", "1", "2", "Total", "Rang"]}


@pytest.mark.parametrize("language", with_soaks(HEADS))
async def test_c_copies_the_scores_with_every_player_called_by_name(language: str) -> None:
    i18n.use(language)
    seat, app = seat_at(rules=Rules(limit=None, rounds=2), names=("Ann", "猫", "Hal"), players=3)
    seat.play_until(lambda game: game.pending is None)
    seat.update(tally=(ANN,))
    table, copied = seat.game.table, i18n._("Copied, if your terminal allows it.")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        heading, _, heads, *lines = app.clipboard.split("\n")
        assert "The Barn" in heading and heads.split() == HEADS[language]
        players = dict(line.split(maxsplit=1) for line in lines[:3])
        for name, past, total in zip(table.names, zip(*table.scores, strict=True), table.totals, strict=True):
            assert players[name].split()[:-1] == [*map(str, past), str(total)]
        assert copied in shown(pilot)
        seat.becomes(ready=(1,))
        await pilot.pause()
        assert copied not in shown(pilot) and "猫" in shown(pilot).splitlines()[-2]
        await pilot.press("e", "c")
        evening, sentence = i18n._("THIS EVENING"), describe_rows(tally_rows((ANN,), None))[0]
        assert app.clipboard.startswith(f"The Barn · {evening}\n\n{sentence}\n") and copied in shown(pilot)
        await pilot.press("down")
        assert copied not in shown(pilot)
