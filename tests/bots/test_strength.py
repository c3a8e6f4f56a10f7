"""Each level plays better than the one below it; the same lots and deals in every run, so never by luck."""

import pytest
from support.lanes import with_soaks

from sixqp_protocol.facts import Variant
from sixqp_protocol.messages import Level
from tools.arena import entrant, figures, play_deal

pytestmark = pytest.mark.slow
TRIES = 12


@pytest.mark.soak
@pytest.mark.parametrize(
    ("better", "worse", "variant", "players", "count"),
    with_soaks(
        [
            ("medium", "easy", "classic", 4, 40),
            ("hard", "medium", "classic", 2, 15),
            ("hard", "medium", "draft", 2, 5),
            ("hard", "medium", "tactic", 3, 5),
        ]
    ),
)
def test_a_better_level_takes_fewer_heads(
    better: Level, worse: Level, variant: Variant, players: int, count: int
) -> None:
    entrants = (entrant(better, TRIES), *(entrant(worse, TRIES),) * (players - 1))
    found = figures([play_deal(entrants, variant, f"strength {deal}") for deal in range(count)])
    (heads, wins), (other_heads, _other_wins) = found[better], found[worse]
    assert heads.mean + heads.within < other_heads.mean - other_heads.within
    assert wins.mean > 100 / players
