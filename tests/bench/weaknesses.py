"""Whether a planted weakness is named: `python tests/bench/weaknesses.py [HISTORIES] [GAMES] [ROUNDS] [DEALS]`.

For a sound player and for players with one weakness: in how many histories of GAMES games which kind of mistakes
is named. Of each kind: how many mistakes there are in a round, and what they cost in heads, with its standard error
over all games.
"""

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.planted_weaknesses import NAMED, game_cost

from sixqp_tui.analysis.mistakes import KINDS, cost_a_round, find_weakness

DEFAULT = ("50", "20", "3", "200")
WORKERS = 2


def main() -> None:
    """Print the figures."""
    histories, games, rounds, tried = map(int, [*sys.argv[1:5], *DEFAULT[len(sys.argv[1:5]) :]])
    with ProcessPoolExecutor(WORKERS, get_context("spawn")) as pool:
        for planted, named in NAMED.items():
            work = partial(game_cost, planted, rounds=rounds, tried=tried)
            costs = list(pool.map(work, range(histories * games)))
            found = [find_weakness(costs[at : at + games]) for at in range(0, len(costs), games)]
            kinds = Counter(each.kind if each else None for each in found)
            played = sum(game.rounds for game in costs)
            parts = (
                f"{kind} {sum(game.numbers.get(kind, 0) for game in costs) / played:.2f}, {mean:.2f} ± {error:.2f}"
                for kind in KINDS
                for mean, error in [cost_a_round(costs, kind)]
            )
            print(f"{planted}: {kinds[named]} of {histories} as planted; {dict(kinds)}")
            print(f"  {'; '.join(parts)}", flush=True)


if __name__ == "__main__":
    main()
