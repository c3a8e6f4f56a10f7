"""Questions before something is lost, done or trusted, and sentences that must be read."""

from collections.abc import Iterable, Sequence
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
from sixqp_tui.i18n import N_, _, lobby as lobby_words, pgettext
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.i18n.phrases import labelled, listed
from sixqp_tui.presentation import continuing
from sixqp_tui.presentation.chairs import bot_seats
from sixqp_tui.presentation.presence import others_here
from sixqp_tui.presentation.view_model import lost_by_leaving
from sixqp_tui.tui.keys import DIGIT_OF
from sixqp_tui.tui.stay import Stay
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

    BINDINGS = [Binding("escape", "answer(None)", show=False, tooltip=N_("Go back without changing anything"))]

    def __init__(self, sentence: str, *answers: Answer) -> None:
        super().__init__()
        self.sentence, self.answers = sentence, answers

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
    return Question(sentence, Answer("read", "enter", pgettext("answer", "continue")))


def cancel() -> Answer:
    # Translators: the context “answer” is an answer to choose, behind its key
    return Answer("stay", "escape", pgettext("answer", "cancel"))


def numbered(values: Iterable[tuple[str, str]]) -> list[Answer]:
    """Answers to the digits, by values and words; more than ten have no key."""
    return [Answer(value, "1234567890"[at : at + 1], words) for at, (value, words) in enumerate(values)]


def _line(answer: Answer) -> Content:
    key = {"enter": ENTER, "escape": "Esc"}.get(answer.key, answer.key)
    return Content.assemble((f" {key or ' '} ", "bold $gold"), f" {answer.words} ")


def leave_question(stay: Stay) -> Question | None:
    """`stay`, `leave`, `close` or `keep` (open). None if nothing would be lost."""
    news, keyboard = stay.session.state.news, stay.keyboard
    if news is None or stay.closed:
        return None
    remain = Answer("stay", "escape", pgettext("answer", "stay"))
    match lost_by_leaving(stay.session.state.view, news, alone=keyboard is not None):
        case "table":
            closing = pgettext("answer", "close the table for everybody")
            if stay.in_mid_game:
                closing = pgettext("answer", "close the table; the game can be resumed later")
            keeping = Answer("keep", "k", pgettext("answer", "leave and keep the table open"))
            return Question(
                lobby_words.ask_hosting(others_here(news)), remain, keeping, Answer("close", "c", closing)
            )
        case "own game":
            kept = keyboard is not None and keyboard.resume_line is not None
            leaving = pgettext("answer", "leave and end the game")
            if kept:
                leaving = pgettext("answer", "leave; the game can be resumed later")
            return Question(lobby_words.ask_end_game(kept), remain, Answer("close", "l", leaving))
        case "game":
            return Question(lobby_words.ask_leave_game(), remain, Answer("leave", "l", pgettext("answer", "leave")))
    return None


def latecomer_question(session: PlayerSession, title: str) -> Question:
    """For somebody who found no free seat: the number of a bot's seat, `wait`, or `watch`."""
    news = session.state.news
    begun = news is not None and news.phase == "playing"
    why = labelled(title, _("The game has begun.") if begun else _("Every chair is taken."))
    # Translators: {bot} is “Hal (12 heads)”
    words = pgettext("answer", "take over from {bot}")
    bots = bot_seats(news, session.state.view)
    return Question(
        " ".join((why, _("What would you like to do?"))),
        *numbered((str(bot.seat), words.format(bot=bot.text)) for bot in bots),
        Answer("wait", "n", pgettext("answer", "watch, and take a seat before the next game")),
        Answer("watch", "escape", pgettext("answer", "watch only")),
    )


def expected_question(names: Sequence[str], own: str) -> Question:
    """For a guest without a chosen name: the index of an expected name, or anything else."""
    words = pgettext("answer", "yes, I am {name}")
    return Question(
        _("This table expects {names}. Are you one of them?").format(names=listed(names, 10)),
        Answer("own", "escape", pgettext("answer", "no, I am {name}").format(name=own)),
        *numbered((str(at), words.format(name=name)) for at, name in enumerate(names)),
    )


def remove_question(name: str) -> Question:
    """`kick`, or anything else."""
    sentence = _("Remove {name} from this table?").format(name=name)
    return Question(sentence, cancel(), Answer("kick", "x", pgettext("answer", "remove")))


def continue_question(offers: Sequence["Offer"], here: bool, sentence: str) -> Question:
    there = enumerate(continuing.choice(offer.name, offer.here, offer.rounds) for offer in offers[:9])
    # Translators: continue the table at one's own computer
    own = [Answer("here", "g", pgettext("answer", "go on here instead"))] if here else []
    return Question(sentence, cancel(), *numbered((str(at), words) for at, words in there), *own)


def return_question(anew: bool) -> Question:
    """The seat was opened elsewhere: `back` takes it again here, `anew` sits down as somebody else, if possible."""
    other = [Answer("anew", "n", pgettext("answer", "sit down as a new player"))] if anew else []
    return Question(
        why_closed(Farewell.ELSEWHERE),
        Answer("back", "enter", pgettext("answer", "take your seat back here")),
        *other,
        Answer("leave", "escape", pgettext("answer", "leave it there")),
    )


def trust_question() -> Question:
    """The table has a new certificate: only `trust` continues."""
    return Question(
        _(
            "The machine that answered isn't the one you know: it shows a different certificate. Someone may be "
            "listening in. Trust it only if the table's host says that it is the right one."
        ),
        Answer("no", "escape", pgettext("answer", "don't trust it")),
        Answer("trust", "t", pgettext("answer", "trust the new certificate and join")),
    )
