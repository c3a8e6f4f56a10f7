"""Locked tables as the command opens and joins them: codes given, typed, kept; certificates that change."""

import stat
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from support.keys import named
from support.screens import found_table

from sixqp_protocol.invitation import with_code
from sixqp_protocol.messages import Leave
from sixqp_protocol.room_code import code_of
from sixqp_tui.cli.options import table_options
from sixqp_tui.cli.parser import parse
from sixqp_tui.cli.plain import ask_for_seat
from sixqp_tui.hosting.open_table import OpenTable, open_table
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.joining.endpoint import TableEndpoint
from sixqp_tui.joining.failure import ChangedCertificate, CodeNeeded, Failure, WrongCode
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import Seat, take_seat
from sixqp_tui.joining.target import endpoint_at, endpoint_of, known_tables, resolve_target
from sixqp_tui.plain.console import Console
from sixqp_tui.plain.console_session import Inbox
from sixqp_tui.plain.line_player import End

LOOPBACK = "127.0.0.1"


@asynccontextmanager
async def table(**changes: Any) -> AsyncIterator[OpenTable]:
    options = replace(TableOptions("Salon", "Camille", port=0, lock="k7w3qf"), **changes)
    async with open_table(options) as opened:
        yield opened


def place(opened: OpenTable, code: str | None = None) -> TableEndpoint:
    return replace(endpoint_at((LOOPBACK, opened.port)), code=code)


async def refused(at: TableEndpoint) -> Failure:
    """Why there is no seat."""
    with pytest.raises(Failure) as failure:
        async with take_seat(at, named("Zoé")):
            raise AssertionError("nobody should have come in")
    return failure.value


