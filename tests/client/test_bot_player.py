"""A bot takes a human while where people look on, and never longer than its clock."""

import asyncio

import pytest
from msgspec.structs import replace
from support.conversations import conversation, happened, welcome
from support.decisions import choose_card
from support.memory_link import CuttableMemoryLink
from support.tables import OWNER, a_room, a_session, running, settings

from sixqp_protocol.facts import AnyFact, CardChosen, Rules, Variant
from sixqp_protocol.messages import AnyRequest, ChooseCard, Settings, Start
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import BotPlayer, run_bot
from sixqp_tui.client.session import Session
from sixqp_tui.client.session_state import OfflineSession, SessionState
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.view import View, readable
from sixqp_tui.host.network.server import Server
from sixqp_tui.hosting.journalled_room import run_bot_seat


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that bots have waited, without having waited them."""
    waited: list[float] = []
    once = asyncio.sleep  # noqa: TID251 (what the test replaces)

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        await once(0)

    monkeypatch.setattr("sixqp_tui.client.bot_player.asyncio.sleep", sleep)
    return waited


@pytest.mark.parametrize(("variant", "picks"), [("classic", 0), ("draft", 10)])
async def test_a_bot_waits_its_given_pause_and_less_for_a_draft_pick(
    variant: Variant, picks: int, slept: list[float]
) -> None:
    await play(settings(variant), pause=2.0)
    assert slept.count(2.0) >= 10
    assert slept.count(2.0 / 3) == picks


async def test_a_bot_never_waits_longer_than_its_clock(slept: list[float]) -> None:
    await play(Settings(Rules(limit=None, rounds=1), timer=5), pause=60.0)
    assert 1.0 < max(slept) <= 5 / 4


async def play(agreed: Settings, pause: float) -> Session:
    """A game of two bots, one of which takes its time."""
    server = Server(a_room(agreed, bots=1), seat_bot=run_bot_seat)
    olga = a_session(CuttableMemoryLink(server), "Olga", OWNER)
    async with running(olga):
        await olga.wait_until_seated(20)
        olga.request(Start())
        await run_bot(olga, create_bot("medium"), pause=lambda: pause)
    await server.close()
    return olga


class Conversing(OfflineSession):
    """A session whose host is the test: it writes what the conversation receives, and asks the bot to decide."""

    def __init__(self, stream: int = 0) -> None:
        self.dealt, self.game = DEAL
        self.conversation = conversation()
        self.conversation.begin_connection()
        self.conversation.receive(welcome(seat=0, game=1, stream=stream or len(self.dealt)))
        self.conversation.receive(happened(0, *self.dealt))

    @property
    def state(self) -> SessionState:  # type: ignore[override]
        return self.conversation.state

    def request(self, request: AnyRequest) -> int | None:
        self.conversation.request(request)
        return None


def _deal() -> tuple[tuple[AnyFact, ...], Game]:
    """The facts that seat 0 reads at the start of a game."""
    batch, game = Game.start(Rules(), ("Ann", "Bob"), "a seed")
    return readable(batch, 0), game


DEAL = _deal()


async def test_a_bot_does_not_decide_on_past_turns() -> None:
    """The facts come in two pieces: at the end of the first it was this bot's turn, at a time long gone."""
    dealt, game = DEAL
    later: list[AnyFact] = []
    for seat in (0, 1):
        batch, game = choose_card(game, seat, (game.table.hands[seat] or ())[-1])
        later += readable(batch, 0)
    session = Conversing(stream=len(dealt) + len(later))
    bot = BotPlayer(session, create_bot("medium"), None)
    await bot.decide()
    assert session.state.view.wanted and not session.state.caught_up and not session.state.unanswered
    session.conversation.receive(happened(len(dealt), *later))
    await bot.decide()
    (asked,) = session.state.unanswered
    assert isinstance(asked, ChooseCard) and asked.turn == 2


async def test_a_bot_that_reconnects_while_thinking_decides_again() -> None:
    session = Conversing()
    known = len(session.dealt)
    lost: list[bool] = []

    def lose_once() -> float:
        if lost:
            return 0.0
        lost.append(True)
        session.conversation.end_connection()
        session.conversation.begin_connection()
        session.conversation.receive(welcome(seat=0, game=1, stream=known + 1))
        return 0.0

    bot = BotPlayer(session, create_bot("medium"), lose_once)
    await bot.decide()
    assert not session.state.unanswered
    session.conversation.receive(happened(known, CardChosen(1)))
    await bot.decide()
    assert len(session.state.unanswered) == 1


async def test_a_bot_decides_on_the_view_it_was_asked_for_despite_newer_facts() -> None:
    """Its stand-in has laid the last card of the hand before the bot begins to think: it must not fail at that."""
    session = Conversing()
    known = replace(session.state, view=View(0))
    asyncio.get_running_loop().call_soon(setattr, session.conversation, "state", known)
    await BotPlayer(session, create_bot("easy"), None).decide()
    assert session.state.unanswered == ()


async def test_a_bot_playing_for_a_person_is_ready_for_every_round() -> None:
    olga = await play(Settings(Rules(limit=None, rounds=2), pause=None, timer=None), pause=0.0)
    assert olga.state.view.table.round == 2 and olga.state.view.table.ended
