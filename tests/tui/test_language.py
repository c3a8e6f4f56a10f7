"""The keys at the foot, and prompts that have little room, in every language."""

import pytest
from rich.cells import cell_len
from support.bindings import bindings

from sixqp_tui import i18n
from sixqp_tui.i18n import table as table_words
from sixqp_tui.tui.widgets.common.prompt import CLOCK_WIDTH

pytestmark = pytest.mark.slow


def test_every_key_has_a_label_and_a_purpose_in_every_language() -> None:
    labels = {each.description for each in bindings() if each.show}
    purposes = {each.tooltip for each in bindings() if each.tooltip}
    assert len(labels) > 30 and len(purposes) > 40
    assert [each for each in bindings() if each.show and not (each.description and each.tooltip)] == []
    english = {each: i18n.translate(each) for each in labels | purposes}
    i18n.use("fr")
    assert {word for each, word in english.items() if i18n.translate(each) == word} == {"scores", "coach"}


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_table_prompts_fit_beside_the_clock(language: str) -> None:
    i18n.use(language)
    asked = (
        table_words.lift_a_card(),
        table_words.would_append(104, 3, 5),
        table_words.would_take(104, 3, 27),
        table_words.would_be_too_low(99),
        table_words.choose_a_row(99),
        table_words.take_this_row(99, 3, 27),
    )
    assert max(map(cell_len, asked)) <= 80 - 3 - CLOCK_WIDTH - 1