@pytest.mark.parametrize(
    ("typed", "lock"),
    [("", None), ("--lock", ""), ("--lock on", ""), ("--lock off", None), ("--lock K7W-3QF", "k7w3qf")],
)
def test_an_option_locks_a_table(typed: str, lock: str | None) -> None:
    assert table_options(parse(["serve", *typed.split()])).lock == lock


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["abc", "k7w3q!", "a" * 17])
def test_an_invalid_code_gets_a_one_sentence_error(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    for line in (["host", "--lock", typed], ["join", "Salon", "--code", typed]):
        with pytest.raises(SystemExit) as ended:
            parse(line)
        assert ended.value.code == 2
        assert "4 to 16 letters and digits" in capsys.readouterr().err


async def test_a_locked_table_without_a_given_code_generates_one() -> None:
    async with table(lock="") as opened:
        assert opened.room.state.code and code_of(opened.room.state.code) == opened.room.state.code
        assert opened.announcement.advert.locked


@pytest.mark.slow
async def test_an_admitted_player_returns_without_the_code() -> None:
    async with table(autostart=2, bots=1) as opened:
        assert isinstance(await refused(place(opened)), CodeNeeded)
        assert isinstance(await refused(place(opened, "zzzzzz")), WrongCode)
        async with take_seat(place(opened, "k7w3qf"), named("Zoé")) as seat:
            assert seat.session.state.welcome and seat.session.state.welcome.seat == 1
        async with take_seat(place(opened), Player()) as again:
            assert again.session.state.welcome and again.session.state.welcome.seat == 1


@pytest.mark.slow
async def test_an_invitation_works_only_with_the_code() -> None:
    async with table() as opened:
        invitation = opened.invitation()
        assert isinstance(await refused(await resolve_target(invitation)), CodeNeeded)
        async with take_seat(await resolve_target(with_code(invitation, "k7w3qf").upper()), named("Zoé")) as seat:
            assert seat.session.state.title == "Salon"
        assert (await resolve_target(with_code(invitation, "zzzzzz"), code="k7w3qf")).code == "k7w3qf"


async def test_the_code_is_kept_beside_the_journal_and_not_in_it(own_home: Path) -> None:
    async with table(bots=1, autostart=2) as opened, take_seat(place(opened, "k7w3qf"), named("Zoé")):
        kept = own_home / "tables" / f"{opened.id}.code"
        assert kept.read_bytes() == b"k7w3qf"
        assert sys.platform == "win32" or stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert b"k7w3qf" not in kept.with_suffix(".journal").read_bytes()
    async with table(resume=opened.id, lock=None) as again:
        assert again.room.state.code == "k7w3qf" and again.announcement.advert.locked
        assert again.room.lock
        again.room.lock.on_change("newone")
        assert kept.read_bytes() == b"newone"
    kept.unlink()
    async with table(resume=opened.id, lock=None) as last:
        assert last.room.state.code not in (None, "k7w3qf", "newone")


async def test_a_discarded_table_deletes_its_code(own_home: Path) -> None:
    async with table():
        assert list((own_home / "tables").glob("*.code"))
    assert not list((own_home / "tables").glob("*.code"))


async def lines_at(opened: OpenTable, *typed: str | End) -> tuple[Seat | None, str]:
    """What came of typing these lines at the door, and what was printed."""
    printed, inbox = StringIO(), Inbox()
    for line in typed:
        inbox.put_nowait(line)
    async with AsyncExitStack() as stack:
        seat = await ask_for_seat(place(opened), named("Zoé"), (stack, Console(None, printed), inbox))
    return seat, printed.getvalue()


async def test_in_plain_mode_a_wrong_code_is_reported_and_asked_again() -> None:
    async with table() as opened:
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
    async with table(lock=None) as opened:
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
    async with table(lock=None) as opened:
        known_tables().remember(opened.id, seen=1.0, fingerprint="0" * 64, addresses=(("192.0.2.7", 4666),))
        here = (LOOPBACK, opened.port)
        assert isinstance(await refused(endpoint_at(here)), ChangedCertificate)
        known = known_tables().recall(opened.id)
        assert known is not None and known.fingerprint == "0" * 64 and here not in known.addresses
        async with take_seat(endpoint_at(here, trust_new=True), named("Zoé")):
            pass
        known = known_tables().recall(opened.id)
        assert known is not None and known.fingerprint == opened.fingerprint


async def test_an_invitation_with_another_certificate_cannot_be_trusted() -> None:
    async with table(lock=None) as opened:
        at = TableEndpoint(((LOOPBACK, opened.port),), opened.id, "0" * 64, True, invited=True)
        failure = await refused(at)
        assert not isinstance(failure, ChangedCertificate) and "new invitation" in str(failure)


@pytest.mark.slow
async def test_a_typed_address_asks_for_code_and_new_certificate() -> None:
    async with table() as opened:
        target = f"{LOOPBACK}:{opened.port}"
        for code, why in ((None, "first"), ("zzzzzz", "wrong")):
            with pytest.raises(CodeNeeded) as needed:
                await take_seat(target, Player(), code=code).__aenter__()
            assert needed.value.why == why
        known_tables().remember("before", seen=1.0, fingerprint="0" * 64, addresses=((LOOPBACK, opened.port),))
        with pytest.raises(ChangedCertificate):
            await take_seat(target, Player(), code="k7w3qf").__aenter__()
        async with take_seat(target, Player(), watch=True, code="k7w3qf", trust_new=True) as seat:
            assert seat.session.state.welcome


def slots_at(opened: OpenTable) -> tuple[tuple[int, str], ...]:
    """The slots whose keys have seats at this table, as far as this computer knows."""
    known = known_tables().recall(opened.id)
    assert known is not None
    return known.slots


async def test_a_seat_left_in_the_lobby_is_forgotten_and_a_lost_one_is_kept() -> None:
    async with table(bots=1) as opened:
        async with take_seat(place(opened, "k7w3qf"), named("Zoé")) as seat:
            events = seat.session.events()
            seat.session.request(Leave())
            async for _event in events:
                pass
        assert not slots_at(opened)
        async with take_seat(place(opened, "k7w3qf"), named("Zoé")):
            pass
        assert slots_at(opened)
