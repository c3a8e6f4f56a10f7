"""What the screens may ask of the world. Whatever is slow to import is imported when it is wanted."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING

from sixqp_protocol.text import clean_title
from sixqp_tui.features import find_hook
from sixqp_tui.i18n.errors import option_sentence
from sixqp_tui.joining.failure import ChangedCertificate, CodeNeeded, Failure
from sixqp_tui.store import paths
from sixqp_tui.store.options import OptionError
from sixqp_tui.store.players import PlayerName, format_player, parse_players
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.terminal.player_name import Called, keep_name
from sixqp_tui.terminal.preferences import save_preferences
from sixqp_tui.tui.services import (
    AtTable,
    CannotJoin,
    CannotOpen,
    Hosting,
    HostOptions,
    JoinNeedsCode,
    JoinNeedsTrust,
    Resumable,
    Services,
    Target,
)

if TYPE_CHECKING:
    from sixqp_protocol.person import PersonKey
    from sixqp_tui.client.session_state import PlayerSession
    from sixqp_tui.hosting.table_options import LineUp
    from sixqp_tui.joining.endpoint import TableEndpoint
    from sixqp_tui.tui.listed_tables import TableList

    OwnPerson = Callable[[], Awaitable[PersonKey | None]]
    """The key by which tables over the network may know the player now; None for who would not be known."""


def services(called: Called, stack: AsyncExitStack, preferences: Preferences) -> Services:
    """The services of this process, for a player who is `called` so. Seats are kept until the stack is closed.

    Where this command line gave no name, it is whoever sat at a table last, else what the player is called.
    Tables are shown who the player is as the `preferences` say, or what was saved since.
    """
    prefers = preferences

    def save(before: Preferences, after: Preferences) -> str | None:
        nonlocal prefers
        prefers = after
        return save_preferences(before, after)

    async def person() -> PersonKey | None:
        from sixqp_tui.joining.person import person_to_show

        return await asyncio.to_thread(person_to_show, prefers)

    async def join(
        target: Target, watch: bool, code: str | None, on_step: Callable[[str], None], trust_new: bool = False
    ) -> PlayerSession:
        from sixqp_tui.client.conversation import Role
        from sixqp_tui.joining.network_seat import NetworkSeat

        try:
            place = await _place(target, trust_new, code, on_step)
            role: Role = "watcher" if watch else "player"
            seat = NetworkSeat(place, called.given, role, usual=called.name, person=await person(), on_step=on_step)
            await stack.enter_async_context(seat)
        except ChangedCertificate as failure:
            raise JoinNeedsTrust(str(failure)) from None
        except CodeNeeded as failure:
            raise JoinNeedsCode(failure.why) from None
        except Failure as failure:
            raise CannotJoin(str(failure)) from None
        return seat.session

    async def play_alone() -> AtTable:
        at = await _play_alone(called.name, stack)
        if not prefers.coach:
            return at
        seated: AtTable = find_hook("coach")(at, stack)
        return seated

    async def join_trusting(
        target: Target, watch: bool, code: str | None, on_step: Callable[[str], None]
    ) -> PlayerSession:
        return await join(target, watch, code, on_step, True)

    return Services(
        browse=_browse,
        join=join,
        join_trusting=join_trusting,
        open_table=partial(_open_table, stack, person),
        play_alone=play_alone,
        play_around=partial(_play_around, stack),
        configured_names=_configured_names,
        player_name=called.name,
        keep_name=keep_name if called.asked else None,
        join_line=line_to,
        save_preferences=save,
        find_resumable=_find_resumable,
        resume_table=partial(_resume_table, stack, person),
        find_damage=find_damage,
        has_seat_at=_has_seat_at,
    )


async def find_damage() -> str:
    """A sentence for each file of the game's own that is damaged, or nothing."""
    from sixqp_tui.joining.person import check_person_key
    from sixqp_tui.joining.target import check_known_tables

    checks = [await asyncio.to_thread(check) for check in (check_known_tables, check_person_key)]
    return " ".join(filter(None, checks))


