"""A table within one process: the seats in the order of the names, whole games, and its end with its owner."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from support.play import VARIANTS

from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.messages import ChooseCard, CloseTable, Settings, Start
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed
from sixqp_tui.host.commands import Setup
from sixqp_tui.hosting.in_process import open_in_process, resume_in_process
from sixqp_tui.hosting.journal import find_resumable, is_held, latest_own_game
from sixqp_tui.hosting.table_options import new_setup, seat_company
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store.options import PlayerName

pytestmark = pytest.mark.usefixtures("quick_bots")

PEOPLE = (PlayerName("Hal", True, "easy"), PlayerName("Ann"), PlayerName("", True, "medium"), PlayerName("Bob"))


def a_table(company: tuple[PlayerName, ...] = PEOPLE, variant: Variant = "classic") -> Setup:
    settings = Settings(Rules(variant, None, rounds=1), timer=None)
    return seat_company(company, new_setup("Here", settings, seed="a seed"))


async def test_players_sit_in_the_given_order_and_the_first_person_is_owner() -> None:
    async with AsyncExitStack() as stack:
        (ann, bob), watcher, _kept = await open_in_process(a_table(), stack)
        assert watcher.state.view.table.names == ("Hal", "Ann", "Ada", "Bob")
        assert (ann.state.view.seat, bob.state.view.seat, watcher.state.view.seat) == (1, 3, None)
        assert ann.state.welcome and ann.state.welcome.owner
        assert bob.state.welcome and not bob.state.welcome.owner


@pytest.mark.parametrize(("people", "told"), [(PEOPLE, True), (PEOPLE[:3], False)])
async def test_others_are_told_of_a_chosen_seed_and_who_plays_alone_is_not(
    people: tuple[PlayerName, ...], told: bool
) -> None:
    async with AsyncExitStack() as stack:
        opened = await open_in_process(a_table(people), stack)
        assert [session.state.news and session.state.news.seeded for session in opened.people] == [told] * len(
            opened.people
        )


@pytest.mark.parametrize("variant", VARIANTS)
async def test_whole_games_and_a_rematch_are_played(variant: Variant) -> None:
    company = tuple(PlayerName(f"Player {number}") for number in range(3))
    async with AsyncExitStack() as stack:
        people, _watcher, _kept = await open_in_process(a_table(company, variant), stack)
        for game in (1, 2):
            await asyncio.gather(*(run_bot(person, create_bot("easy")) for person in people))
            assert (people[0].state.game, people[0].state.view.table.ended) == (game, "rounds")
            while people[0].state.news is None or people[0].state.news.phase == "playing":
                await anext(people[0].events())
            events = [person.events() for person in people]
            people[0].request(Start())
            for person, heard in zip(people, events, strict=True):
                while person.state.game == game:
                    await anext(heard)


async def test_the_table_ends_when_its_owner_closes_it() -> None:
    async with AsyncExitStack() as stack:
        people, watcher, _kept = await open_in_process(a_table(), stack)
        events = watcher.events()
        people[0].request(CloseTable())
        async for _event in events:
            continue
        assert isinstance(watcher.state.status, Closed)


async def _decided(person: Session) -> None:
    """The first card of the hand is laid."""
    events = person.events()
    person.request(ChooseCard(card=person.state.view.hand[0]))
    while person.state.view.laid is None:
        await anext(events)


async def test_a_closed_game_resumes_with_the_same_seats_and_hands() -> None:
    async with AsyncExitStack() as stack:
        (ann, bob), watcher, kept = await open_in_process(a_table(), stack)
        await _decided(bob)
        hands = (ann.state.view.hand, bob.state.view.hand)
        events = watcher.events()
        ann.request(CloseTable())
        async for _event in events:
            continue
        assert kept and watcher.state.welcome
        table = await asyncio.to_thread(latest_own_game, watcher.state.welcome.table)
        assert table is not None and (table.command, table.round, is_held(table)) == ("local", 1, False)
        async with AsyncExitStack() as later:
            (ann, bob), watcher, kept = await resume_in_process(table.table, later)
            assert (ann.state.view.hand, bob.state.view.hand) == hands and bob.state.view.laid
            assert (ann.state.view.seat, bob.state.view.seat, watcher.state.view.seat) == (1, 3, None)
            assert (
                ann.state.welcome
                and ann.state.welcome.owner
                and watcher.state.view.table.names == ("Hal", "Ann", "Ada", "Bob")
            )
            assert is_held(find_resumable("", "local"))
            await asyncio.gather(*(run_bot(person, create_bot("easy")) for person in (ann, bob)))
            assert ann.state.view.table.ended == "rounds"


async def test_a_process_that_dies_leaves_a_resumable_game() -> None:
    async with AsyncExitStack() as stack:
        (ann,), _watcher, _kept = await open_in_process(a_table(PEOPLE[:2]), stack)
        await _decided(ann)
    table = find_resumable("", "play")
    assert (table.title, table.host, table.round) == ("Here", "Ann", 1)
    with pytest.raises(Failure, match="sixqp play --resume"):
        find_resumable(table.table, "host")
    with pytest.raises(Failure, match="sixqp local"):
        find_resumable("", "local")


@pytest.fixture
def no_folder(own_home: Path) -> None:
    own_home.write_text("no folder")


@pytest.mark.usefixtures("no_folder")
async def test_a_game_is_played_even_if_nothing_can_be_saved() -> None:
    async with AsyncExitStack() as stack:
        opened = await open_in_process(a_table(), stack)
        assert opened.people[0].state.view.hand and opened.resume_line is None
