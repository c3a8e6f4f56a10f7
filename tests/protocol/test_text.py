"""Text from others: whatever a stranger sends, what is shown is visible, plain and no wider than granted."""

import json
from collections.abc import Callable
from functools import partial
from itertools import groupby
from typing import Literal
from unicodedata import category, is_normalized, normalize

import pytest
from hypothesis import example, given, strategies as st
from rich.cells import cell_len
from support.source import ROOT

from sixqp_protocol.text import (
    MARKS_BEFORE,
    MAX_LENGTH,
    cells,
    clean,
    clean_chat,
    clean_name,
    clean_title,
    printable,
)
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


@given(ANY_TEXT, st.integers(0, 40))
@example("\u1100\u200d\u1161\u200d\u11a8", 4)
@example("a\u200d\u0301\u200d\u0301\u200d\u0301", 4)
@example("x \u0301 y", 4)
@example("a\u0301\u0316\u0327" * 40, 16)
@example("\u1100\u1161\u11a8" * 40, 16)
def test_any_text_is_visible_plain_and_narrow_and_stays_so(text: str, width: int) -> None:
    """Host and client both clean; a player must not get two names by that."""
    shown, chat, name = clean(text, width), clean_chat(text), clean_name(text, "Player 1")
    assert (clean(shown, width), clean_chat(chat)) == (shown, chat)
    for each in (shown, chat):
        assert {category(letter)[0] for letter in each.replace(" ", "")} <= set("LMNPS")
        assert not set(each) & set(NASTY)
        assert is_normalized("NFC", each)
        assert each == each.strip() and "  " not in each
        runs = groupby(each, lambda letter: category(letter)[0] == "M")
        assert all(len(list(run)) <= 2 for are_marks, run in runs if are_marks)
    assert cells(shown) <= width and cells(name) <= 16 and cells(clean_title(text, "")) <= 24
    assert len(chat) <= 300 and len(name) <= MAX_NAME_CHARACTERS


MAX_NAME_CHARACTERS = 64
"""Code points of a name in `GameStarted` (`SPEC.md`, Facts)."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_can_use_the_tables_own_name(language: str) -> None:
    with speaking(language):
        speaker = pgettext("speaker", "The table")
    for name in (speaker, speaker.upper(), f"  {speaker}:", f"{speaker} 2", f"\u200b{speaker.replace(' ', '-')}"):
        assert clean_name(name, "Player 3") == "Player 3"
    assert clean_name("\uff34he table", "?") == "?"
    for name in ("The tables", "Table", "Thea Table"):
        assert clean_name(name, "?") == name


def test_the_text_vectors_match_the_code() -> None:
    cleaners: dict[str, Callable[[str], str]] = {
        "name": partial(clean_name, fallback=""),
        "title": partial(clean_title, fallback=""),
        "chat": clean_chat,
    }
    for case in json.loads((ROOT / "protocol" / "vectors" / "texts.json").read_text(encoding="utf-8")):
        assert {kind: clean(case["text"]) for kind, clean in cleaners.items()}.items() <= case.items(), case["why"]


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


SHOWN_BLOCKS = (*range(0, 0x3400, 256), *range(0x3400, 0xF900, 0x1000), *range(0xF900, 0x10000, 256))
SHOWN_BLOCKS += (0x1D100, *range(0x1F000, 0x1FC00, 256), 0xE0000)
BLANKS = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85"


def test_every_character_becomes_visible_or_nothing() -> None:
    """Those that most texts are of, and some of the many Chinese and Korean ones."""
    for start in SHOWN_BLOCKS:
        block = [*map(chr, range(start, start + 256))]
        unseen = "".join(each for each in block if category(each)[0] == "C" and each not in BLANKS)
        assert clean(f"{unseen[:1]} a{unseen}", 1000) == "a"
        shown = clean("".join(f" {each}a{each}" for each in block if category(each)[0] != "C"), 10_000)
        assert shown.isprintable() and is_normalized("NFC", shown) and not set(shown) & set(NASTY)
        assert clean(shown, 10_000) == shown
        different = "".join(set(shown))
        assert cell_len(different) <= cells(different) <= 2 * len(different)


def test_white_space_collapses_to_one_space_and_only_our_own_text_keeps_its_lines() -> None:
    assert clean(f"a{BLANKS}\u2028\u2029\u3000\xa0b", 100) == "a b"
    assert printable("Zoé ∀ 漢\nsecond") == "Zoé ∀ 漢\nsecond"
    assert printable("a\x1b[2J\x9b\u202e\u2028\ud800\tb\r\n") == "a[2Jb\n"
