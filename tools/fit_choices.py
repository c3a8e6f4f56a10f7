"""Fits how a bot that searches chooses: `python tools/fit_choices.py [--rounds N] [--seed TEXT]`.

Such bots, which don't read the other hands, play rounds against each other and weaker ones. Each of their choices
tells which features of a card such a player likes; the numbers for them are what makes these choices likeliest (a
softmax over the hand), and become `sixqp_tui/bots/opponents/choices.json`. On one machine the same seed gives the
same file, on any number of cores.
"""

import argparse
import json
import os
from collections.abc import Sequence
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from typing import Final, Literal

from rich.console import Console
from rich.progress import Progress, track

from sixqp_protocol.facts import Variant
from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import Bot, create_bot
from sixqp_tui.bots.opponents.choice_model import FILE, GROUPS, NUMBERS, SCALE, features, position
from sixqp_tui.bots.search.budget import deals
from sixqp_tui.bots.search.elimination import best_candidate
from sixqp_tui.bots.search.rollouts import Rollouts
from sixqp_tui.bots.worker_process import create_pool
from sixqp_tui.engine import cards
from sixqp_tui.engine.cards import ROWS
from sixqp_tui.engine.view import View
from tools.arena import play_round

TARGET: Final = Path(__file__).parents[1] / "sixqp_tui" / "bots" / "opponents" / FILE
SEED: Final = "sixqp"
ROUNDS: Final = 800
THINKING: Final = 80
"""Deals that a bot tries for a decision: more make it no stronger."""
SEARCH: Final = "search"
Player = Level | Literal["search"]
LINE_UPS: Final[tuple[tuple[Variant, int, tuple[Player, ...]], ...]] = (
    ("classic", 10, (SEARCH, SEARCH, SEARCH, SEARCH)),
    ("classic", 4, (SEARCH, SEARCH, "medium", "easy")),
    ("classic", 3, (SEARCH, SEARCH, "medium")),
    ("classic", 3, (SEARCH, SEARCH)),
    ("classic", 2, (SEARCH, SEARCH, SEARCH, "medium", "medium", "easy")),
    ("classic", 1, (SEARCH,) * 4 + ("medium",) * 3 + ("easy",)),
    ("classic", 1, (SEARCH,) * 5 + ("medium",) * 3 + ("easy",) * 2),
    ("tactic", 3, (SEARCH, SEARCH, SEARCH, "medium")),
    ("tactic", 2, (SEARCH, SEARCH, "medium")),
    ("tactic", 2, (SEARCH, SEARCH)),
    ("tactic", 1, (SEARCH, SEARCH, SEARCH, "medium", "medium", "easy")),
)
"""Who plays what, and how often beside the others. Most tables have four, most bots search.

The draft is left out: who sees all hands chooses by what no feature tells.
"""
PASSES: Final = 4
PACE: Final = 0.25
"""How far a number moves at the first choice that it has a part in; less each time (Adagrad)."""
CHECKED: Final = 10
"""One choice in this many is not fitted to: it tells how well the numbers foretell choices."""

Choice = tuple[int, tuple[tuple[int, ...], ...]]
"""Which card of a hand was laid, and the features of all of them."""


class Watched:
    """A bot that searches over any hands that fit, and whose choices of a card are written down."""

    thinks = False

    def __init__(self, rng: Random) -> None:
        self._rng, self._budget = rng, deals(THINKING)
        self.choices: list[Choice] = []

    def card(self, view: View) -> int:
        """The card, noted where there was a choice."""
        card = best_candidate(view.hand, lambda: Rollouts(view, self._rng).cards, self._budget)
        table = view.table
        if len(view.hand) > 1:
            deck = cards.deck(table.rules.variant, table.seats)
            turn = position(table.rows, table.seen, len(view.hand), deck, table.seats)
            self.choices.append((view.hand.index(card), tuple([features(turn, held) for held in view.hand])))
        return card

    def row(self, view: View) -> int:
        return best_candidate(range(ROWS), lambda: Rollouts(view, self._rng).rows, self._budget)

    def draft(self, view: View) -> int:
        return best_candidate(view.table.deck, lambda: Rollouts(view, self._rng).picks, self._budget)


def choices_of(seed: str) -> list[Choice]:
    """What the bots that search chose in one round; by the seed the same everywhere."""
    rng = Random(seed)
    ((variant, _, players),) = rng.choices(LINE_UPS, [often for _, often, _ in LINE_UPS])
    bots = [_bot(player, Random(rng.random())) for player in players]
    play_round(bots, variant, seed)
    return [choice for bot in bots if isinstance(bot, Watched) for choice in bot.choices]


def _bot(player: Player, rng: Random) -> Bot:
    return Watched(rng) if player == SEARCH else create_bot(player, rng)


def all_choices(seed: str, rounds: int) -> list[Choice]:
    """The choices of this many rounds, in order."""
    with create_pool(os.cpu_count() or 1) as pool, Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("bots play", total=rounds)
        found = []
        for choices in pool.map(choices_of, [f"{seed} {number}" for number in range(rounds)], chunksize=4):
            found += choices
            bar.advance(task)
    return found


def fit(choices: Sequence[Choice], rng: Random) -> list[float]:
    """The numbers under which these choices are likeliest, by stochastic gradients."""
    numbers, squares = [0.0] * NUMBERS, [1e-6] * NUMBERS
    console = Console(stderr=True)
    for _ in track(range(PASSES), "numbers are fitted", console=console):
        for chosen, hand in rng.sample(choices, len(choices)):
            for card, chance in enumerate(chances(numbers, hand)):
                error = chance - (card == chosen)
                for at in hand[card]:
                    squares[at] += error * error
                    numbers[at] -= PACE * error / sqrt(squares[at])
    return numbers


def chances(numbers: Sequence[float], hand: Sequence[Sequence[int]]) -> list[float]:
    """How likely each card of this hand is laid."""
    scores = [sum([numbers[at] for at in card]) for card in hand]
    best = max(scores)
    odds = [exp(score - best) for score in scores]
    whole = sum(odds)
    return [each / whole for each in odds]


def surprise(numbers: Sequence[float], choices: Sequence[Choice]) -> float:
    return -sum(log(chances(numbers, hand)[chosen]) for chosen, hand in choices) / len(choices)


def main() -> None:
    """Play, fit, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", default=SEED)
    asked = parser.parse_args()
    found = all_choices(asked.seed, asked.rounds)
    checked = found[::CHECKED]
    numbers = fit([choice for at, choice in enumerate(found) if at % CHECKED], Random(asked.seed))
    whole = [round(number * SCALE) for number in numbers]
    by_lot = sum(log(len(hand)) for _, hand in checked) / len(checked)
    foretold = surprise([number / SCALE for number in whole], checked)
    print(f"{len(found)} choices; surprise at the others {foretold:.3f}, by lot {by_lot:.3f}")
    left = iter(whole)
    groups = {name: [next(left) for _ in range(size)] for name, size in GROUPS.items()}
    lines = (f" {json.dumps(name)}: {json.dumps(each, separators=(',', ':'))}" for name, each in groups.items())
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
