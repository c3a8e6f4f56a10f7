"""The game as a PettingZoo parallel environment, for people who train bots. It needs `pip install pettingzoo`.

    python tools/pettingzoo_env.py 4        # rounds a second of four players who play by lot

An episode is one round. Cards are actions 0 to 103 and rows 104 to 107. While another agent chooses a row, WAIT is
the only action. A reward is minus the heads that an agent took in that step.
"""

import argparse
from random import Random
from time import process_time
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import ParallelEnv

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import ChooseCard, ChooseRow, Decision
from sixqp_tui.engine.cards import ROWS, deck
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.table import RowWanted

CARDS: Final = len(deck("classic", 10))
WAIT: Final = CARDS + ROWS
UNSEEN, MINE, GONE, TO_PLACE, FIRST_ROW = range(5)


class SixqpEnv(ParallelEnv):  # type: ignore[misc]  # pettingzoo has no types
    """`observation` says for each card where it is, from FIRST_ROW on in a row, whose cards ascend.

    After them come the card that is too low for all rows, or 0, and the heads of each player, the agent first.
    `action_mask` allows what the rules do; the engine raises IllegalDecision for anything else.
    """

    metadata: Final = {"name": "sixqp_v1", "render_modes": []}

    def __init__(self, players: int = 4) -> None:
        self.render_mode = None
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents = list[str]()
        self._rng = np.random.default_rng()
        seen = Box(0, 255, (CARDS + 1 + players,), np.uint8)
        self._seen = Dict({"observation": seen, "action_mask": Box(0, 1, (WAIT + 1,), np.int8)})
        self._actions = Discrete(WAIT + 1)

    def observation_space(self, agent: str) -> Dict:
        return self._seen

    def action_space(self, agent: str) -> Discrete:
        return self._actions

    def reset(self, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        names = tuple(self.possible_agents)
        _, self._game = Game.start(Rules(limit=None, rounds=1), names, str(self._rng.integers(2**63)))
        self.agents = list(names)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        before, agents, heads, wanted = self._game.table, self.agents, self._heads, self._wanted
        for seat in wanted.seats if wanted else ():
            action = int(actions[agents[seat]])
            decision: Decision = (
                ChooseCard(round=before.round, turn=before.turn, card=action + 1)
                if action < CARDS
                else ChooseRow(round=before.round, turn=before.turn, row=action - CARDS)
            )
            _, self._game = self._game.decide(seat, decision)
        observations, over = self._observations(), not self._wanted
        rewards = {agent: float(had - has) for agent, had, has in zip(agents, heads, self._heads, strict=True)}
        if over:
            self.agents = []
        return (
            observations,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def _observations(self) -> dict[str, Any]:
        table, wanted = self._game.table, self._game.pending
        heads = table.heads
        self._heads, self._wanted = heads, wanted
        public = self._public()
        found = {}
        for seat, agent in enumerate(self.agents):
            hand = table.hands[seat] or ()
            seen, mask = public + bytes(heads[seat:] + heads[:seat]), bytearray(WAIT + 1)
            for card in hand:
                seen[card - 1] = MINE
            if not wanted or seat not in wanted.seats:
                mask[WAIT] = 1
            elif isinstance(wanted, RowWanted):
                mask[CARDS:WAIT] = b"\1" * ROWS
            else:
                for card in hand:
                    mask[card - 1] = 1
            found[agent] = {
                "observation": np.frombuffer(seen, np.uint8),
                "action_mask": np.frombuffer(mask, np.int8),
            }
        return found

    def _public(self) -> bytearray:
        table, wanted = self._game.table, self._wanted
        public = bytearray(CARDS + 1)
        for card in table.seen:
            public[card - 1] = GONE
        for _seat, card in table.to_place:
            public[card - 1] = TO_PLACE
        for number, row in enumerate(table.rows, FIRST_ROW):
            for card in row:
                public[card - 1] = number
        if isinstance(wanted, RowWanted):
            public[CARDS] = wanted.card
        return public


def rate(players: int, rounds: int = 1000) -> float:
    """Rounds for each second of this process, played by lot."""
    env, rng = SixqpEnv(players), Random(0)
    start = process_time()
    for number in range(rounds):
        observations, _ = env.reset(seed=number)
        while env.agents:
            legal = {agent: seen["action_mask"].nonzero()[0] for agent, seen in observations.items()}
            observations, *_ = env.step({agent: rng.choice(actions) for agent, actions in legal.items()})
    return rounds / (process_time() - start)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Rounds a second of players who play by lot.")
    parser.add_argument("players", type=int, choices=range(2, 11), metavar="2..10")
    print(f"{rate(parser.parse_args().players):.0f} rounds/s")
