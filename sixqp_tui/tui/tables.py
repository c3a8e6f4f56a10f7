"""The tables that a player can get to from this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING

from sixqp_tui.i18n.errors import option_sentence
from sixqp_tui.joining.background import run_in_daemon_thread
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.player import Player, load_config
from sixqp_tui.store.options import OptionError, format_player, parse_players
from sixqp_tui.tui.openings import JoinAttempt

if TYPE_CHECKING:
    from sixqp_tui.discovery.browser import Browser
    from sixqp_tui.hosting.table_options import TableOptions
    from sixqp_tui.store.journal_store import TableHeader
    from sixqp_tui.tui.stay import Stay


class Tables:
    """Finds, joins, opens and resumes tables for one player; their seats last until `seats` is closed.

    Slow imports wait until they are needed. Errors are Failures.
    """

    help_after = 4.0
    """Seconds without a table until the list says what is tried, and what usually helps."""

    def __init__(self, player: Player, seats: AsyncExitStack) -> None:
        self.player = player
        self._seats = seats

    def rename(self, name: str) -> None:
        self.player = self.player._replace(name=name, given=False, keep_name=None)

    def browse(self) -> Browser:
        """A browser of the tables on this network. Blocks while it is imported."""
        from sixqp_tui.joining.table_search import create_browser

        return create_browser()

    async def join(self, attempt: JoinAttempt, code: str | None, on_step: Callable[[str], None]) -> Stay:
        """Raises as `take_seat` does."""
        from sixqp_tui.joining.seat import take_seat
        from sixqp_tui.tui.stay import stay_of_guest  # 85 ms at the first frame

        target, watch, trust = attempt
        taking = take_seat(target, self.player, watch=watch, code=code, trust_new=trust, on_step=on_step)
        seat = await self._seats.enter_async_context(taking)
        return stay_of_guest(seat, self._seats, self.player.keep_name)

    async def host(self, options: TableOptions) -> Stay:
        from sixqp_tui.hosting.hosted_table import host_table
        from sixqp_tui.tui.stay import stay_of_host

        return stay_of_host(await host_table(options, self._seats), self._seats)

    async def play_alone(self) -> Stay:
        from sixqp_tui.features.coach.screen import seat_coach  # 70 ms at the first frame
        from sixqp_tui.hosting.in_process import open_in_process
        from sixqp_tui.hosting.table_options import line_up_alone
        from sixqp_tui.tui.stay import Stay

        setup = line_up_alone(self.player.name, load_config(None), {})
        opened = await open_in_process(setup, self._seats)
        return seat_coach(Stay(opened.people[0], keyboard=opened), self._seats)

    async def play_around(self, names: str) -> Stay:
        """`names` are separated by commas."""
        from sixqp_tui.hosting.in_process import open_in_process
        from sixqp_tui.hosting.table_options import line_up_around
        from sixqp_tui.tui.stay import Stay

        try:
            players = parse_players(names)
        except OptionError as error:
            sentence = option_sentence(error.key, error.fault, error.got, error.expected, error.character)
            raise Failure(sentence) from None
        opened = await open_in_process(line_up_around(None, {}, players), self._seats)
        return Stay(opened.people[0], keyboard=opened)

    def configured_names(self) -> str:
        """Separated by commas; "" if config.txt can't be understood."""
        try:
            return ", ".join(format_player(each) for each in load_config(None).company)
        except Failure:
            return ""

    async def find_resumable(self, closing: str) -> TableHeader | None:
        """The latest unfinished game hosted here. `closing` is the id of a table that is just closing."""
        from sixqp_tui.hosting.journal import latest_own_game

        try:
            return await run_in_daemon_thread(partial(latest_own_game, closing))
        except OSError:
            return None

    async def resume(self, table: str) -> Stay:
        from sixqp_tui.hosting.in_process import resume_in_process
        from sixqp_tui.hosting.journal import find_by_id, kept_options
        from sixqp_tui.tui.stay import Stay

        kept = await run_in_daemon_thread(partial(find_by_id, table))
        if not kept.alone:
            return await self.host(kept_options(kept))
        opened = await resume_in_process(table, self._seats)
        return Stay(opened.people[0], keyboard=opened)

    async def find_damage(self) -> str:
        return await find_damage()

    def has_seat_at(self, table: str) -> bool:
        from sixqp_tui.store.known_tables import known_tables

        try:
            known = known_tables().recall(table)
        except OSError:
            return False
        return known is not None and bool(known.slots)


async def find_damage() -> str:
    from sixqp_tui.joining import own_key

    return " ".join(await asyncio.to_thread(own_key.find_damage))
