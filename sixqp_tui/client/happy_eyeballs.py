"""Trying several addresses at once: the first that works wins, and a dead one costs little (happy eyeballs)."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

Place = TypeVar("Place")
Connection = TypeVar("Connection")


async def connect_first(
    places: Sequence[Place],
    attempt: Callable[[Place], Awaitable[Connection]],
    head_start: float,
    discard: Callable[[Connection], None],
) -> tuple[Connection, Place]:
    """Connect to the places one after the other; the first connection that stands, and where to.

    A place is tried when one before it has failed, or when `head_start` seconds have passed. A connection that
    stood too late is discarded. Where all fail, raises the most telling failure: one that is no OSError before one
    that is. Raises OSError where there are no places.
    """
    running: dict[asyncio.Task[Connection], Place] = {}
    failures: list[Exception] = []
    waiting = list(places)
    try:
        while waiting or running:
            if waiting:
                place = waiting.pop(0)
                running[asyncio.create_task(_start(attempt, place))] = place
            done, _ = await asyncio.wait(
                running, timeout=head_start if waiting else None, return_when=asyncio.FIRST_COMPLETED
            )
            for task in done:
                error = task.exception()
                if error is None:
                    return task.result(), running.pop(task)
                del running[task]
                if not isinstance(error, Exception):
                    raise error
                failures.append(error)
    finally:
        await _cancel(tuple(running), discard)
    raise min(failures, key=lambda error: isinstance(error, OSError), default=OSError("no address is known"))


async def _start(attempt: Callable[[Place], Awaitable[Connection]], place: Place) -> Connection:
    return await attempt(place)


async def _cancel(tasks: Sequence[asyncio.Task[Connection]], discard: Callable[[Connection], None]) -> None:
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(result, BaseException):
            discard(result)
