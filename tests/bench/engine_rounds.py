"""Rounds a second of the engine on one core, decided by lot: `python tests/bench/engine_rounds.py`."""

import sys
from random import Random
from time import perf_counter

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import ChooseCard, ChooseRow, Decision, DraftCard
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.table import CardsWanted, DraftWanted

ENOUGH = 2.0


def rounds(rules: Rules, players: int, seed: str) -> int:
    """How many rounds a game by lot had."""
    rng = Random(seed)
    _, game = Game.start(rules, tuple(map(str, range(players))), seed)
    while wanted := game.pending:
        seat, table = rng.choice(wanted.seats), game.table
        decision: Decision
        if isinstance(wanted, CardsWanted):
            decision = ChooseCard(round=table.round, turn=table.turn, card=rng.choice(table.hands[seat] or ()))
        elif isinstance(wanted, DraftWanted):
            decision = DraftCard(round=table.round, pick=table.pick, card=rng.choice(table.deck))
        else:
            decision = ChooseRow(round=table.round, turn=table.turn, row=rng.randrange(4))
        _, game = game.decide(seat, decision)
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
