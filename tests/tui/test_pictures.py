"""Every screen in its telling states as text, beside how it was last approved: English at two sizes, French at one.

A change that is meant: `pytest -n0 tests/tui/test_pictures.py --snapshot-update`, then read the difference.
"""

import pytest
from support.pilots import settled, shown
from support.states import STATES
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from sixqp_tui import i18n
from sixqp_tui.tui.widgets.common.page import retranslate

pytestmark = pytest.mark.slow

SIZES = ((80, 24), (120, 40))
FRENCH_SIZE = (80, 24)
MIN = (80, 22)
MORE_SIZES = {
    **dict.fromkeys(
        (
            "row_picked",
            "draft_ten",
            "lobby_ten",
            "host_form",
            "scores_rounds",
            "table_ten",
            "over_ten",
            "home_nothing",
            "table_weighed",
        ),
        (MIN,),
    ),
    "scores_pause_ten": (MIN,),
    "replay_laid": (MIN, (160, 50)),
    **dict.fromkeys(("lesson_row", "lesson_done", "lesson_draft"), (MIN,)),
    "puzzle_wrong": (MIN,),
    "puzzle_last": (MIN,),
    "review": (MIN, (200, 60)),
    "table_away": ((70, 20),),
}
"""States that look otherwise in the least window, or in one that is too small."""
OPENED_ANEW = ("palette", "home_on_the_way", "puzzle_none")
"""What hardly ever stands while the language changes."""
CASES = [
    *((state, tuple(i18n.LANGUAGES)) for state in STATES if state not in OPENED_ANEW),
    *((state, (language,)) for state in OPENED_ANEW for language in i18n.LANGUAGES),
]


class TextFile(SingleFileSnapshotExtension):
    """One text file a picture."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture(autouse=True)
def all_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal has all colours."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")


@pytest.fixture
def approved(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(TextFile)


@pytest.mark.parametrize(
    ("state", "languages"), CASES, ids=[state if len(said) > 1 else f"{state}-{said[0]}" for state, said in CASES]
)
async def test_picture(state: str, languages: tuple[str, ...], approved: SnapshotAssertion) -> None:
    i18n.use(languages[0])
    async with STATES[state]() as pilot:
        for size in (*SIZES, *MORE_SIZES.get(state, ())):
            pictured = [language for language in languages if language != "fr" or size == FRENCH_SIZE]
            width, height = size
            if pictured and pilot.app.size != size:
                await pilot.resize_terminal(width, height)
                await settled(pilot)
            for language in pictured:
                if language != i18n.language():
                    i18n.use(language)
                    retranslate(pilot.app.screen_stack)
                    await settled(pilot)
                assert f"{shown(pilot)}\n" == approved(name=f"{width}x{height}-{language}")
