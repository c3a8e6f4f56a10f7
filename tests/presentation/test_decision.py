"""What is asked of each seat and of a watcher at every moment of a game, and where a card would go."""

import pytest
from support.play import VARIANTS, batches, stream

from sixqp_protocol.facts import Rules, Variant
from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.table import CardsWanted, DraftWanted, RowWanted
from sixqp_tui.engine.view import View
from sixqp_tui.presentation.decision import (
    AnotherChoosesRow,
    AnotherDrafts,
    CardLaid,
    ChooseCard,
    ChooseRow,
    DraftCard,
    LandingHint,
    landing_hint,
    situation,
)

OWN = (ChooseCard, ChooseRow, DraftCard)
ROWS = ((10, 12), (20, 21, 22, 23, 24), (55,), (60,))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("reader", [None, 0, 2])
def test_wanted_players_are_asked_and_others_are_told_who_is(variant: Variant, reader: int | None) -> None:
    view = View(reader)
    for batch in batches(Rules(variant, None, rounds=2), 3, "asked"):
        view = view.after(stream(batch, reader))
        now, pending = situation(view), view.table.pending
        assert isinstance(now, OWN) == view.wanted
        match pending, now:
            case CardsWanted(), ChooseCard(hand):
                assert hand == view.hand
            case CardsWanted(), CardLaid(card):
                assert card == view.laid
            case CardsWanted(), _:
                assert now is None and reader is None
            case RowWanted(), ChooseRow(card, costs):
                assert card == pending.card and costs == tuple(map(heads_of, view.table.rows))
            case RowWanted(), _:
                assert now == AnotherChoosesRow(view.table.names[pending.seat], pending.card)
            case DraftWanted(), DraftCard(number):
                assert number == len(view.hand) + 1
            case DraftWanted(), _:
                assert now == AnotherDrafts(view.table.names[pending.seat])
            case _:
                assert now is None


def test_the_cheapest_rows_are_all_that_cost_least() -> None:
    assert ChooseRow(3, (5, 2, 7, 2)).cheapest == (1, 3)


@pytest.mark.parametrize(
    ("card", "hint"),
    [
        (15, LandingHint(15, 0, 3)),
        (30, LandingHint(30, 1, 6, heads_of(ROWS[1]))),
        (57, LandingHint(57, 2, 2)),
        (104, LandingHint(104, 3, 2)),
        (9, LandingHint(9)),
    ],
)
def test_3_4_to_3_7_a_hint_says_row_place_and_cost(card: int, hint: LandingHint) -> None:
    assert landing_hint(ROWS, card) == hint
