"""The processes of the simulation: virtual time, and an end at any step."""

import asyncio
from collections.abc import Callable
from random import Random

import pytest
from simulation.event_loop import Killed, ProcessLoop, Scheduler


def processes(count: int) -> tuple[Scheduler, list[ProcessLoop]]:
    """This many processes that have nothing to do."""
    scheduler = Scheduler()
    return scheduler, [ProcessLoop(scheduler, Random(number)) for number in range(count)]


def pass_time(scheduler: Scheduler, seconds: float) -> None:
    """Let so much time pass, whatever happens in it."""
    end = scheduler.now + seconds
    scheduler.after(seconds, lambda: None)
    scheduler.run(lambda: scheduler.now >= end)


async def tell_later(seconds: float, told: list[float]) -> None:
    """Tell the moment when so much time has passed."""
    await _until(seconds)
    told.append(asyncio.get_running_loop().time())


async def _until(seconds: float) -> None:
    over = asyncio.Event()
    asyncio.get_running_loop().call_later(seconds, over.set)
    await over.wait()


def test_processes_share_one_clock_that_advances_only_when_all_are_idle() -> None:
    scheduler, (one, other) = processes(2)
    told: list[float] = []
    one.main(tell_later(3600, told))
    other.main(tell_later(60, told))
    pass_time(scheduler, 4000)
    assert told == [60, 3600]


def test_nothing_of_a_killed_process_keeps_running() -> None:
    scheduler, (one, other) = processes(2)
    told: list[float] = []
    one.main(tell_later(10, told))
    other.main(tell_later(10, told))
    scheduler.after(5, one.kill)
    pass_time(scheduler, 20)
    assert told == [10] and not one.alive
    assert asyncio.all_tasks(one) == set()


def test_tasks_of_a_killed_process_end_in_the_order_they_started() -> None:
    scheduler, (one,) = processes(1)
    ended: list[int] = []

    async def wait(number: int) -> None:
        try:
            await _until(10)
        finally:
            ended.append(number)

    async def wait_for_many() -> None:
        await asyncio.gather(*map(wait, range(1, 100)))

    one.main(wait_for_many())
    scheduler.after(5, one.kill)
    pass_time(scheduler, 20)
    assert ended == list(range(1, 100))


@pytest.mark.parametrize("steps", range(1, 8))
def test_a_process_ends_at_its_last_step(steps: int) -> None:
    scheduler, (one,) = processes(1)
    taken: list[int] = []

    async def count() -> None:
        for number in range(20):
            taken.append(number)
            await _until(1)

    one.lifetime = steps
    one.main(count())
    pass_time(scheduler, 30)
    assert not one.alive and 1 <= len(taken) <= steps


def blocking(loop: ProcessLoop, done: list[str]) -> Callable[[], str]:
    """A call of three steps."""

    def call() -> str:
        for name in ("write", "sync", "cut"):
            loop.take_step()
            if not loop.alive:
                raise Killed
            done.append(name)
        return "written"

    return call


def test_a_blocking_call_takes_time_while_others_go_on() -> None:
    scheduler, (one,) = processes(1)
    done: list[str] = []

    async def work() -> None:
        writing = asyncio.create_task(asyncio.to_thread(blocking(one, done)))
        await _until(0)
        done.append("elsewhere")
        done.append(await writing)

    one.main(work())
    pass_time(scheduler, 1)
    assert done == ["elsewhere", "write", "sync", "cut", "written"]


def test_a_process_may_die_at_any_step_of_a_blocking_call() -> None:
    outcomes: set[tuple[str, ...]] = set()
    for lifetime in range(1, 12):
        scheduler, (one,) = processes(1)
        done: list[str] = []
        one.lifetime = lifetime
        one.main(in_thread(blocking(one, done)))
        pass_time(scheduler, 1)
        assert not one.alive
        outcomes.add(tuple(done))
    assert outcomes == {(), ("write",), ("write", "sync"), ("write", "sync", "cut")}


async def in_thread(call: Callable[[], str]) -> None:
    await asyncio.to_thread(call)


def test_an_uncaught_error_in_a_process_ends_the_run() -> None:
    scheduler, (one,) = processes(1)

    async def fail() -> None:
        raise RuntimeError("a planted failure")

    one.main(fail())
    with pytest.raises(RuntimeError, match="planted"):
        pass_time(scheduler, 1)
    scheduler.end()
