"""A table for one game: it is over when everybody who has a seat has read how the game has ended."""

import asyncio

import pytest
from host.party import Open, Party
from support.memory_link import CuttableMemoryLink
from support.tables import OWNER, a_room, a_session, heard, running, settings, stands

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import ChooseCard, ChooseRow, Leave, PlayOn, Settings, Start
from sixqp_tui.client.events import Facts, News
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Connected, Reconnecting
from sixqp_tui.engine.table import RowWanted
from sixqp_tui.host.network.server import CHECK_SECONDS, Server
from sixqp_tui.host.state import RoomLimits
from sixqp_tui.host.timers import RESULT_SECONDS

FAST = Settings(Rules("classic", None, "over", 1))


@pytest.fixture
def played(table: Open) -> tuple[Party, int, int]:
    """A table without an owner, at which Ann and Bob have just played their one game."""
    party = table(owned=False, autostart=2, settings=FAST, once=True)
    ann, bob = party.join("Ann"), party.join("Bob")
    assert not is_over(party, ann, bob)
    party.play(ann, bob)
    return party, ann, bob


def is_over(party: Party, *have_read: int) -> bool:
    return party.room.is_over(lambda peer: peer in have_read, party.now)


def test_the_table_is_over_when_both_have_read_the_result(played: tuple[Party, int, int]) -> None:
    party, ann, bob = played
    assert not is_over(party) and not is_over(party, ann)
    assert is_over(party, ann, bob)


def test_a_disconnected_player_is_waited_for_until_they_read_it(played: tuple[Party, int, int]) -> None:
    party, ann, bob = played
    party.lose(bob)
    assert not is_over(party, ann)
    party.wait(RESULT_SECONDS - 1)
    back = party.back(bob, have=3)
    assert not is_over(party, ann)
    assert is_over(party, ann, back)


def test_a_player_who_read_it_may_leave(played: tuple[Party, int, int]) -> None:
    party, ann, bob = played
    assert not is_over(party, bob)
    party.lose(bob)
    assert is_over(party, ann)


def test_nobody_is_waited_for_longer_than_a_minute(played: tuple[Party, int, int]) -> None:
    party, ann, bob = played
    party.lose(bob)
    assert not is_over(party, ann)
    party.now += RESULT_SECONDS - 1
    assert not is_over(party, ann)
    party.now += 1
    assert is_over(party, ann)


def test_a_player_replaced_by_a_bot_is_not_waited_for(table: Open) -> None:
    party = table(owned=False, autostart=2, settings=FAST, once=True)
    ann, bob = party.join("Ann"), party.join("Bob")
    party.ask(bob, Leave)
    (bot,) = party.bots()
    party.play(ann, bot)
    assert is_over(party, ann, bot)


def test_a_connected_watcher_is_waited_for(played: tuple[Party, int, int]) -> None:
    party, ann, bob = played
    watcher = party.join("Wim", role="watcher")
    assert not is_over(party, ann, bob)
    assert is_over(party, ann, bob, watcher)


def test_a_watcher_who_is_catching_up_is_waited_for(table: Open) -> None:
    limits = RoomLimits(facts=5)
    party = table(owned=False, autostart=2, settings=FAST, once=True, drains=False, limits=limits)
    ann, bob = party.join("Ann"), party.join("Bob")
    for peer in (ann, bob, ann, bob) * 100:
        party.take(party.room.drained(peer, party.now))
        party.decide(peer)
    watcher = party.join("Wim", role="watcher")
    assert not is_over(party, ann, bob, watcher)


def test_no_second_game_begins(played: tuple[Party, int, int]) -> None:
    party, ann, _ = played
    assert party.news(ann).milliseconds_left is None
    party.wait(1000)
    assert (party.room.state.games_finished, party.phase()) == (1, "lobby")


def test_a_table_for_more_games_is_not_over(table: Open) -> None:
    party = table(owned=False, autostart=2, settings=FAST)
    ann, bob = party.join("Ann"), party.join("Bob")
    party.play(ann, bob)
    assert not is_over(party, ann, bob)


@pytest.mark.slow
async def test_a_player_disconnected_at_the_end_learns_the_result() -> None:
    room = a_room(settings(), once=True)
    server = Server(room)
    olga, link = a_session(CuttableMemoryLink(server), "Olga", OWNER), CuttableMemoryLink(server)
    ann = a_session(link, "Ann")
    async with running(olga, ann):
        await _play_but_the_last_card(olga, ann)
        events, anns = olga.events(), ann.events()
        link.failing = [ConnectionRefusedError()] * 1000
        await link.cut()
        await stands(anns, Reconnecting)
        await heard(events, News, lambda event: event.news.still)
        olga.request(PlayOn())
        await heard(events, Facts, lambda event: olga.state.view.table.ended is not None)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(4 * CHECK_SECONDS):
                await server.finished.wait()
        link.failing = []
        ann.come_back()
        await stands(anns, Connected)
        await server.finished.wait()
        await server.close()
        assert (
            ann.state.view.table.ended == "rounds" and ann.state.view.table.totals == olga.state.view.table.totals
        )
    assert room.state.games_finished == 1


async def test_players_who_stay_do_not_keep_a_table_open() -> None:
    server = Server(a_room(settings(), once=True))
    olga, ann = a_session(CuttableMemoryLink(server), "Olga", OWNER), a_session(CuttableMemoryLink(server), "Ann")
    async with running(olga, ann):
        await _play_but_the_last_card(olga, ann)
        await server.finished.wait()
        await server.close()


async def _play_but_the_last_card(olga: Session, ann: Session) -> None:
    """A game begins, and both lay their lowest card until each holds one, which the table plays."""
    for session in (olga, ann):
        await session.wait_until_seated(20)
    olga.request(Start())
    await asyncio.gather(_lay_nine(olga), _lay_nine(ann))


async def _lay_nine(session: Session) -> None:
    events, decided = session.events(), None
    while session.state.view.table.turn < 10:
        wanted = session.state.view.decision_id
        if wanted is not None and wanted != decided:
            decided = wanted
            is_row = isinstance(session.state.view.table.pending, RowWanted)
            session.request(ChooseRow(row=0) if is_row else ChooseCard(card=session.state.view.hand[0]))
        await anext(events)
