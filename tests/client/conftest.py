"""Two players whose game has just begun."""

import pytest
from support.conversations import BackToBack, conversation
from support.tables import OWNER, a_room, settings

from sixqp_protocol import messages


@pytest.fixture
def pair() -> BackToBack:
    """A game of two that has just begun: Olga is peer 1 at seat 0, Ann is peer 2 at seat 1."""
    both = BackToBack(a_room(settings()))
    olga = conversation("Olga", OWNER)
    both.connect(olga)
    both.connect(conversation("Ann"))
    both.say(1, olga.request(messages.Start()))
    return both
