"""A coach beside who plays alone by lines of text."""

import pytest
from features.coach.scenes import AtOnce
from support.memory_link import CuttableMemoryLink
from support.plain import Answering, first_choice
from support.tables import OWNER, a_room, a_session, running, settings

from sixqp_tui.analysis.moments import Moment
from sixqp_tui.analysis.result import Decision
from sixqp_tui.features.coach.advice import CardCosts, cannot_answer
from sixqp_tui.features.coach.lines import CoachedLines
from sixqp_tui.host.network.server import Server
from sixqp_tui.hosting.bot_seats import run_bot_seat
from sixqp_tui.plain.answer import Context
from sixqp_tui.plain.console import Console
from sixqp_tui.plain.console_session import Inbox, run_console_session
from sixqp_tui.plain.line_player import End


class Asking:
    """Starts a game, asks the coach about the first card, and leaves when the game is over."""

    def __init__(self) -> None:
        self._once = {"start: begin": "start", "Your card": "coach", "Another game": "quit"}

    def __call__(self, line: str) -> str | End | None:
        said = next((key for key in self._once if key in line), None)
        return self._once.pop(said) if said else first_choice(line)


class Broken(AtOnce):
    """A coach whose process is gone."""

    async def judge(self, moment: Moment) -> Decision | None:
        return None

    async def weigh(self, moment: Moment) -> CardCosts | None:
        return None


@pytest.mark.soak
@pytest.mark.parametrize("coach", [AtOnce(), None, Broken()])
async def test_a_coach_speaks_only_if_seated_and_a_failing_one_stops_no_game(
    coach: AtOnce | None,
) -> None:
    server = Server(a_room(settings(rounds=1), bots=2), seat_bot=run_bot_seat)
    olga = a_session(CuttableMemoryLink(server), "Olga", OWNER)
    inbox = Inbox()
    output = Answering(inbox, Asking())
    async with running(olga):
        await olga.wait_until_seated(20)
        await run_console_session(
            olga,
            Console(None, output),
            inbox,
            Context(alone=True),
            extension=lambda session, notify: CoachedLines(session, coach, notify),
        )
    text = output.getvalue()
    broken = isinstance(coach, Broken)
    assert ("\nCoach: " in text) is (coach is not None and not broken)
    assert ("There's no coach here." in text) is (coach is None)
    assert text.count(cannot_answer()) == 2 * broken, "once to the question, once for all turns"
    assert "The game is over" in text
    await server.close()
