"""`tools/pettingzoo_env.py`: the game as PettingZoo wants it."""

from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="missing: PettingZoo")

import numpy as np
from pettingzoo.test import parallel_api_test

from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.game import IllegalDecision
from tools.pettingzoo_env import CARDS, FIRST_ROW, GONE, MINE, WAIT, SixqpEnv


def lowest(observations: dict[str, Any]) -> dict[str, int]:
    return {agent: int(np.flatnonzero(seen["action_mask"])[0]) for agent, seen in observations.items()}


@pytest.mark.parametrize("players", [2, 10])
def test_it_passes_pettingzoos_own_test(players: int) -> None:
    parallel_api_test(SixqpEnv(players), num_cycles=100)


def test_a_round_gives_minus_the_heads_of_the_cards_taken() -> None:
    env = SixqpEnv(3)
    observations, _ = env.reset(seed=1)
    earned, waited = dict.fromkeys(env.agents, 0.0), False
    while env.agents:
        actions = lowest(observations)
        waited |= WAIT in actions.values()
        observations, rewards, *_ = env.step(actions)
        for agent, reward in rewards.items():
            earned[agent] += reward
    seen = observations["player_0"]["observation"]
    assert waited
    assert sum(earned.values()) == -heads_of(card + 1 for card in np.flatnonzero(seen[:CARDS] == GONE))
    assert list(seen[CARDS + 1 :]) == [-earned[agent] for agent in env.possible_agents]


def test_an_agent_sees_its_own_hand_and_the_rows_only() -> None:
    env = SixqpEnv(2)
    observations, _ = env.reset(seed=1)
    hands = [set(np.flatnonzero(seen["observation"] == MINE)) for seen in observations.values()]
    assert [len(hand) for hand in hands] == [10, 10]
    assert not hands[0] & hands[1]
    for seen in observations.values():
        assert np.count_nonzero(seen["observation"]) == 14
        assert sorted(seen["observation"][seen["observation"] >= FIRST_ROW]) == [4, 5, 6, 7]


def test_a_card_of_another_hand_is_refused() -> None:
    env = SixqpEnv(2)
    observations, _ = env.reset(seed=1)
    actions = lowest(observations)
    with pytest.raises(IllegalDecision):
        env.step(actions | {"player_0": actions["player_1"]})
