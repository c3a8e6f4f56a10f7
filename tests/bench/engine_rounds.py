"""Rounds a second of the engine on one core, decided by lot: `python tests/bench/engine_rounds.py`."""

import sys
from random import Random
from time import perf_counter

from support.decisions import choose_card, choose_row, draft_card

from sixqp_protocol.facts import Rules
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.pending import CardsWanted, DraftWanted

ENOUGH = 2.0


def rounds(rules: Rules, players: int, seed: str) -> int:
    """How many rounds a game by lot had."""
    rng = Random(seed)
    _, game = Game.start(rules, tuple(map(str, range(players))), seed)
    while wanted := game.pending:
        seat = rng.choice(wanted.seats)
        if isinstance(wanted, CardsWanted):
            _, game = choose_card(game, seat, rng.choice(game.table.hands[seat] or ()))
        elif isinstance(wanted, DraftWanted):
            _, game = draft_card(game, seat, rng.choice(game.table.deck))
        else:
            _, game = choose_row(game, seat, rng.randrange(4))
    return game.table.round


def rate(rules: Rules, players: int) -> float:
    """Rounds a second, over at least `ENOUGH` seconds."""
    start, played, number = perf_counter(), 0, 0
    while perf_counter() - start < ENOUGH:
        played += rounds(rules, players, f"bench {number}")
        number += 1
    return played / (perf_counter() - start)


def main() -> None:
    """One line for each variant and number of players."""
    for rules in (Rules(), Rules(variant="tactic"), Rules(variant="draft")):
        for players in (2, 4, 10):
            sys.stdout.write(f"{rules.variant:8} {players:2} players  {rate(rules, players):7.0f} rounds/s\n")


if __name__ == "__main__":
    main()
