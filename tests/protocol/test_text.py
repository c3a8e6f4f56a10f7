"""Text from others: whatever a stranger sends, what is shown is visible, plain and no wider than granted."""

from itertools import groupby
from typing import Literal
from unicodedata import category, is_normalized, normalize

import pytest
from hypothesis import example, given, strategies as st

from sixqp_protocol.text import MARKS_BEFORE, MAX_LENGTH, cells, clean, clean_chat, clean_name, clean_title
from sixqp_tui.i18n import pgettext, speaking
from sixqp_tui.i18n.catalog import LANGUAGES

NASTY = "\u00ad\u034f\u061c\u115f\u1160\u200b\u200d\u200e\u202e\u2028\u2060\u2066\u2800\u3164\ufe0f\ufeff\uffa0"
BITS = st.sampled_from(
    [
        *NASTY,
        *"ab \n\t\x00\x07\x1b\x7f\x85\x9b\xa0é\u0301\u0316\u0327\u0345\u0903\u20e3\u1100\u1161\u11a8각漢Å",
        "\ud800",
        "\ue000",
        "\U0001f44d",
        "\U0001f3fd",
        "\U0001f1e6",
        "\U000e0041",
        "\U0001d159",
        "\u0378",
    ]
)
ANY_TEXT = st.text() | st.lists(BITS | st.characters()).map("".join)


@pytest.mark.slow
@given(ANY_TEXT, st.integers(0, 40))
@example("\u1100\u200d\u1161\u200d\u11a8", 4)
@example("a\u200d\u0301\u200d\u0301\u200d\u0301", 4)
@example("x \u0301 y", 4)
def test_cleaning_text_is_idempotent(text: str, width: int) -> None:
    """Host and client both clean; a player must not get two names by that."""
    once = clean(text, width)
    assert clean(once, width) == once
    assert clean_chat(clean_chat(text)) == clean_chat(text)


MAX_NAME_CHARACTERS = 64
"""Code points of a name in `GameStarted` (`SPEC.md`, 6)."""


@pytest.mark.slow
@given(ANY_TEXT)
@example("a\u0301\u0316\u0327" * 40)
@example("\u1100\u1161\u11a8" * 40)
def test_a_cleaned_name_never_exceeds_the_code_point_limit(text: str) -> None:
    assert len(clean_name(text, "Player 1")) <= MAX_NAME_CHARACTERS


@pytest.mark.slow
@given(ANY_TEXT, st.integers(0, 40))
def test_only_visible_characters_and_single_spaces_remain(text: str, width: int) -> None:
    for shown in (clean(text, width), clean_chat(text)):
        assert {category(each)[0] for each in shown.replace(" ", "")} <= set("LMNPS")
        assert not set(shown) & set(NASTY)
        assert is_normalized("NFC", shown)
        assert shown == shown.strip() and "  " not in shown


@pytest.mark.slow
@given(ANY_TEXT, st.integers(0, 40))
def test_cleaned_text_stays_within_its_width(text: str, width: int) -> None:
    assert cells(clean(text, width)) <= width
    assert cells(clean_name(text, "")) <= 16
    assert cells(clean_title(text, "")) <= 24
    assert len(clean_chat(text)) <= 300


@pytest.mark.slow
@given(ANY_TEXT)
def test_at_most_two_combining_marks_follow_a_base(text: str) -> None:
    run = 2
    for character in clean_chat(text):
        is_mark = category(character)[0] == "M"
        run = run + 1 if is_mark else 2 * (character == " ")
        assert run <= 2


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  Jean \t\n Marie\xa0 ", "Jean Marie"),
        ("\x1b[31mred\x1b]52;c;eA==\x07", "[31mred]52;c;eA="),
        ("\x9b2Jx", "2Jx"),
        ("abc\u202edef\u2066", "abcdef"),
        ("[/b][@click=app.exit]", "[/b][@click=app."),
        ("e\u0301", "é"),
        ("e\u200d\u0301", "é"),
        ("\u1112\u1161\u11ab", "한"),
        ("\u0301Al", "Al"),
        ("z\u0316\u0301\u0302\u0303\u0304", "\u017a\u0316\u0302"),
        ("漢字漢字漢字漢字漢字", "漢字漢字漢字漢字"),
        ("a漢字漢字漢字漢字漢字", "a漢字漢字漢字漢"),
        ("abcdefghijklmno pq", "abcdefghijklmno"),
        ("\U0001f44d\U0001f3fd\ufe0f", "\U0001f44d"),
        ("Zoë Ægir Łukasz", "Zoë Ægir Łukasz"),
        ("Юля משה", "Юля משה"),
        ("\ud800\ue000\u0378", ""),
    ],
)
def test_names_are_shown_cleaned(text: str, shown: str) -> None:
    assert clean(text, 16) == shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_can_use_the_tables_own_name(language: str) -> None:
    with speaking(language):
        speaker = pgettext("speaker", "The table")
    for name in (speaker, speaker.upper(), f"  {speaker}:", f"{speaker} 2", f"\u200b{speaker.replace(' ', '-')}"):
        assert clean_name(name, "Player 3") == "Player 3"
    assert clean_name("\uff34he table", "?") == "?"
    for name in ("The tables", "Table", "Thea Table"):
        assert clean_name(name, "?") == name


def test_an_invisible_name_becomes_the_fallback() -> None:
    assert clean_name("\u3164\u2800 \u200b\x00", "Player 3") == "Player 3"
    assert clean_title("\r\n", "A table") == "A table"
    assert clean_chat("\u200b \u0301") == ""


@pytest.mark.parametrize("text", ["\u0301\u0316" * 50_000, "a\u0301\u200d\u0316" * 20_000, "漢" * 90_000])
def test_a_hostile_text_is_cheap_to_clean(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Composing takes time by the square of a run of marks: what it is given is short, and so are its runs."""
    composed = []

    def compose(form: Literal["NFC"], given: str) -> str:
        composed.append(given)
        return normalize(form, given)

    monkeypatch.setattr("sixqp_protocol.text.normalize", compose)
    clean_chat(text)
    assert max(map(len, composed)) <= MAX_LENGTH
    for each in composed:
        runs = groupby(each, lambda character: category(character)[0] == "M")
        assert all(len(list(run)) <= MARKS_BEFORE for are_marks, run in runs if are_marks)
