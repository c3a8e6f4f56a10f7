"""What the screens may ask of the world. Whatever is slow to import is imported when it is wanted."""

import asyncio
from contextlib import AbstractAsyncContextManager, AsyncExitStack

from sixqp_protocol.text import clean_title
from sixqp_tui.cli.failure import Failure
from sixqp_tui.cli.preferring import keep
from sixqp_tui.store import places
from sixqp_tui.store.held import SEATS, holds
from sixqp_tui.tui.player_session import PlayerSession
from sixqp_tui.tui.services import (
    CannotJoin,
    CannotOpen,
    Hosting,
    HostOptions,
    Resumable,
    Services,
    TableList,
    Target,
)


def services(player_name: str, name: str | None, stack: AsyncExitStack) -> Services:
    """The services of this process. Seats are kept until the stack is closed.

    `name` was given by the player; None is whoever sat at a table last, else `player_name`.
    """

    async def join(target: Target, watch: bool) -> PlayerSession:
        from sixqp_tui.cli.seat import Seat
        from sixqp_tui.cli.target import Place, find

        try:
            place = (
                await find(target)
                if isinstance(target, str)
                else Place(target.endpoints, target.id, target.fingerprint, certain=True)
            )
            seat = await stack.enter_async_context(Seat(place, name, "watcher" if watch else "player"))
        except Failure as failure:
            raise CannotJoin(str(failure)) from None
        return seat.session

    async def open_table(options: HostOptions) -> Hosting:
        from sixqp_tui.cli.hosting import open_and_sit
        from sixqp_tui.cli.table_options import TableOptions

        asked = TableOptions(options.title, options.name, options.settings, bots=options.bots, level=options.level)
        try:
            return await open_and_sit(asked, stack)
        except Failure as failure:
            raise CannotOpen(str(failure)) from None

    async def resume(table: str) -> Hosting:
        from sixqp_tui.cli.hosting import open_and_sit
        from sixqp_tui.cli.reading import kept_options
        from sixqp_tui.cli.resuming import chosen

        try:
            return await open_and_sit(kept_options(await asyncio.to_thread(chosen, table, True)), stack)
        except Failure as failure:
            raise CannotOpen(str(failure)) from None

    return Services(_browse, join, open_table, player_name, keep, _kept, resume, _held)


def _held(table: str) -> bool:
    return holds(places.data_dir() / SEATS, table)


async def _kept() -> Resumable | None:
    from sixqp_tui.cli.resuming import offered

    try:
        table = await asyncio.to_thread(offered)
    except OSError:
        return None
    return Resumable(table.table, clean_title(table.title, "?"), table.round) if table else None


def _browse() -> AbstractAsyncContextManager[TableList]:
    from sixqp_tui.discovery.browse import Browser

    return Browser()
