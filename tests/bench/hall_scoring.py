"""Duplicate scoring against plain heads, for simulated players of known strength.

Run it with `python tests/bench/hall_scoring.py [EVENINGS] [SEED]`. It prints how much of the variance of heads
the hand explains, and how often each scoring finds the better of two players after this many deals. Everybody
decides like a medium bot, but chooses any card now and then; how often is their strength.
"""

import sys
from pathlib import Path
from random import Random
from statistics import fmean, pvariance, variance

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sixqp_tui.bots.bot import create_bot
from sixqp_tui.engine.view import View
from sixqp_tui.features.hall import scoring
from sixqp_tui.features.hall.scoring import Hand, points_of
from tools.arena import play_round

TABLES = 6
STRONG, WEAK = 0.1, 0.4
"""How often a player chooses any card."""
DEALS = (3, 6, 12, 24)
SCALES = (4.0, 8.0, 16.0, 1000.0)


class Careless:
    """A medium bot that chooses any card so often."""

    thinks = False

    def __init__(self, rate: float, rng: Random) -> None:
        self._rate, self._rng, self._bot = rate, rng, create_bot("medium")

    def card(self, view: View) -> int:
        hand = view.hand
        return self._rng.choice(hand) if self._rng.random() < self._rate else self._bot.card(view)

    def row(self, view: View) -> int:
        return self._bot.row(view)

    def draft(self, view: View) -> int:
        return self._bot.draft(view)


def explained(seats: int, deals: int, seed: str) -> float:
    """The share of the variance of heads that the hand explains, between equal players (analysis of variance)."""
    rng, tables = Random(seed), 8
    within, means = [], []
    for deal in range(deals):
        played = [
            play_round([Careless(0.2, rng) for _seat in range(seats)], "classic", f"{seed} {deal}")
            for _table in range(tables)
        ]
        for heads in zip(*played, strict=True):
            within.append(variance(heads))
            means.append(fmean(heads))
    between = variance(means) - fmean(within) / tables
    return between / (between + fmean(within))


def evening(seed: str) -> list[Hand]:
    """Half of the players, those with even numbers, are strong."""
    rng, hands = Random(seed), []
    players = list(range(4 * TABLES))
    for deal in range(max(DEALS)):
        if deal % 3 == 0:
            rng.shuffle(players)
        for table in range(TABLES):
            seated = players[4 * table : 4 * table + 4]
            bots = [Careless(WEAK if player % 2 else STRONG, rng) for player in seated]
            heads = play_round(bots, "classic", f"{seed} {deal}")
            hands += [Hand(player, deal, seat, heads[seat]) for seat, player in enumerate(seated)]
    return hands


def found(hands: list[Hand], deals: int, kind: scoring.Scoring) -> float:
    """The share of pairs of a strong and a weak player that are in the right order; a tie counts half."""
    points = points_of([hand for hand in hands if hand.deal < deals], kind)
    total = {player: sum(each) for player, each in points.items()}
    pairs = [(total[one], total[two]) for one in total for two in total if one % 2 == 0 and two % 2]
    return fmean((one > two) + (one == two) / 2 for one, two in pairs)


def main() -> None:
    evenings, seed = (*sys.argv[1:3], *("40", "hall")[len(sys.argv[1:3]) :])
    for seats in (4, 6, 10):
        print(
            f"tables of {seats:2}: the hand explains {100 * explained(seats, 100, seed):.0f} %",
            flush=True,
        )
    played = [evening(f"{seed} {number}") for number in range(int(evenings))]
    heads = [hand.heads for hands in played for hand in hands]
    strong = fmean(hand.heads for hands in played for hand in hands if hand.player % 2 == 0)
    weak = fmean(hand.heads for hands in played for hand in hands if hand.player % 2)
    print(f"strong {strong:.2f}, weak {weak:.2f} heads a deal, standard deviation {pvariance(heads) ** 0.5:.2f}")
    print("the better of two is found after", *(f"{deals:6} deals" for deals in DEALS))
    plain = (fmean(found(hands, deals, "plain") for hands in played) for deals in DEALS)
    print("plain                          ", *(f"{100 * each:10.1f} %" for each in plain))
    for scale in SCALES:
        scoring.SCALE = scale  # type: ignore[misc]  # to compare them
        shares = (fmean(found(hands, deals, "duplicate") for hands in played) for deals in DEALS)
        print(f"duplicate, scale {scale:6.0f}        ", *(f"{100 * each:10.1f} %" for each in shares), flush=True)


if __name__ == "__main__":
    main()
