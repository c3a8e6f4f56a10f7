"""Questions before something is lost, and sentences that must be read."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from sixqp_tui.i18n import N_, pgettext
from sixqp_tui.tui.commands import HELP, Command
from sixqp_tui.tui.theme.glyphs import ENTER
from sixqp_tui.tui.widgets.common.retranslation import TranslatedText


class Answer(NamedTuple):
    value: str
    key: str
    words: str


class Question(ModalScreen[str | None]):
    """Dismissed with the value of an answer, or None after Escape.

    Sentence and answers are functions, so that they follow the language. The first answer, which is selected,
    should be the one that loses nothing.
    """

    DEFAULT_CSS = """
    Question { align: center middle; background: $veil; }
    Question > Vertical { width: 64; max-width: 90%; height: auto; background: $edge; padding: 1 2; }
    Question Static { height: auto; color: $gold; text-style: bold; margin: 0 0 1 0; }
    Question OptionList, Question OptionList:focus { height: auto; border: none; background: $edge; padding: 0; }
    Question OptionList > .option-list--option-highlighted { background: $ghost; }
    """

    BINDINGS = [
        Command("escape", "answer(None)", None, N_("Cancel; nothing changes"), show=False),
        HELP.by("question_mark"),
    ]

    def __init__(self, sentence: Callable[[], str], answers: Callable[[], Sequence[Answer]]) -> None:
        super().__init__()
        self._sentence = sentence
        self._answers = answers

    @property
    def sentence(self) -> str:
        return self._sentence()

    @property
    def answers(self) -> tuple[Answer, ...]:
        return tuple(self._answers())

    def compose(self) -> ComposeResult:
        with Vertical():
            yield TranslatedText(self._sentence)
            yield OptionList(*(Option(_line(answer), id=answer.value) for answer in self.answers))

    def retranslate(self) -> None:
        for answer in self.answers:
            self.query_one(OptionList).replace_option_prompt(answer.value, _line(answer))

    def own_keys(self) -> Iterator[tuple[str, str]]:
        return ((_key_name(answer.key), answer.words) for answer in self.answers)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_answer(event.option.id)

    def on_key(self, event: events.Key) -> None:
        for answer in self.answers:
            if event.key == answer.key:
                event.stop()
                self.action_answer(answer.value)

    def action_answer(self, value: str | None) -> None:
        if self.is_active:
            self.dismiss(value)


def notice(sentence: Callable[[], str]) -> Question:
    return Question(sentence, lambda: [Answer("read", "enter", pgettext("answer", "continue"))])


def _line(answer: Answer) -> Content:
    return Content.assemble((f" {_key_name(answer.key)} ", "bold $gold"), f" {answer.words} ")


def _key_name(key: str) -> str:
    return {"enter": ENTER, "escape": "Esc"}.get(key, key)
