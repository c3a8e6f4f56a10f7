"""What stands in the terminal when the program has ended."""

from typing import Any

import pytest
from support.fake_session import BOT, GUEST, OWNER, FakeSession
from support.screens import JOIN_LINE

from sixqp_protocol.facts import Rules
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.status import Closed, Connected
from sixqp_tui.engine.game import Game
from sixqp_tui.terminal.farewell import farewell_lines

LEFT, CLOSED, KICKED = (Closed(reason) for reason in (Farewell.LEFT, Farewell.CLOSED, Farewell.KICKED))
KEPT = f"The table stays open. To come back: {JOIN_LINE}"
RESUME = "The game is saved. To continue it later: sixqp host --resume"
RETURN = f"Your seat is kept. Come back with: {JOIN_LINE}"


RESULT = ["Salon: round 1, turn 1", "   1  Olga          0", "   1  Ann (you)     0", "   1  Hal (bot)     0"]


def way_back(session: FakeSession, join_line: str | None = None, **more: Any) -> str:
    """What comes after the result, which doesn't depend on the way back."""
    return "".join(list(farewell_lines(session.state, join_line, **more))[len(RESULT) :])


def in_a_game(you: int | None, status: Any = LEFT) -> FakeSession:
    """A session in the first turn of a game."""
    session = FakeSession((OWNER, GUEST, BOT), you, title="Salon")
    session.happen(Game.start(Rules(), ("Olga", "Ann", "Hal"), "seed")[0])
    session.becomes(phase="playing")
    session.update(status=status)
    return session


@pytest.mark.parametrize(
    ("you", "status", "farewell"),
    [
        (0, LEFT, KEPT), (0, Connected(), KEPT), (0, CLOSED, RESUME),
        (1, LEFT, RETURN), (1, Connected(), RETURN), (1, CLOSED, ""), (1, KICKED, ""),
        (None, LEFT, ""),
    ],
)  # fmt: skip
def test_the_way_back_leads_to_where_the_game_continues(you: int | None, status: Any, farewell: str) -> None:
    resume_line = "sixqp host --resume" if you == 0 else None
    session = in_a_game(you, status)
    assert way_back(session, JOIN_LINE, hosting=you == 0, resume_line=resume_line) == farewell


def test_only_a_saved_game_and_not_a_lobby_shows_how_to_continue() -> None:
    assert way_back(in_a_game(0, CLOSED), private=True) == ""
    kept = way_back(in_a_game(0, CLOSED), private=True, resume_line="sixqp play --resume")
    assert kept == "The game is saved. To continue it later: sixqp play --resume"
    lobby = FakeSession((OWNER, GUEST), 1)
    lobby.update(status=LEFT)
    assert list(farewell_lines(lobby.state, JOIN_LINE)) == []


def test_a_table_without_a_reachable_address_is_named_by_title() -> None:
    assert way_back(in_a_game(1)) == 'Your seat is kept. Come back with: sixqp join "Salon"'


def test_the_result_comes_first() -> None:
    assert list(farewell_lines(in_a_game(1).state, JOIN_LINE)) == [*RESULT, RETURN]
