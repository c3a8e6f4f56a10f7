"""Every screen in its telling states as text, beside how it was last approved: French at one size, English at more.

A change that is meant: `nox -s snapshots`, then read the difference.
"""

import pytest
from support.feature_scenes import of_features
from support.pilots import settled, shown
from support.states import STATES
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from sixqp_tui import i18n

pytestmark = pytest.mark.slow

PICTURED = STATES | of_features("STATES")
SIZE = (80, 24)
MIN = (80, 22)
LARGE = (120, 40)
SIZES = {
    MIN: (
        "row_picked", "draft_ten", "lobby_ten", "host_form", "scores_rounds", "table_ten", "home_nothing",
        "table_weighed", "scores_pause_ten", "replay_laid", "lesson_row", "lesson_done", "lesson_draft",
        "review", "home_tables", "lesson_aim", "over_ten",
    ),
    (100, 30): ("home_tables",),
    LARGE: (
        "home_tables", "home_menu", "home_on_the_way", "host_form", "lobby_host", "lobby_ten", "lobby_tally",
        "lobby_evening", "lobby_settings", "lobby_invite", "lobby_ways_in", "latecomer", "table_lifted",
        "table_ten", "table_two", "table_watched_ten", "table_chat", "table_weighed", "table_between",
        "row_picked", "draft_two", "draft_ten", "scores_pause", "scores_won", "scores_rounds", "over_ten", "lesson",
        "lesson_wrong", "lesson_draft", "games", "all_scores", "replay", "replay_placing", "replay_draft",
        "what_if", "review", "review_ten", "review_pick", "log", "cards_seen", "cards_seen_draft", "rules", "help",
        "palette", "preferences",
        "replay", "replay_placing", "replay_draft", "what_if", "hall_registration",
    ),
    (160, 50): ("replay_laid",),
    (200, 60): ("review", "home_tables", "scores_won"),
    (70, 20): ("table_away",),
}  # fmt: skip
"""States that look otherwise in the least window, in a large one, or in one that is too small.

Of states that share their screen, one or two stand in a large window: the others differ there in the same words.
"""
MAIN = {
    "home_bots",
    "lobby_guest",
    "table_laid",
    "row_of_another",
    "draft_ten",
    "scores_round",
    "scores_lost",
    "help",
}
"""A state of each screen that a game shows; the others are soaks."""


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
    "state", [pytest.param(state, marks=() if state in MAIN else pytest.mark.soak) for state in PICTURED]
)
async def test_picture(state: str, approved: SnapshotAssertion) -> None:
    for language in i18n.LANGUAGES:
        i18n.use(language)
        sizes = (SIZE, *(size for size, states in SIZES.items() if state in states and language != "fr"))
        async with PICTURED[state]() as pilot:
            for width, height in sizes:
                if pilot.app.size != (width, height):
                    await pilot.resize_terminal(width, height)
                    await settled(pilot)
                assert f"{shown(pilot)}\n" == approved(name=f"{width}x{height}-{language}")
