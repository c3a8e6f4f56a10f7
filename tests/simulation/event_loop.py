"""Virtual time, and the event loop of each simulated process: one that was killed never runs a callback again."""

import asyncio
from asyncio.events import _set_running_loop  # documented there as the interface for whoever writes an event loop
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextlib import suppress
from contextvars import Context, copy_context
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any, TypeVar, TypeVarTuple
from weakref import WeakKeyDictionary

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
THREAD_SECONDS = 0.01
"""A blocking call begins within this many virtual seconds, and its result is heard of within as many more."""
UNWINDING_ROUNDS = 20


class Killed(BaseException):
    """Ends a call in the middle, because its process was killed there."""


class Call(asyncio.TimerHandle):
    """A callback of a process, or of the world around it where `loop` is None."""

    __slots__ = ("args", "callback", "context", "is_cancelled", "loop", "moment")

    def __init__(
        self,
        moment: float,
        loop: "ProcessLoop | None",
        callback: Callable[..., object],
        args: tuple[Any, ...],
        context: Context | None,
    ) -> None:
        self.moment, self.loop, self.callback, self.args = moment, loop, callback, args
        self.context = copy_context() if context is None else context
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True

    def cancelled(self) -> bool:
        return self.is_cancelled

    def when(self) -> float:
        return self.moment


class Scheduler:
    """The one queue of all processes. Time passes only while nobody has anything to do; `now` is in seconds.

    `errors` are what escaped from a task or a callback of a living process: the run ends with the first.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self.errors: list[BaseException] = []
        self._ready: deque[Call] = deque()
        self._timers: list[tuple[float, int, Call]] = []
        self._order = count()
        self._killed: list[ProcessLoop] = []
        self._context = copy_context()
        self._loops: list[ProcessLoop] = []

    def call_soon(self, call: Call) -> Call:
        """Run this after all that is ready."""
        self._ready.append(call)
        return call

    def call_at(self, call: Call) -> Call:
        """Run this at its moment."""
        heappush(self._timers, (call.moment, next(self._order), call))
        return call

    def after(self, seconds: float, callback: Callable[..., object], *args: Any) -> None:
        """Let this happen in the world around the processes, this many seconds from now."""
        self.at(self.now + seconds, callback, *args)

    def at(self, moment: float, callback: Callable[..., object], *args: Any) -> None:
        self.call_at(Call(moment, None, callback, args, self._context))

    def killed(self, loop: "ProcessLoop") -> None:
        self._killed.append(loop)

    def take_ready(self, loop: "ProcessLoop") -> list[Call]:
        return [call for call in self._ready if call.loop is loop and not call.is_cancelled]

    def run(self, over: Callable[[], bool]) -> None:
        ready, timers, running = self._ready, self._timers, None
        try:
            while True:
                while ready:
                    call = ready.popleft()
                    loop = call.loop
                    if call.is_cancelled or (loop is not None and not loop.alive):
                        continue
                    if loop is not None and loop.asleep_until > self.now:
                        call.moment = loop.asleep_until
                        self.call_at(call)
                        continue
                    if loop is not running:
                        _set_running_loop(loop)
                        running = loop
                    with suppress(Killed):
                        call.context.run(call.callback, *call.args)
                    if loop is not None:
                        loop.take_step()
                    if self._killed:
                        self._unwind()
                        running = None
                    if self.errors:
                        raise self.errors[0]
                if over():
                    return
                self.now, _, call = heappop(timers)
                ready.append(call)
        finally:
            _set_running_loop(None)

    def started(self, loop: "ProcessLoop") -> None:
        self._loops.append(loop)

    def end(self) -> None:
        """End all processes."""
        for loop in self._loops:
            loop.kill()
        self._unwind()

    def _unwind(self) -> None:
        _set_running_loop(None)
        while self._killed:
            loop = self._killed.pop()
            self._loops.remove(loop)
            loop.unwind()


class ProcessLoop(asyncio.BaseEventLoop):
    """The event loop of one process, whose tasks and memory end with it.

    `lots` draw how long blocking calls take. After `lifetime` steps `at_end` is called: a step is a callback, and
    whoever does something that is seen outside of the process counts it by `take_step`, too. `at_exit` is called
    when what `main` was given is done. Its clock is this many seconds `ahead`, and nothing runs before
    `asleep_until`, a moment of the scheduler's.
    """

    def __init__(self, scheduler: Scheduler, rng: Random, ahead: float = 0.0) -> None:
        super().__init__()
        self.alive = True
        self.lifetime = float("inf")
        self.at_end: Callable[[], None] = self.kill
        self.at_exit: Callable[[], None] = self.kill
        self._scheduler, self._rng, self._ahead = scheduler, rng, ahead
        self.asleep_until = 0.0
        self._unwinding: deque[Call] = deque()
        self._tasks = WeakKeyDictionary[asyncio.Task[Any], None]()
        scheduler.started(self)

    def main(self, work: Coroutine[Any, Any, None]) -> None:
        self._main = self.create_task(work)
        self._main.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        if self.alive:
            task.result()
            self.at_exit()

    # -- how it ends --------------------------------------------------------------------------------

    def take_step(self, steps: int = 1) -> None:
        """This many steps are done."""
        self.lifetime -= steps
        if self.lifetime <= 0 and self.alive:
            self.at_end()

    def kill(self) -> None:
        """From now on no callback runs. The one at hand, if any, runs on: what is outside hears nothing of it."""
        if self.alive:
            self.alive = False
            self._unwinding.extend(self._scheduler.take_ready(self))
            self._scheduler.killed(self)

    def unwind(self) -> None:
        """Let every task of the dead process be cancelled, so that Python closes none of them half-way.

        Nothing that they do then is seen outside: their connections and their disk are gone. But they may draw
        lots, and so the oldest comes first: a set would put them into another order in each run.
        """
        _set_running_loop(self)
        for _ in range(UNWINDING_ROUNDS):
            tasks = [task for task in self._tasks if not task.done()]
            if not tasks:
                break
            for task in tasks:
                task.cancel()
            while self._unwinding:
                call = self._unwinding.popleft()
                if not call.is_cancelled:
                    call.context.run(call.callback, *call.args)
        else:
            raise AssertionError(f"tasks that do not end: {tasks}")
        _set_running_loop(None)
        self.close()

    # -- what asyncio asks of a loop ----------------------------------------------------------------

    def time(self) -> float:
        return self._scheduler.now + self._ahead

    def create_task(
        self, coro: Generator[Any, None, T] | Coroutine[Any, Any, T], **options: Any
    ) -> asyncio.Task[T]:
        """Let the process do this beside all else."""
        task = super().create_task(coro, **options)
        self._tasks[task] = None
        return task

    def call_soon(self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None) -> Call:
        """Run this in the process, after all that is ready."""
        call = Call(self._scheduler.now, self, callback, args, context)
        if self.alive:
            return self._scheduler.call_soon(call)
        self._unwinding.append(call)
        return call

    def call_at(
        self, when: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> Call:
        """Run this in the process at this moment; in a dead one that never comes."""
        call = Call(max(when - self._ahead, self._scheduler.now), self, callback, args, context)
        return self._scheduler.call_at(call) if self.alive else call

    def call_later(
        self, delay: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> Call:
        """Run this in the process after this many seconds."""
        return self.call_at(self.time() + delay, callback, *args, context=context)

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
        """Something escaped, which is an error while the process lives."""
        if self.alive:
            self._scheduler.errors.append(context.get("exception") or AssertionError(str(context)))
