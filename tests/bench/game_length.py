"""How many rounds a game takes, by the number of players: the figures of `presentation/game_length.py`.

`python tests/bench/game_length.py 200` plays 200 games of medium bots for each number of players.
"""

import sys
from itertools import accumulate
from random import Random
from statistics import fmean

from sixqp_tui.bots.bot import create_bot
from sixqp_tui.presentation.game_length import LIMITS
from tools.arena import play_round


def rounds_to(limit: int, heads: list[tuple[int, ...]]) -> int:
    """The rounds until somebody's total is over the limit (4.2)."""
    totals = accumulate(heads, lambda total, more: tuple(map(sum, zip(total, more, strict=True))))
    return next(number for number, total in enumerate(totals, 1) if max(total) > limit)


def main(games: int) -> None:
    for players in range(2, 11):
        bots = [create_bot("medium", Random(0)) for _ in range(players)]
        rounds: dict[int, list[int]] = {limit: [] for limit in LIMITS}
        for game in range(games):
            heads: list[tuple[int, ...]] = []
            while not heads or max(map(sum, zip(*heads, strict=True))) <= max(LIMITS):
                seed = f"length {players} {game} {len(heads)}"
                heads.append(play_round(bots, "classic", seed).view(None).table.totals)
            for limit in LIMITS:
                rounds[limit].append(rounds_to(limit, heads))
        means = "  ".join(f"to {limit}: {fmean(rounds[limit]):.2f} rounds" for limit in LIMITS)
        sys.stdout.write(f"{players} players  {means}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
