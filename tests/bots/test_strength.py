"""Each level plays better than the one below it; the same lots and deals in every run, so never by luck."""

import pytest

from sixqp_protocol.messages import Level
from tools.arena import entrant, figures, play_deal

TRIES = 12


@pytest.mark.parametrize(
    ("better", "worse", "players", "count"), [("medium", "easy", 4, 40), ("hard", "medium", 2, 8)]
)
def test_a_better_level_takes_fewer_heads(better: Level, worse: Level, players: int, count: int) -> None:
    entrants = (entrant(better, TRIES), *(entrant(worse, TRIES),) * (players - 1))
    found = figures([play_deal(entrants, "classic", f"strength {deal}") for deal in range(count)])
    (heads, wins), (other_heads, _other_wins) = found[better], found[worse]
    assert heads.mean + heads.within < other_heads.mean - other_heads.within
    assert wins.mean > 100 / players