async def _open_table(stack: AsyncExitStack, person: OwnPerson, options: HostOptions) -> Hosting:
    from sixqp_tui.hosting.hosted_table import host_table
    from sixqp_tui.hosting.table_options import TableOptions

    lock = "" if options.locked else None
    bots, level = options.bots, options.level
    asked = TableOptions(options.title, options.name, options.settings, bots=bots, level=level, lock=lock)
    try:
        return await host_table(asked, stack, await person())
    except Failure as failure:
        raise CannotOpen(str(failure)) from None


async def _resume_table(stack: AsyncExitStack, person: OwnPerson, table: str) -> AtTable:
    from sixqp_tui.cli.options import kept_options
    from sixqp_tui.hosting.hosted_table import host_table
    from sixqp_tui.hosting.in_process import resume_on_screen
    from sixqp_tui.hosting.resume import find_by_id
    from sixqp_tui.joining.daemon_thread import run_in_daemon_thread

    try:
        kept = await run_in_daemon_thread(partial(find_by_id, table))
        if kept.alone:
            return await resume_on_screen(table, stack)
        hosted = await host_table(kept_options(kept), stack, await person())
        return AtTable(hosted.session, hosted)
    except Failure as failure:
        raise CannotOpen(str(failure)) from None


def _has_seat_at(table: str) -> bool:
    from sixqp_tui.store.seat_tokens import SEATS, holds_seat

    try:
        return holds_seat(paths.data_path() / SEATS, table)
    except OSError:
        return False


async def _find_resumable(closing: str) -> Resumable | None:
    from sixqp_tui.hosting.resume import latest_own_game
    from sixqp_tui.joining.daemon_thread import run_in_daemon_thread

    try:
        table = await run_in_daemon_thread(partial(latest_own_game, closing))
    except OSError:
        return None
    return Resumable(table.table, clean_title(table.title, "?"), table.round) if table else None


async def _place(
    target: Target, trust_new: bool, code: str | None, on_step: Callable[[str], None]
) -> TableEndpoint:
    from sixqp_tui.joining.target import endpoint_of, resolve_target

    if isinstance(target, str):
        return await resolve_target(target, trust_new, code=code, on_step=on_step)
    return endpoint_of(target, trust_new, code)


def line_to(session: PlayerSession) -> str | None:
    """What others type to get to the table of this session; None where only this machine could."""
    from sixqp_tui.client.network import NetworkLink
    from sixqp_tui.joining.endpoint import show_address

    link = getattr(session, "link", None)
    addresses = link.addresses if isinstance(link, NetworkLink) else ()
    reached = next((address for address in addresses if _for_others(address[0])), None)
    return f"sixqp join {show_address(*reached)}" if reached else None


def _for_others(host: str) -> bool:
    """Whether another machine may reach this address: neither this machine's own loop nor one of a single link."""
    try:
        address = ip_address(host)
    except ValueError:
        return host != "localhost"
    return not (address.is_loopback or address.is_link_local)


def _configured_names() -> str:
    """Who config.txt names, between commas; nobody where it cannot be understood."""
    from sixqp_tui.terminal.config_file import load_config

    try:
        return ", ".join(format_player(each) for each in load_config(None).company)
    except Failure:
        return ""


async def _play_alone(name: str, stack: AsyncExitStack) -> AtTable:
    from sixqp_tui.cli.line_up import line_up_alone

    return await _begin(lambda: line_up_alone(_command_line(name=name)), stack)


async def _play_around(stack: AsyncExitStack, players: str) -> AtTable:
    from sixqp_tui.cli.line_up import line_up_around

    return await _begin(lambda: line_up_around(_command_line(players=_parse_names(players))), stack)


async def _begin(gather: Callable[[], LineUp], stack: AsyncExitStack) -> AtTable:
    from sixqp_tui.hosting.in_process import open_on_screen

    try:
        return await open_on_screen(gather(), stack)
    except Failure as failure:
        raise CannotOpen(str(failure)) from None


def _command_line(**given: object) -> argparse.Namespace:
    return argparse.Namespace(config=None, **{key: value for key, value in given.items() if value})


def _parse_names(players: str) -> tuple[PlayerName, ...]:
    try:
        return parse_players(players)
    except OptionError as error:
        raise Failure(option_sentence(error.key, error.fault, error.got, error.expected, error.character)) from None


def _browse() -> AbstractAsyncContextManager[TableList]:
    from sixqp_tui.joining.table_search import create_browser

    return create_browser()
