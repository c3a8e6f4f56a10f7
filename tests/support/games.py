"""Games that are over, for the tests of what remains of them."""

from collections.abc import Iterable
from typing import cast

from sixqp_protocol.facts import AnyFact, Rules, Variant
from sixqp_protocol.messages import SeatNews
from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.features.history.record import GameRecord, Player, record_game

from .play import names, played, stream

EVENING = 1_700_000_000
"""Seconds since 1970: the end of the first game of an evening."""


def recorded(
    variant: Variant = "classic",
    players: int = 3,
    *,
    rounds: int = 2,
    seed: str = "kept",
    reader: int | None = None,
    table: str = "c0ffee00",
    number: int = 1,
    ended: int = EVENING,
    began: int | None = None,
    who: tuple[Player, ...] = (),
    title: str = "Ada's",
) -> GameRecord:
    """A game played by lot, as this reader of it keeps it."""
    whole = played(Rules(variant, rounds=rounds), players, seed)
    seats = seats_of(who or tuple(map(Player, names(players))))
    facts = cast("tuple[AnyFact, ...]", stream(whole, reader))
    return record_game(FinishedGame(table, number, title, facts, seats, ended, began))


def seats_of(players: Iterable[Player]) -> tuple[SeatNews, ...]:
    """Who sat there, as the table tells it."""
    return tuple(
        SeatNews(
            player.name,
            "bot" if player.level else "person",
            True,
            level=player.level,
            key=bytes.fromhex(player.key) if player.key else None,
        )
        for player in players
    )
