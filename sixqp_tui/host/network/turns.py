"""Costly work of one event loop, done one piece at a time."""

import asyncio


class Turns:
    """Room codes take some 10 ms each. After each, the loop is free for as long as it was busy."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._rest_until = 0.0

    async def take(self) -> None:
        """Wait for a turn. It lasts until the caller next awaits anything."""
        loop = asyncio.get_running_loop()

        def rest() -> None:
            now = loop.time()
            self._rest_until = now + (now - began)

        async with self._turn:
            await asyncio.sleep(max(0.0, self._rest_until - loop.time()))  # noqa: TID251 (lets all others run)
            began = loop.time()
            loop.call_soon(rest)
