"""Every screen in its telling states as text, beside how it was last approved.

A change that is meant: `nox -s snapshots`, then read the difference.
"""

import pytest
from support.pilots import settled, shown
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from tui.scenes import STATES

from sixqp_tui import i18n

PICTURES = {
    ((80, 24), "en"): """
        home_nothing home_on_the_way home_first_start host_form lobby_guest lobby_watcher lobby_tally lobby_leaving
        table_choosing table_lifted table_catastrophe table_laid table_reconnecting table_watched_ten table_chat
        table_reactions draft_ten scores_rounds over_revealed log rules games_delete lesson_draft replay_laid
        review_pick review_begun games_damaged
    """,
    ((80, 24), "fr"): """
        home_tables home_code home_menu lobby_host lobby_settings lobby_invite_open latecomer table_ten table_sixth
        table_low table_stood_in table_weighed row_picked scores_pause scores_pause_ten scores_won over_ten
        cards_seen help palette preferences games all_scores lesson_wrong replay what_if review_all
    """,
    ((120, 40), "en"): """
        home_tables lobby_ten lobby_invite table_ten table_coached row_picked draft_two scores_won over_ten lesson
        replay_placing review
    """,
}
"""Each state in one size and one language; a few of those that look otherwise in a large window in both sizes."""


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
    ("size", "language", "state"),
    [(*how, state) for how, states in PICTURES.items() for state in states.split()],
    ids=lambda value: "x".join(map(str, value)) if isinstance(value, tuple) else value,
)
async def test_picture(size: tuple[int, int], language: str, state: str, approved: SnapshotAssertion) -> None:
    i18n.use(language)
    async with STATES[state]() as pilot:
        if pilot.app.size != size:
            await pilot.resize_terminal(*size)
            await settled(pilot)
        assert f"{shown(pilot)}\n" == approved


def test_every_state_has_a_picture() -> None:
    assert {state for states in PICTURES.values() for state in states.split()} == set(STATES)
