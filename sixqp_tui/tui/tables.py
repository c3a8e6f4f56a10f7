"""The tables that a player can get to from this machine."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING

from sixqp_tui.i18n.errors import fault_sentence
from sixqp_tui.joining.background import run_in_daemon_thread
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.player import Player, load_config
from sixqp_tui.store.options import BadSetting, format_player, parse_players
from sixqp_tui.tui.openings import JoinAttempt

if TYPE_CHECKING:
    from sixqp_tui.discovery.browser import Browser
    from sixqp_tui.hosting.in_process import InProcess
    from sixqp_tui.hosting.table_options import TableOptions
    from sixqp_tui.store.journal_store import TableHeader
    from sixqp_tui.tui.stay import Stay


class Tables:
    """Finds, joins, opens and resumes tables for one player; their seats last until `stack` is closed.

    Slow imports wait until they are needed. Errors are Failures.
    """

    help_after = 4.0
    """Seconds without a table until the list says what is tried, and what usually helps."""

    def __init__(self, player: Player, stack: AsyncExitStack) -> None:
        self.player, self.stack = player, stack

    def rename(self, name: str) -> None:
        self.player = self.player._replace(name=name, given=False, keep_name=None)

    def browse(self) -> Browser:
        """A browser of the tables on this network. Blocks while it is imported."""
        from sixqp_tui.joining.table_search import create_browser

        return create_browser()

    async def join(
        self,
        attempt: JoinAttempt,
        code: str | None,
        on_step: Callable[[str], None],
        tell: Callable[[str], None] = lambda _advice: None,
    ) -> Stay:
        """Raises as `take_seat` does."""
        from sixqp_tui.hosting.continuing import Evening
        from sixqp_tui.joining.seat import take_seat
        from sixqp_tui.tui.stay import Stay  # 85 ms at the first frame

        target, watch, trust = attempt
        taking = take_seat(target, self.player, watch=watch, code=code, trust_new=trust, on_step=on_step, tell=tell)
        seat = await self.stack.enter_async_context(taking)
        return Stay.at(seat, Evening(seat, self.stack), self.player.keep_name)

    async def host(self, options: TableOptions) -> Stay:
        from sixqp_tui.hosting.continuing import Evening
        from sixqp_tui.hosting.hosted_table import host_table
        from sixqp_tui.tui.stay import Stay

        hosted = await host_table(options, self.stack)
        return Stay.at(hosted.seat, Evening(hosted.seat, self.stack, hosted))

    def sit_down(self, opened: InProcess, *, coached: bool = False) -> Stay:
        """At a table in this process."""
        from sixqp_tui.tui.stay import Stay

        stay = Stay(opened.people[0], keyboard=opened)
        if coached:
            from sixqp_tui.features.coach.screen import seat_coach  # 70 ms before the table opens

            seat_coach(stay, self.stack)
        return stay

    async def play_alone(self) -> Stay:
        from sixqp_tui.hosting.in_process import open_in_process
        from sixqp_tui.hosting.table_options import line_up_alone

        setup = line_up_alone(self.player.name, load_config(None), {})
        return self.sit_down(await open_in_process(setup, self.stack), coached=True)

    async def play_around(self, names: str) -> Stay:
        """`names` are separated by commas."""
        from sixqp_tui.hosting.in_process import open_in_process
        from sixqp_tui.hosting.table_options import line_up_around

        try:
            players = parse_players(names)
        except BadSetting as error:
            raise Failure(fault_sentence(*error.fault)) from None
        return self.sit_down(await open_in_process(line_up_around(None, {}, players), self.stack))

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

        kept = await run_in_daemon_thread(partial(find_by_id, table))
        if not kept.alone:
            return await self.host(kept_options(kept))
        return self.sit_down(await resume_in_process(table, self.stack))

    async def find_damage(self) -> str:
        from sixqp_tui.joining.own_key import find_damage

        return " ".join(await run_in_daemon_thread(find_damage))

    async def last_evening(self) -> tuple[int, int, bool] | None:
        """How many games it had and the player won, and whether it may still last."""
        from sixqp_tui.features.history.games import count_last_evening  # 20 ms at the first frame

        return await run_in_daemon_thread(count_last_evening)

    async def next_lesson(self) -> tuple[int, int] | None:
        from sixqp_tui.features.lessons.lesson_course import next_lesson  # 20 ms at the first frame

        return await run_in_daemon_thread(next_lesson)

    def has_seat_at(self, table: str) -> bool:
        from sixqp_tui.store.known_tables import known_tables

        try:
            known = known_tables().recall(table)
        except OSError:
            return False
        return known is not None and bool(known.slots)
