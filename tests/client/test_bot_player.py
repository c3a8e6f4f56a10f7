"""A bot takes a human while where people look on, and never longer than its clock."""

import asyncio
from collections.abc import AsyncIterator

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
from sixqp_tui.client.events import Event
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.view import View, readable
from sixqp_tui.host.network.server import Server
from sixqp_tui.hosting.bot_seats import MAX_PAUSE, MIN_PAUSE, draw_pause, run_bot_seat


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


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "picks"), [("classic", 0), ("draft", 10)])
async def test_a_bot_waits_its_given_pause_and_less_for_a_draft_pick(
    variant: Variant, picks: int, slept: list[float]
) -> None:
    await one_round(settings(variant), pause=2.0)
    assert slept.count(2.0) >= 10
    assert slept.count(2.0 / 3) == picks


@pytest.mark.slow
async def test_a_bot_never_waits_longer_than_its_clock(slept: list[float]) -> None:
    await one_round(Settings(Rules(limit=None, rounds=1), timer=5), pause=60.0)
    assert 1.0 < max(slept) <= 5 / 4


async def one_round(agreed: Settings, pause: float) -> None:
    """A round of two bots, one of which takes its time."""
    server = Server(a_room(agreed, bots=1), seat_bot=run_bot_seat)
    olga = a_session(CuttableMemoryLink(server), "Olga", OWNER)
    async with running(olga):
        await olga.wait_until_seated(20)
        olga.request(Start())
        await run_bot(olga, create_bot("medium"), pause=lambda: pause)
    await server.close()


class Conversing:
    """A session whose host is the test: it writes what the conversation receives."""

    def __init__(self) -> None:
        self.conversation = conversation()
        self.conversation.begin_connection()

    @property
    def state(self) -> SessionState:
        return self.conversation.state

    def request(self, request: AnyRequest) -> int | None:
        self.conversation.request(request)
        return None

    async def events(self) -> AsyncIterator[Event]:
        """None: the test asks the bot to decide."""
        nothing: tuple[Event, ...] = ()
        for event in nothing:
            yield event

    def come_back(self) -> None:
        """Nobody has left."""


async def test_a_bot_does_not_decide_on_past_turns() -> None:
    """The facts come in two pieces: at the end of the first it was this bot's turn, at a time long gone."""
    batch, game = Game.start(Rules(), ("Ann", "Bob"), "a seed")
    dealt, *later = readable(batch, 0), *_both_lay(game)
    session = Conversing()
    bot = BotPlayer(session, create_bot("medium"), None)
    session.conversation.receive(welcome(seat=0, game=1, stream=len(dealt) + len(later)))
    session.conversation.receive(happened(0, *dealt))
    await bot.decide()
    assert session.state.view.wanted and not session.state.caught_up and not session.state.unanswered
    session.conversation.receive(happened(len(dealt), *later))
    await bot.decide()
    (asked,) = session.state.unanswered
    assert isinstance(asked, ChooseCard) and asked.turn == 2


def _both_lay(game: Game) -> list[AnyFact]:
    """What seat 0 reads of the first turn in which both lay their highest card."""
    ann, game = choose_card(game, 0, (game.table.hands[0] or ())[-1])
    bob, game = choose_card(game, 1, (game.table.hands[1] or ())[-1])
    return [*readable(ann, 0), *readable(bob, 0)]


async def test_a_bot_that_reconnects_while_thinking_decides_again() -> None:
    batch, _ = Game.start(Rules(), ("Ann", "Bob"), "a seed")
    dealt = readable(batch, 0)
    session = Conversing()
    session.conversation.receive(welcome(seat=0, game=1, stream=len(dealt)))
    session.conversation.receive(happened(0, *dealt))
    lost: list[bool] = []

    def lost_meanwhile() -> float:
        if lost:
            return 0.0
        lost.append(True)
        session.conversation.end_connection()
        session.conversation.begin_connection()
        session.conversation.receive(welcome(seat=0, game=1, stream=len(dealt) + 1))
        return 0.0

    bot = BotPlayer(session, create_bot("medium"), lost_meanwhile)
    await bot.decide()
    assert not session.state.unanswered
    session.conversation.receive(happened(len(dealt), CardChosen(1)))
    await bot.decide()
    assert len(session.state.unanswered) == 1


async def test_a_bot_decides_on_the_view_it_was_asked_for_despite_newer_facts() -> None:
    """Its stand-in has laid the last card of the hand before the bot begins to think: it must not fail at that."""
    batch, _ = Game.start(Rules(), ("Ann", "Bob"), "a seed")
    dealt = readable(batch, 0)
    session = Conversing()
    session.conversation.receive(welcome(seat=0, game=1, stream=len(dealt)))
    session.conversation.receive(happened(0, *dealt))
    view, bot = session.state.view, _FirstCard()
    known = replace(session.state, view=View(0))
    asyncio.get_running_loop().call_soon(setattr, session.conversation, "state", known)
    await BotPlayer(session, bot, None).decide()
    assert bot.asked == [view] and session.state.unanswered == ()


class _FirstCard:
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


def test_the_pause_is_random() -> None:
    drawn = {draw_pause() for _ in range(20)}
    assert len(drawn) > 1
    assert MIN_PAUSE <= min(drawn) <= max(drawn) <= MAX_PAUSE


@pytest.mark.slow
async def test_a_bot_playing_for_a_person_is_ready_for_every_round() -> None:
    server = Server(
        a_room(Settings(Rules(limit=None, rounds=2), pause=None, timer=None), bots=1), seat_bot=run_bot_seat
    )
    olga = a_session(CuttableMemoryLink(server), "Olga", OWNER)
    async with running(olga):
        await olga.wait_until_seated(20)
        olga.request(Start())
        await run_bot(olga, create_bot("medium"))
        assert olga.state.view.table.round == 2 and olga.state.view.table.ended
    await server.close()
