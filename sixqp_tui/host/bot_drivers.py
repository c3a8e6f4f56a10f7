"""Keeps a driver running for every seat that a bot must play."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from sixqp_protocol.messages import Level
from sixqp_tui.host.network.line import Transport

Attach = Callable[[Transport], None]
SeatBot = Callable[[Attach, bytes, Level], Coroutine[Any, Any, None]]
_logger = logging.getLogger(__name__)


class BotDrivers:
    """One task for each bot's token. One that failed is logged and not started again: the stand-in plays on."""

    def __init__(self, seat_bot: SeatBot | None, attach: Attach) -> None:
        self._seat_bot = seat_bot
        self._attach = attach
        self._tasks: dict[bytes, asyncio.Task[None]] = {}

    def match(self, bots: Mapping[bytes, Level]) -> None:
        """Start a driver for every new token, and stop those whose token is gone."""
        if self._seat_bot is None:
            return
        for token in [token for token in self._tasks if token not in bots]:
            self._tasks.pop(token).cancel()
        for token, level in bots.items():
            if token not in self._tasks:
                task = asyncio.get_running_loop().create_task(self._seat_bot(self._attach, token, level))
                task.add_done_callback(_report)
                self._tasks[token] = task

    async def end(self) -> None:
        """Stop all of them."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _logger.error("a bot failed", exc_info=error)
