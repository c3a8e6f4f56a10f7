"""A table that goes on, over real sockets: who visits it compares first, and leaves behind what was asked for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from support.keys import key_of
from support.network import Serve, link
from support.tables import OWNER, a_room, heard, play_all, running, seated, settings, stands

from sixqp_protocol.facts import RoundBegan
from sixqp_protocol.messages import ChooseCard, Start
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.events import Event, Facts, Moved, StatusChanged, Welcomed
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected, ConnectionProblem, Reconnecting
from sixqp_tui.host.commands import Services, Setup
from sixqp_tui.host.room import Room
from sixqp_tui.hosting import continuing
from sixqp_tui.hosting.continuing import Evening, continuing_setup
from sixqp_tui.hosting.table_process import LaunchResult, TableProcess
from sixqp_tui.joining.following import TableFollower
from sixqp_tui.store.certificate import Certificate

DISCARD = 9
"""A port at which nobody is."""
KEYS = {"Olga": OWNER, "Ann": key_of("Ann"), "Bob": key_of("Bob")}


@asynccontextmanager
async def without_a_host(
    serve: Serve, certificate: Certificate, farewell: Farewell
) -> AsyncIterator[tuple[Session, Session]]:
    """Ann and Bob, whose host went in the second round."""
    server, port = await serve(a_room(settings(rounds=3), certificate=certificate.fingerprint))
    olga, ann, bob = (Session(link(port), Identity(name, key=key), follows=True) for name, key in KEYS.items())
    async with running(olga, ann, bob):
        await seated((olga, ann, bob))
        events, ends = bob.events(), [session.events() for session in (ann, bob)]
        playing = asyncio.create_task(play_all(olga, ann, bob))
        olga.request(Start())
        await heard(events, Facts, lambda event: RoundBegan(2) in event.facts)
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        await server.close(farewell)
        for each in ends:
            await stands(each, Closed if farewell is Farewell.CLOSED else Reconnecting)
        yield ann, bob


def continued(by: Session, certificate: Certificate) -> Room:
    assert by.identity.key
    pin = bytes.fromhex(certificate.fingerprint)
    setup = continuing_setup(by.state, by.identity.key, pin)
    return Room(setup, Services(bytes, lambda game: f"another {game}", certificate=pin))


@pytest.mark.parametrize("farewell", [Farewell.RESTART, Farewell.CLOSED])
async def test_a_program_that_moves_compares_first_and_forgets_what_it_had_asked_for(
    serve: Serve, certificate: Certificate, farewell: Farewell
) -> None:
    async with without_a_host(serve, certificate, farewell) as (ann, bob):
        room = continued(ann, certificate)
        _, port = await serve(room)
        if farewell is Farewell.RESTART:
            bob.request(ChooseCard(card=bob.state.view.hand[0]))
            assert bob.state.unanswered
        assert await ann.visit(link(port), room.state.setup.table, told=True) == ()
        shown = bob.events()
        assert await bob.visit(link(port), room.state.setup.table) == ()
        first: list[Event] = []
        async for event in shown:
            if not isinstance(event, StatusChanged):
                first.append(event)
            if len(first) == 2:
                break
        assert first[0] == Moved("Ann", 2, ()) and isinstance(first[1], Welcomed)
        if RoundBegan(2) not in bob.state.history:
            await heard(shown, Facts, lambda event: RoundBegan(2) in event.facts)
        assert bob.state.unanswered == () and isinstance(bob.state.status, Connected)
        assert len(bob.state.view.table.scores) == 1 and bob.state.view.laid is None
        await asyncio.gather(play_all(ann, bob))
        assert ann.state.view.table.totals == bob.state.view.table.totals
        assert len(bob.state.view.table.scores) == 3


async def test_a_table_that_differs_is_never_shown(serve: Serve, certificate: Certificate) -> None:
    async with without_a_host(serve, certificate, Farewell.CLOSED) as (ann, bob):
        room = continued(ann, certificate)
        lying = Room(without_rounds(room.setup), Services(bytes, str, certificate=room.state.services.certificate))
        _, port = await serve(lying)
        before, shown = bob.state, bob.events()
        assert await bob.visit(link(port), room.state.setup.table) == ("rounds",)
        assert bob.state == before
        assert await bob.visit(link(port), room.state.setup.table, told=True) == ()
        assert isinstance(await anext(shown), Moved)


def without_rounds(setup: Setup) -> Setup:
    """The same table, which says that no round was finished."""
    assert setup.kept
    return replace(setup, kept=replace(setup.kept, rounds=setup.kept.rounds[:1]))


async def test_whoever_cannot_reach_the_table_that_opened_here_is_told(
    serve: Serve, certificate: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed = asyncio.Event()
    process: Any = SimpleNamespace(kill=killed.set)

    async def opened(_options: object) -> TableProcess:
        return TableProcess(LaunchResult("1a2b3c4e", DISCARD), process)

    monkeypatch.setattr(continuing, "launch_table", opened)
    async with without_a_host(serve, certificate, Farewell.CLOSED) as (ann, _bob):
        seat: Any = SimpleNamespace(session=ann, follower=TableFollower(ann))
        evening = Evening(seat, AsyncExitStack())
        evening.continue_here()
        await killed.wait()
        await asyncio.sleep(0)  # noqa: TID251 (lets the others run once)
        assert "can't be reached" in evening.describe()


async def test_nobody_is_greeted_at_another_certificate(serve: Serve, certificate: Certificate) -> None:
    async with without_a_host(serve, certificate, Farewell.CLOSED) as (ann, bob):
        room = continued(ann, certificate)
        _, port = await serve(room)
        came = await bob.visit(link(port, "00" * 32), room.state.setup.table)
        assert came is ConnectionProblem.OTHER_CERTIFICATE and not room.state.peers
