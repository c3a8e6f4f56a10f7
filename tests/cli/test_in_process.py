"""A table within one process: the seats in the order of the names, whole games, and its end with its owner."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from support.play import VARIANTS

from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.messages import CloseTable, Settings, Start
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.status import Closed
from sixqp_tui.runtime.in_process import open_in_process
from sixqp_tui.runtime.table_options import LineUp, TableOptions
from sixqp_tui.store.players import PlayerName

PEOPLE = (PlayerName("Hal", True, "easy"), PlayerName("Ann"), PlayerName("", True, "medium"), PlayerName("Bob"))


def a_table(company: tuple[PlayerName, ...] = PEOPLE, variant: Variant = "classic") -> LineUp:
    settings = Settings(Rules(variant, None, rounds=1), timer=None)
    return LineUp(company, TableOptions("Here", "", settings, bot_pause=0, seed="a seed"))


async def test_everybody_sits_in_the_order_of_the_names_and_the_first_person_owns_the_table() -> None:
    async with AsyncExitStack() as stack:
        (ann, bob), watcher = await open_in_process(a_table(), stack)
        assert watcher.view.table.names == ("Hal", "Ann", "Ada", "Bob")
        assert (ann.view.seat, bob.view.seat, watcher.view.seat) == (1, 3, None)
        assert ann.welcome and ann.welcome.owner
        assert bob.welcome and not bob.welcome.owner


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, pytest.param(10, marks=pytest.mark.slow)])
async def test_whole_games_are_played_and_a_rematch_after_them(variant: Variant, players: int) -> None:
    company = tuple(PlayerName(f"Player {number}") for number in range(players))
    async with AsyncExitStack() as stack:
        people, _ = await open_in_process(a_table(company, variant), stack)
        for game in (1, 2):
            await asyncio.gather(*(run_bot(person, create_bot("easy")) for person in people))
            assert (people[0].game, people[0].view.table.ended) == (game, "rounds")
            while people[0].news is None or people[0].news.phase == "playing":
                await anext(people[0].events())
            events = [person.events() for person in people]
            people[0].request(Start())
            for person, heard in zip(people, events, strict=True):
                while person.game == game:
                    await anext(heard)


async def test_the_table_ends_when_its_owner_closes_it() -> None:
    async with AsyncExitStack() as stack:
        people, watcher = await open_in_process(a_table(), stack)
        events = watcher.events()
        people[0].request(CloseTable())
        async for _event in events:
            continue
        assert isinstance(watcher.status, Closed)
