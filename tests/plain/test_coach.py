"""A coach beside who plays alone by lines of text."""

import pytest
from support.memory import Cuttable
from support.plain import Answering, first_choice
from support.states import AtOnce
from support.tables import OWNER, a_room, a_session, running, settings

from sixqp_tui.host.network.server import Server
from sixqp_tui.plain.answer import Context
from sixqp_tui.plain.console import Console
from sixqp_tui.plain.console_session import Inbox, run_console_session
from sixqp_tui.plain.line_player import End
from sixqp_tui.runtime.bot_seats import run_bot_seat


class Asking:
    """Starts a game, asks the coach about the first card, and leaves when the game is over."""

    def __init__(self) -> None:
        self._once = {"start begins": "start", "Your card": "coach", "Another game": "quit"}

    def __call__(self, line: str) -> str | End | None:
        said = next((key for key in self._once if key in line), None)
        return self._once.pop(said) if said else first_choice(line)


@pytest.mark.slow
@pytest.mark.parametrize("coached", [True, False])
async def test_a_coach_speaks_only_where_one_sits(coached: bool) -> None:
    server = Server(a_room(settings(rounds=1), bots=2), seat_bot=run_bot_seat)
    olga = a_session(Cuttable(server), "Olga", OWNER)
    inbox = Inbox()
    output = Answering(inbox, Asking())
    async with running(olga):
        await olga.wait_until_seated(20)
        context, coach = Context(alone=True, coached=coached), AtOnce() if coached else None
        await run_console_session(olga, Console(None, output), inbox, context, coach=coach)
    text = output.getvalue()
    assert ("\nCoach: " in text) is coached
    assert ("No coach sits here." in text) is not coached
    await server.close()
