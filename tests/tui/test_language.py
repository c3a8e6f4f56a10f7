"""The keys at the foot, and prompts that have little room, in every language."""

import pytest
from rich.cells import cell_len
from support.commands import commands, node_classes

from sixqp_tui import i18n
from sixqp_tui.i18n import table as table_words
from sixqp_tui.tui.widgets.common.prompt import CLOCK_WIDTH

pytestmark = pytest.mark.slow


def test_every_displayed_key_has_its_label_in_every_language() -> None:
    shown_commands = [(kind, each) for kind in node_classes() for each in commands(kind) if each.show]
    labels = [(kind, command.label) for kind, command in shown_commands]
    assert len(labels) > 30
    assert [kind for kind, label in labels if label is None] == []
    english = [label() for _, label in labels if label]
    i18n.use("fr")
    french = [label() for _, label in labels if label]
    assert {one for one, other in zip(english, french, strict=True) if one == other} == {
        "scores",
        "article",
        "coach",
    }


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
