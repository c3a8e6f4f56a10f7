"""Tables for the tests of the room."""

from typing import Any

import pytest
from host.party import Began, Open, Party

from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.messages import Settings, Start


@pytest.fixture
def table() -> Open:
    return Party


@pytest.fixture
def game(table: Open) -> Began:
    """A table at which this many persons, the owner first, have just begun a game."""

    def begin(
        players: int = 3, variant: Variant = "classic", rounds: int | None = 1, timer: int | None = 90, **setup: Any
    ) -> tuple[Party, list[int]]:
        settings = Settings(Rules(variant, 66, "over", rounds), timer=timer)
        party = table(settings=settings, **setup)
        peers = [party.owner(), *(party.join(f"P{seat}") for seat in range(1, players))]
        party.ask(peers[0], Start)
        return party, peers

    return begin
