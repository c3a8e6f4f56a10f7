"""The owner's menu during a game, and taking over a bot's seat."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from sixqp_protocol.messages import AnyRequest, SetRules, SetSeat, TakeSeat
from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.engine.permissions import withheld
from sixqp_tui.i18n import _, pgettext, settings as settings_words
from sixqp_tui.presentation.chairs import removals, stand_ins, takeovers
from sixqp_tui.tui.dialogs import Question, cancel, numbered, remove_question
from sixqp_tui.tui.forms import CLOCKS

Asker = Callable[[Question, Callable[[str | None], None]], object]
"""Shows a question and calls back with the answer."""
Offer = tuple[str, AnyRequest]


def ask_host(session: PlayerSession, ask: Asker) -> None:
    standing = session.state.standing
    seats, settings = standing.seats, standing.settings
    help_words = pgettext("answer", "let a stand-in play for {name} until they're back")
    removal_words = pgettext("answer", "remove {name}; a stand-in plays on")
    offers = [
        *((help_words.format(name=seats[at].name), each) for at, each in stand_ins(standing).items()),
        *((removal_words.format(name=seats[at].name), each) for at, each in removals(standing).items()),
        *(
            (settings_words.format_time_limit(seconds), SetRules(settings=replace(settings, timer=seconds)))
            for seconds in CLOCKS
            if seconds != settings.timer
        ),
    ]
    _ask(_("What would you like to do?"), offers, session, ask)


def ask_for_seat(session: PlayerSession, ask: Asker) -> None:
    standing = session.state.standing
    offers = [(standing.seats[at].name, each) for at, each in takeovers(standing).items()]
    _ask(_("Whose seat would you like to take over?"), offers, session, ask)


def _ask(sentence: str, offers: Sequence[Offer], session: PlayerSession, ask: Asker) -> None:
    """What is chosen only happens if it still can, and the same player sits there."""
    seats = session.state.standing.seats

    def request(chosen: AnyRequest) -> None:
        standing = session.state.standing
        if isinstance(chosen, SetSeat | TakeSeat) and standing.seats[chosen.seat].name != seats[chosen.seat].name:
            return
        if withheld(chosen, standing) is None:
            session.request(chosen)

    def answered(answer: str | None) -> None:
        if answer in (None, "stay"):
            return
        _words, chosen = offers[int(answer)]
        if isinstance(chosen, SetSeat) and chosen.to == "kick":
            ask(remove_question(seats[chosen.seat].name), lambda sure: request(chosen) if sure == "kick" else None)
        else:
            request(chosen)

    choices = numbered((str(at), words) for at, (words, _request) in enumerate(offers))
    ask(Question(sentence, cancel(), *choices), answered)
