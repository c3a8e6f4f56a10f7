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
from sixqp_tui.tui.widgets.common.page import retranslate

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
OPENED_ANEW = ("palette", "home_on_the_way")
"""What hardly ever stands while the language changes."""
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
CASES = [
    *((state, tuple(i18n.LANGUAGES)) for state in PICTURED if state not in OPENED_ANEW),
    *((state, (language,)) for state in OPENED_ANEW if state in PICTURED for language in i18n.LANGUAGES),
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
    ("state", "languages"),
    [
        pytest.param(
            state,
            languages,
            marks=() if state in MAIN else pytest.mark.soak,
            id=state if len(languages) > 1 else f"{state}-{languages[0]}",
        )
        for state, languages in CASES
    ],
)
async def test_picture(state: str, languages: tuple[str, ...], approved: SnapshotAssertion) -> None:
    i18n.use(languages[0])
    async with PICTURED[state]() as pilot:
        for size in (SIZE, *(size for size, states in SIZES.items() if state in states)):
            pictured = [language for language in languages if language != "fr" or size == SIZE]
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
