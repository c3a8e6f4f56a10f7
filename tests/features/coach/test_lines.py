"""A coach beside who plays alone by lines of text."""

import pytest
from features.coach.scenes import AtOnce, Broken
from support.memory_link import CuttableMemoryLink
from support.plain import Answering, first_choice
from support.tables import OWNER, a_room, a_session, running, settings

from sixqp_tui.features.coach.advice import cannot_answer
from sixqp_tui.features.coach.lines import CoachedLines
from sixqp_tui.host.network.server import Server
from sixqp_tui.hosting.journalled_room import run_bot_seat
from sixqp_tui.plain.console import Console
from sixqp_tui.plain.console_session import Inbox, Notice, run_console_session
from sixqp_tui.plain.line_player import Context, End


class Asking:
    """Starts a game, asks the coach about the first card, and leaves when the game is over."""

    def __init__(self) -> None:
        self._once = {"are seated": "start", "choose a card": "coach", "Another game": "quit"}

    def __call__(self, line: str) -> str | End | None:
        said = next((key for key in self._once if key in line), None)
        return self._once.pop(said) if said else first_choice(line)


@pytest.mark.parametrize("coach", [AtOnce(), Broken()])
async def test_a_coach_speaks_once_asked_and_a_failing_one_stops_no_game(coach: AtOnce) -> None:
    server = Server(a_room(settings(rounds=1), bots=2), seat_bot=run_bot_seat)
    olga = a_session(CuttableMemoryLink(server), "Olga", OWNER)
    inbox = Inbox()
    output = Answering(inbox, Asking())
    async with running(olga):
        await olga.wait_until_seated(20)
        coached = CoachedLines(olga, coach, lambda line: inbox.put_nowait(Notice((line,))))
        await run_console_session(olga, Console(None, output), inbox, Context(alone=True, coach=coached))
        coached.close()
    text = output.getvalue()
    broken = isinstance(coach, Broken)
    assert ("\nCoach: " in text) is not broken
    assert text.count(cannot_answer()) == 2 * broken, "once to the question, once for all turns"
    assert "The game is over" in text
    await server.close()
