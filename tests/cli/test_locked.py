"""Locked tables as the command opens and joins them: codes given, typed, kept; certificates that change."""

import stat
import sys
from contextlib import AsyncExitStack
from io import StringIO
from pathlib import Path

import pytest
from cli.test_tables import LOOPBACK, table
from msgspec.structs import replace
from support.keys import named
from support.screens import found_table

from sixqp_tui.cli.plain import ask_for_seat
from sixqp_tui.hosting.open_table import OpenTable
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.joining.failure import ChangedCertificate, CodeNeeded, Failure
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import Seat, take_seat
from sixqp_tui.joining.target import TableEndpoint, endpoint_at, endpoint_of, resolve_target
from sixqp_tui.plain.console import Console
from sixqp_tui.plain.console_session import Inbox
from sixqp_tui.plain.line_player import End
from sixqp_tui.store.known_tables import known_tables

CODE = "k7w3qf"


def place(opened: OpenTable, code: str | None = None) -> TableEndpoint:
    return replace(endpoint_at((LOOPBACK, opened.port)), code=code)


async def refused(at: TableEndpoint) -> Failure:
    """Why there is no seat."""
    with pytest.raises(Failure) as failure:
        async with take_seat(at, named("Zoé")):
            raise AssertionError("nobody should have come in")
    return failure.value


async def test_an_admitted_player_returns_without_the_code() -> None:
    async with table(lock=CODE, autostart=2, bots=1) as opened:
        for code, why in ((None, "first"), ("zzzzzz", "wrong")):
            needed = await refused(place(opened, code))
            assert isinstance(needed, CodeNeeded) and needed.why == why
        async with take_seat(place(opened, CODE), named("Zoé")) as seat:
            assert seat.session.state.welcome and seat.session.state.welcome.seat == 1
        async with take_seat(place(opened), Player()) as again:
            assert again.session.state.welcome and again.session.state.welcome.seat == 1


async def test_the_code_is_kept_beside_the_journal_and_not_in_it(own_home: Path) -> None:
    async with table(lock=CODE, bots=1, autostart=2) as opened, take_seat(place(opened, CODE), named("Zoé")):
        kept = own_home / "tables" / f"{opened.id}.table"
        assert CODE.encode() in kept.read_bytes()
        assert sys.platform == "win32" or stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert CODE.encode() not in kept.with_suffix(".journal").read_bytes()
    async with table(resume=opened.id) as again:
        assert again.room.state.services.code == CODE and again.announcement.advert.locked
    kept.unlink()
    async with table(resume=opened.id) as last:
        assert last.room.state.services.code not in (None, CODE)


async def lines_at(opened: OpenTable, *typed: str | End) -> tuple[Seat | None, str]:
    """What came of typing these lines at the door, and what was printed."""
    printed, inbox = StringIO(), Inbox()
    for line in typed:
        inbox.put_nowait(line)
    async with AsyncExitStack() as stack:
        seat = await ask_for_seat(place(opened), named("Zoé"), (stack, Console(None, printed), inbox))
    return seat, printed.getvalue()


async def test_in_plain_mode_a_wrong_code_is_reported_and_asked_again() -> None:
    async with table(lock=CODE) as opened:
        assert (await lines_at(opened, "\n"))[0] is None
        with pytest.raises(CodeNeeded):
            await lines_at(opened, End.TYPING)
        seat, printed = await lines_at(opened, "nonono\n", "no!\n", "K7W 3QF\n")
        assert seat is not None
        expected = (
            "This table is locked. Ask its host for the room code.",
            "That room code is wrong.",
            errors_words.no_code(),
        )
        assert [line for line in printed.splitlines() if line in expected] == list(expected)
        assert printed.count("Room code (just Enter to cancel): ".rstrip()) == 3


async def test_a_table_with_a_changed_certificate_is_always_refused() -> None:
    async with table() as opened:
        known_tables().remember(opened.id, seen=1.0, fingerprint="0" * 64, addresses=((LOOPBACK, opened.port),))
        here = ((LOOPBACK, opened.port),)
        shown = found_table(opened.id, "Salon", endpoints=here, fingerprint=opened.fingerprint)
        for at in (endpoint_at(here[0]), endpoint_of(shown)):
            failure = await refused(at)
            assert isinstance(failure, ChangedCertificate) and failure.code == 1
            assert "a different certificate" in str(failure) and "--trust-new" in str(failure)
        with pytest.raises(ChangedCertificate):
            await resolve_target(opened.invitation())
        assert len(opened.room.state.seats.taken) == 0
        for trusted in (
            endpoint_at(here[0], True),
            endpoint_of(shown, True),
            await resolve_target(opened.invitation(), True),
        ):
            async with take_seat(trusted, named("Zoé")) as seat:
                assert seat.session.state.title == "Salon"
        assert endpoint_of(shown).pin == opened.fingerprint


async def test_a_known_tables_pin_is_not_replaced_by_another_certificate() -> None:
    async with table() as opened:
        known_tables().remember(opened.id, seen=1.0, fingerprint="0" * 64, addresses=(("192.0.2.7", 4666),))
        here = (LOOPBACK, opened.port)
        assert isinstance(await refused(endpoint_at(here)), ChangedCertificate)
        known = known_tables().recall(opened.id)
        assert known is not None and known.fingerprint == "0" * 64 and here not in known.addresses
        async with take_seat(endpoint_at(here, trust_new=True), named("Zoé")):
            pass
        known = known_tables().recall(opened.id)
        assert known is not None and known.fingerprint == opened.fingerprint
