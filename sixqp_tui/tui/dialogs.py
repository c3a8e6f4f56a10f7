"""Questions before something is lost, done or trusted, and sentences that must be read."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.i18n import N_, _, home as home_words, lobby as lobby_words, pgettext
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.i18n.phrases import listed
from sixqp_tui.presentation import continuing
from sixqp_tui.presentation.chairs import bot_seats
from sixqp_tui.presentation.presence import others_here
from sixqp_tui.presentation.view_model import lost_by_leaving
from sixqp_tui.tui.keys import DIGIT_OF
from sixqp_tui.tui.table_context import TableContext
from sixqp_tui.tui.theme.glyphs import ENTER

if TYPE_CHECKING:
    from sixqp_tui.joining.following import Offer


class Answer(NamedTuple):
    value: str
    key: str
    words: str


class Question(ModalScreen[str | None]):
    """Dismissed with the value of an answer, or None after Escape.

    The first answer, which is selected, should be the one that loses nothing.
    """

    DEFAULT_CSS = """
    Question { align: center middle; background: $veil; }
    Question > Vertical { width: 64; max-width: 90%; height: auto; background: $edge; padding: 1 2; }
    Question Static { height: auto; color: $gold; text-style: bold; margin: 0 0 1 0; }
    Question OptionList, Question OptionList:focus { height: auto; border: none; background: $edge; padding: 0; }
    Question OptionList > .option-list--option-highlighted { background: $ghost; }
    """

    BINDINGS = [Binding("escape", "answer(None)", show=False, tooltip=N_("Cancel; nothing changes"))]

    def __init__(self, sentence: str, answers: Sequence[Answer]) -> None:
        super().__init__()
        self.sentence = sentence
        self.answers = tuple(answers)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.sentence, markup=False)
            yield OptionList(*(Option(_line(answer), id=answer.value) for answer in self.answers))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_answer(event.option.id)

    def on_key(self, event: events.Key) -> None:
        key = DIGIT_OF.get(event.key, event.key)
        for answer in self.answers:
            if key == answer.key:
                event.stop()
                self.action_answer(answer.value)

    def action_answer(self, value: str | None) -> None:
        if self.is_active:
            self.dismiss(value)


def notice(sentence: str) -> Question:
    return Question(sentence, [Answer("read", "enter", pgettext("answer", "continue"))])


def _line(answer: Answer) -> Content:
    return Content.assemble((f" {_key_name(answer.key)} ", "bold $gold"), f" {answer.words} ")


def _key_name(key: str) -> str:
    return {"enter": ENTER, "escape": "Esc"}.get(key, key)


def leave_question(context: TableContext) -> Question | None:
    """`stay`, `leave`, `close` or `keep` (open). None if nothing would be lost."""
    news = context.session.state.news
    if news is None or context.closed:
        return None
    keyboard = context.keyboard
    match lost_by_leaving(context.session.state.view, news, alone=keyboard is not None):
        case "table":
            others = others_here(news)
            return Question(lobby_words.ask_hosting(others), _host_answers(context.in_mid_game))
        case "own game":
            kept = keyboard is not None and keyboard.resume_line is not None
            return Question(lobby_words.ask_end_game(kept), _keyboard_answers(kept))
        case "game":
            return Question(lobby_words.ask_leave_game(), _player_answers())
    return None


def latecomer_question(session: PlayerSession, title: str) -> Question:
    """For somebody who found no free seat: the number of a bot's seat, `wait`, or `watch`."""
    bots = bot_seats(session.state.news, session.state.view)
    playing = session.state.news is not None and session.state.news.phase == "playing"
    return Question(
        _ask_latecomer(title, playing),
        [
            *(Answer(str(bot.seat), str(key % 10), _answer_take_over(bot.text)) for key, bot in enumerate(bots, 1)),
            Answer("wait", "n", pgettext("answer", "watch, and take a seat before the next game")),
            Answer("watch", "escape", pgettext("answer", "watch only")),
        ],
    )


