"""A bot takes a human while where people look on, and never longer than its clock."""

import asyncio

import pytest
from support.memory import Cuttable
from support.play import played, stream
from support.tables import OWNER, a_room, a_session, running, settings

from sixqp_protocol.facts import RowsStarted, Rules, Variant
from sixqp_protocol.messages import Settings, Start
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import _BotPlayer, run_bot
from sixqp_tui.engine.view import View
from sixqp_tui.host.network.server import Server
from sixqp_tui.runtime.bot_seats import random_pause, run_bot_seat


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that bots have waited, without having waited them."""
    waited: list[float] = []
    once = asyncio.sleep

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        await once(0)

    monkeypatch.setattr("sixqp_tui.client.bot_player.asyncio.sleep", sleep)
    return waited


@pytest.mark.parametrize(("variant", "picks"), [("classic", 0), ("draft", 10)])
async def test_a_bot_waits_as_long_as_it_is_told_and_less_for_a_pick(
    variant: Variant, picks: int, slept: list[float]
) -> None:
    await one_round(settings(variant), pause=2.0)
    assert slept.count(2.0) >= 10
    assert slept.count(2.0 / 3) == picks


async def test_a_bot_never_waits_longer_than_its_clock(slept: list[float]) -> None:
    await one_round(Settings(Rules(limit=None, rounds=1), timer=5), pause=60.0)
    assert 1.0 < max(slept) <= 5 / 4


async def test_a_bot_decides_on_the_view_that_wanted_it_though_more_is_known_meanwhile() -> None:
    facts = stream(played(Rules(rounds=1, limit=None), 2, "a seed"), 0)
    wanted = View(0).after(facts[: 1 + list(map(type, facts)).index(RowsStarted)])
    session = a_session(Cuttable(Server(a_room(settings()))))
    session._conversation.view = wanted
    bot = Remembering()
    deciding = asyncio.create_task(_BotPlayer(session, bot, None).decide())
    await asyncio.sleep(0)
    session._conversation.view = View(0).after(facts)
    await deciding
    assert bot.asked == [wanted]


class Remembering:
    """A bot that lays its first card, and remembers what it was asked about."""

    thinks = False

    def __init__(self) -> None:
        self.asked: list[View] = []

    def card(self, view: View) -> int:
        self.asked.append(view)
        return view.hand[0]

    def row(self, view: View) -> int:
        raise AssertionError("no row is wanted")

    def draft(self, view: View) -> int:
        raise AssertionError("no draft is wanted")


async def one_round(agreed: Settings, pause: float) -> None:
    """A round of two bots, one of which takes its time."""
    server = Server(a_room(agreed, bots=1), seat_bot=run_bot_seat)
    olga = a_session(Cuttable(server), "Olga", OWNER)
    async with running(olga):
        await olga.wait_until_seated(20)
        olga.request(Start())
        await run_bot(olga, create_bot("medium"), pause=lambda: pause)
    await server.close()


def test_a_pause_is_by_lot_and_none_where_none_is_wished() -> None:
    assert random_pause(0) is None
    draw = random_pause(2)
    assert draw is not None
    drawn = {draw() for _ in range(20)}
    assert len(drawn) > 1
    assert 0.5 <= min(drawn) <= max(drawn) <= 2
