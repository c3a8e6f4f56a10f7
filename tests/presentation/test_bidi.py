"""Names from right to left move no number that stands beside them."""

import pytest

from sixqp_protocol.text import clean_name
from sixqp_tui.presentation.bidi import isolate

NAME = "محمد علي"


@pytest.mark.parametrize(
    ("text", "isolated"),
    [
        ("Ann: 24 · Bo 60", "Ann: 24 · Bo 60"),
        (f"24 · 60 {NAME} 7", f"24 · 60 \u2068{NAME}\u2069 7"),
        (f"{NAME} 2, שרה: 71", f"\u2068{NAME}\u2069 2, \u2068שרה\u2069: 71"),
        ("", ""),
    ],
)
def test_only_right_to_left_words_are_isolated(text: str, isolated: str) -> None:
    assert isolate(text) == isolated


def test_an_isolated_name_is_cleaned_to_the_name() -> None:
    assert clean_name(isolate(NAME), "?") == NAME
