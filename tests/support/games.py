"""Games that are over, for the tests of what remains of them."""

from sixqp_protocol.facts import Rules, Variant
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
    seats = who or tuple(map(Player, names(players)))
    told = stream(whole, reader)
    return record_game(told, seats, table=table, number=number, title=title, ended=ended, began=began)
