"""What the tests of the bots share."""

from collections.abc import Callable
from random import Random

import pytest

from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import Bot, create_bot
from sixqp_tui.bots.search.budget import deals

Make = Callable[[Level, int], Bot]


@pytest.fixture
def bot() -> Make:
    return lambda level, number: create_bot(level, Random(number), deals(2))
