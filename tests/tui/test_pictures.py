"""Every screen in its telling states as text, at two sizes and in two languages, beside how it was last approved.

A change that is meant: `pytest -n0 tests/tui/test_pictures.py --snapshot-update`, then read the difference.
"""

from typing import Any

import pytest
from support.pilots import settled, shown
from support.states import STATES
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from sixqp_tui import i18n
from sixqp_tui.tui.rewording import reword

SIZES = ((80, 24), (120, 40))


class TextFile(SingleFileSnapshotExtension):
    """One text file a picture."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture
def approved(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """The picture that was approved."""
    return snapshot.use_extension(TextFile)


@pytest.mark.parametrize("state", STATES)
async def test_picture(state: str, seat_at: Any, approved: SnapshotAssertion) -> None:
    i18n.use("en")
    async with STATES[state](seat_at) as pilot:
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            for language in i18n.LANGUAGES:
                i18n.use(language)
                reword(pilot.app.screen_stack)
                await settled(pilot)
                assert f"{shown(pilot)}\n" == approved(name=f"{width}x{height}-{language}")
