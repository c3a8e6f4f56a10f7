"""Each level plays better than the one below it; the same lots and deals in every run, so never by luck."""

from functools import partial
from random import Random

import pytest
from support.lanes import with_soaks

from sixqp_protocol.facts import Variant
from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import Bot, create_bot
from sixqp_tui.bots.search.budget import deals
from sixqp_tui.features.arena.contest import Contest, Entrant, figures, play_deal

pytestmark = pytest.mark.slow


def make(level: Level, rng: Random) -> Bot:
    return create_bot(level, rng, deals(12))


@pytest.mark.soak
@pytest.mark.parametrize(
    ("better", "worse", "variant", "players", "count"),
    with_soaks(
        [
            ("medium", "easy", "classic", 4, 40),
            ("hard", "medium", "classic", 2, 15),
            ("hard", "medium", "draft", 2, 5),
            ("expert", "medium", "tactic", 3, 5),
        ]
    ),
)
def test_a_better_level_takes_fewer_heads(
    better: Level, worse: Level, variant: Variant, players: int, count: int
) -> None:
    others = (Entrant(worse, partial(make, worse)),) * (players - 1)
    contest = Contest((Entrant(better, partial(make, better)), *others), variant, "strength")
    first, second = figures(contest, [play_deal(contest, deal, lambda: 0.0) for deal in range(count)])
    assert first.heads + first.heads_within < second.heads - second.heads_within
    assert first.wins > 1 / players