def expected_question(names: Sequence[str], own: str) -> Question:
    """For a guest without a chosen name: the index of an expected name, or anything else."""
    return Question(
        _("This table expects {names}. Are you one of them?").format(names=listed(names, 10)),
        [
            Answer("own", "escape", pgettext("answer", "no, I am {name}").format(name=own)),
            *(
                Answer(str(at), str(at + 1), pgettext("answer", "yes, I am {name}").format(name=name))
                for at, name in enumerate(names)
            ),
        ],
    )


def remove_question(name: str) -> Question:
    """`kick`, or anything else."""
    return Question(
        _("Remove {name} from this table?").format(name=name),
        [
            Answer("no", "escape", lobby_words.answer_cancel()),
            Answer("kick", "x", pgettext("answer", "remove")),
        ],
    )


def continue_question(offers: Sequence["Offer"], here: bool, sentence: str) -> Question:
    there = [
        Answer(str(at), str(at + 1), continuing.choice(offer.name, offer.here, offer.rounds))
        for at, offer in enumerate(offers[:9])
    ]
    # Translators: continue the table at one's own computer
    own = [Answer("here", "g", pgettext("answer", "go on here instead"))] if here else []
    return Question(sentence, [Answer("stay", "escape", lobby_words.answer_cancel()), *there, *own])


def return_question(on_phone: bool, anew: bool) -> Question:
    """The seat was opened elsewhere, or by the host `on_phone`: `back` takes it again here.

    `anew` sits down as somebody else, if that is possible.
    """
    other = [Answer("anew", "n", pgettext("answer", "sit down as a new player"))] if anew else []
    return Question(
        lobby_words.moved_to_phone() if on_phone else why_closed(Farewell.ELSEWHERE),
        [
            Answer("back", "enter", pgettext("answer", "take your seat back here")),
            *other,
            Answer("leave", "escape", pgettext("answer", "leave it there")),
        ],
    )


def trust_question() -> Question:
    """The table has a new certificate: only `trust` continues."""
    return Question(
        _(
            "The machine that answered isn't the one you know: it shows a different certificate. Someone may be "
            "listening in. Trust it only if the table's host says that it is the right one."
        ),
        [
            Answer("no", "escape", pgettext("answer", "don't trust it")),
            Answer("trust", "t", pgettext("answer", "trust the new certificate and join")),
        ],
    )


def dispute_question(title: str) -> Question:
    """Two machines announce the table, with different certificates: only `first` continues."""
    return Question(
        home_words.disputed(title),
        [
            Answer("no", "escape", pgettext("answer", "join neither")),
            Answer("first", "f", pgettext("answer", "join the one found first")),
        ],
    )


def _host_answers(in_mid_game: bool) -> list[Answer]:
    closing = pgettext("answer", "close the table for everybody")
    if in_mid_game:
        closing = pgettext("answer", "close the table; the game can be resumed later")
    return [
        Answer("stay", "escape", lobby_words.answer_stay()),
        Answer("keep", "k", pgettext("answer", "leave and keep the table open")),
        Answer("close", "c", closing),
    ]


def _keyboard_answers(kept: bool) -> list[Answer]:
    leaving = pgettext("answer", "leave; the game can be resumed later")
    return [
        Answer("stay", "escape", lobby_words.answer_stay()),
        Answer("close", "l", leaving if kept else pgettext("answer", "leave and end the game")),
    ]


def _player_answers() -> list[Answer]:
    return [Answer("stay", "escape", lobby_words.answer_stay()), Answer("leave", "l", pgettext("answer", "leave"))]


def _ask_latecomer(title: str, playing: bool) -> str:
    if playing:
        return _("The game at {title} has begun. What would you like to do?").format(title=title)
    return _("Every chair at {title} is taken. What would you like to do?").format(title=title)


def _answer_take_over(bot: str) -> str:
    # Translators: {bot} is “Hal (12 heads)”
    return pgettext("answer", "take over from {bot}").format(bot=bot)
