"""Processes that share a loop in virtual time: one that was killed never runs a callback again."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import Context, ContextVar, copy_context
from functools import partial
from math import inf
from random import Random
from typing import Any, TypeVar, TypeVarTuple
from weakref import WeakKeyDictionary

from support.virtual_time import VirtualLoop

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
THREAD_SECONDS = 0.01
"""A blocking call begins within this many virtual seconds, and its result is heard of within as many more."""
UNWINDING_ROUNDS = 20


class Killed(BaseException):
    """Ends a call in the middle, because its process was killed there."""


class Process:
    """Tasks and callbacks that end together.

    After `lifetime` steps `at_end` is called. A step is a callback; whoever does something that is seen outside of
    the process counts it by `take_steps`, too.
    """

    def __init__(self, loop: "ProcessLoop") -> None:
        self.alive = True
        self.lifetime = inf
        self.at_end: Callable[[], None] = self.kill
        self.tasks = WeakKeyDictionary[asyncio.Task[Any], None]()
        self._loop, self._context = loop, copy_context()
        self._context.run(_CURRENT.set, self)
        self._unwinding = deque[tuple[asyncio.Handle, Context, Callable[..., object], tuple[Any, ...]]]()
        loop.processes.append(self)

    def start(self, work: Coroutine[Any, Any, None], at_exit: Callable[[], None]) -> None:
        """`at_exit` is called when the work is done."""

        def done(task: asyncio.Task[None]) -> None:
            if self.alive:
                task.result()
                at_exit()

        self._main = self._loop.create_task(work, context=self._context)
        self._main.add_done_callback(done, context=self._context)

    def call_soon(self, callback: Callable[..., object], *args: Any) -> None:
        self._loop.call_soon(callback, *args, context=self._context)

    def call_later(self, seconds: float, callback: Callable[..., object], *args: Any) -> None:
        self._loop.call_later(seconds, callback, *args, context=self._context)

    def take_steps(self, steps: int) -> None:
        self.lifetime -= steps
        if self.lifetime <= 0 and self.alive:
            self.at_end()

    def kill(self) -> None:
        """The callback at hand, if any, runs on: what is outside hears nothing of it."""
        if self.alive:
            self.alive = False
            self._loop.processes.remove(self)
            self._loop.call_soon(self._unwind, context=self._loop.world)

    def run(self, callback: Callable[..., object], *args: Any) -> None:
        if not self.alive:
            self.defer(copy_context(), callback, args)
            return
        with suppress(Killed):
            callback(*args)
            self.take_steps(1)

    def defer(self, context: Context, callback: Callable[..., object], args: tuple[Any, ...]) -> asyncio.Handle:
        """Keep what a dead process would do for its unwinding."""
        handle = asyncio.Handle(callback, args, self._loop, context)
        self._unwinding.append((handle, context, callback, args))
        return handle

    def _unwind(self) -> None:
        """Let every task be cancelled, so that Python closes none of them half-way.

        Nothing that they do then is seen outside. But they may draw lots, and so the oldest comes first.
        """
        for _ in range(UNWINDING_ROUNDS):
            tasks = [task for task in self.tasks if not task.done()]
            if not tasks:
                return
            for task in tasks:
                task.cancel()
            while self._unwinding:
                handle, context, callback, args = self._unwinding.popleft()
                if not handle.cancelled():
                    context.run(callback, *args)
        raise AssertionError(f"tasks that do not end: {tasks}")


_CURRENT: ContextVar[Process | None] = ContextVar("process", default=None)


def current_process() -> Process | None:
    """The process in which this runs, None for the world around all processes."""
    return _CURRENT.get()


def is_alive() -> bool:
    """Whether this runs in a living process, and not in one that is unwound."""
    process = _CURRENT.get()
    return process is not None and process.alive


class ProcessLoop(VirtualLoop):
    """`errors` are what escaped from a task or a callback of a living process. `rng` draws how long threads take.

    `processes` are those that live, and `world` is the context around them.
    """

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self.errors: list[BaseException] = []
        self.processes: list[Process] = []
        self._rng, self.world = rng, copy_context()

    def after(self, seconds: float, callback: Callable[..., object], *args: Any) -> None:
        """Let this happen in the world around the processes."""
        self.at(self.time() + seconds, callback, *args)

    def at(self, moment: float, callback: Callable[..., object], *args: Any) -> None:
        self.call_at(moment, callback, *args, context=self.world)

    async def end(self) -> None:
        """End all processes."""
        for process in tuple(self.processes):
            process.kill()
        await asyncio.sleep(0)  # noqa: TID251 (they are unwound)

    # -- what asyncio asks of a loop ----------------------------------------------------------------

    def create_task(self, coro: Any, *, context: Context | None = None, **options: Any) -> asyncio.Task[Any]:
        task = super().create_task(coro, context=context, **options)
        if process := _owner(context):
            process.tasks[task] = None
        return task

    def call_soon(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        process = _owner(context)
        if process is None:
            return super().call_soon(callback, *args, context=context)
        if process.alive:
            return super().call_soon(partial(process.run, callback, *args), context=context)
        return process.defer(context or copy_context(), callback, args)

    def call_soon_threadsafe(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Generators that nobody holds any more are closed outside: Python's collector may come at any step."""
        return super().call_soon_threadsafe(callback, *args, context=self.world)

    def call_at(
        self, when: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        process = _owner(context)
        if process is None:
            return super().call_at(when, callback, *args, context=context)
        return super().call_at(when, partial(process.run, callback, *args), context=context)

    def run_in_executor(self, executor: object, func: Callable[[*Ts], T], *args: *Ts) -> asyncio.Future[T]:
        """Make a blocking call in a thread of the process: it begins later, and its result comes later still.

        Within it no callback runs. That shows all that threads would: it shares nothing with the loop, and the
        process may be killed at any step of it.
        """
        return self.create_task(self._block(func, *args))

    async def _block(self, func: Callable[[*Ts], T], *args: *Ts) -> T:
        await asyncio.sleep(self._rng.uniform(0, THREAD_SECONDS))  # noqa: TID251 (virtual seconds pass at once)
        try:
            return func(*args)
        finally:
            await asyncio.sleep(self._rng.uniform(0, THREAD_SECONDS))  # noqa: TID251 (virtual seconds pass at once)

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Something escaped, which is an error while its process lives."""
        task = context.get("task") or context.get("future")
        living = any(task in process.tasks for process in self.processes)
        if living or not isinstance(task, asyncio.Task):
            self.errors.append(context.get("exception") or AssertionError(str(context)))


def _owner(context: Context | None) -> Process | None:
    return _CURRENT.get() if context is None else context.get(_CURRENT)
