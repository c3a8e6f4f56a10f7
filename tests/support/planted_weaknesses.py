"""Players with one weakness in games against bots, and whether it is named."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Final

from msgspec.structs import replace
from support.planted_rounds import bot_game

from sixqp_protocol.facts import Rules
from sixqp_tui.analysis.judgement import judge
from sixqp_tui.analysis.mistakes import GameCost, MistakeKind, kind_of
from sixqp_tui.analysis.moments import Moment, read_moments
from sixqp_tui.bots.bot import Bot, create_bot
from sixqp_tui.bots.easy import Easy
from sixqp_tui.bots.medium import Medium
from sixqp_tui.bots.search.budget import deals
from sixqp_tui.engine.cards import ROW_LIMIT
from sixqp_tui.engine.view import View

THINKING: Final = 20
"""Deals that the sound player tries for each decision."""
PLAYERS: Final = (4, 3, 5, 4, 6, 2)
"""By game."""


class Planted:
    """The hard level, with another choice of cards."""

    thinks = True

    def __init__(self, rng: Random, card: Callable[[Bot, View], int]) -> None:
        self._sound = create_bot("hard", rng, deals(THINKING))
        self._card = card

    def card(self, view: View) -> int:
        return self._card(self._sound, view)

    def row(self, view: View) -> int:
        return self._sound.row(view)

    def draft(self, view: View) -> int:
        return self._sound.draft(view)


def _sound(bot: Bot, view: View) -> int:
    return bot.card(view)


def _highest(_bot: Bot, view: View) -> int:
    return max(view.hand)


def _blind(bot: Bot, view: View) -> int:
    """Takes full rows for rows that have just begun."""
    rows = tuple(row[-1:] if len(row) == ROW_LIMIT else row for row in view.table.rows)
    return bot.card(replace(view, table=replace(view.table, rows=rows)))


PLAYED: Final[dict[str, Callable[[Bot, View], int]]] = {
    "sound": _sound,
    "always the highest": _highest,
    "blind to full rows": _blind,
}
NAMED: Final[dict[str, MistakeKind | None]] = {
    "sound": None,
    "always the highest": "too low",
    "blind to full rows": "sixth",
}
"""What is to be named: who always lays the highest card is left with cards too low for every row."""


def game_cost(planted: str, number: int, rounds: int, tried: int) -> GameCost:
    """What the decisions of seat 0 cost in this game, judged over this many deals each."""
    seed, players = f"{planted} {number}", PLAYERS[number % len(PLAYERS)]
    bots: list[Bot] = [Planted(Random(seed), PLAYED[planted])]
    bots += [Easy(Random(f"{seed} {seat}")) if seat % 3 == 2 else Medium() for seat in range(1, players)]
    _, tasks = read_moments(bot_game(bots, Rules(limit=None, rounds=rounds), seed))
    costs, numbers = Counter[MistakeKind](), Counter[MistakeKind]()
    for task in tasks:
        if isinstance(task, Moment) and task.seat == 0 and (decision := judge(task, tried)).cost:
            costs[kind_of(decision)] += decision.cost
            numbers[kind_of(decision)] += 1
    return GameCost(rounds, costs, numbers, players)
