"""What players read when their table's computer doesn't answer, and when the table goes on elsewhere."""

from collections.abc import Sequence

from sixqp_protocol.messages import RoomNews
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.continuing import Difference, is_program
from sixqp_tui.client.events import Moved
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.client.status import Closed, Connected, Connecting, Reason
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.i18n.phrases import format_rounds, listed
from sixqp_tui.presentation.presence import host_name


def lost_host(state: SessionState) -> str:
    """Empty while the table answers."""
    match state.status:
        case Connected() | Connecting():
            return ""
        case Closed(reason) if reason is not Farewell.CLOSED:
            return why_closed(reason)
    name = host_name(state.news)
    if not isinstance(state.status, Closed):
        return _no_answer(name)
    return _("{name} has closed the table.").format(name=name) if name else why_closed(Farewell.CLOSED)


def _no_answer(host: str | None) -> str:
    if host:
        return _("{name}'s computer doesn't answer.").format(name=host)
    return _("The table doesn't answer.")


def who_continues(news: RoomNews | None) -> str:
    """The first player whose program was here."""
    seats = enumerate(news.seats) if news else ()
    first = next(((at, seat.name) for at, seat in seats if is_program(seat) and seat.here and not seat.owner), None)
    if first is None or news is None or first[0] == news.you:
        return _("You can continue the table here.")
    sentence = _("{name} can continue the table, and so can everybody else with the program.")
    return sentence.format(name=first[1])


def still() -> str:
    """Most of a table's players are gone, so it doesn't play on."""
    return _("Everybody else is gone. Your table waits; you can play on alone.")


def opening() -> str:
    return _("Opening the table here…")


def continued(name: str, others: Sequence[str]) -> str:
    """To somebody whose own table answers, or who is to choose."""
    if others:
        # Translators: {names} is “Cleo and Dan”
        return _("{name} continues the table with {names}.").format(name=name, names=listed(others))
    return _("{name} continues the table.").format(name=name)


def choices(names: Sequence[str]) -> str:
    # Translators: {names} is “Bob and Dan”, each of whom has opened the table again
    return _("{names} continue the table: choose one of them.").format(names=listed(names))


def choice(name: str, others: Sequence[str], rounds: int) -> str:
    """One of several tables to go to."""
    played = format_rounds(rounds)
    if not others:
        return _("{name}'s table, {rounds} finished").format(name=name, rounds=played)
    sentence = _("{name}'s table, with {names}, {rounds} finished")
    return sentence.format(name=name, names=listed(others), rounds=played)


def kept_away(name: str, outcome: Sequence[Difference] | Reason | None) -> str:
    """Why this program isn't at the table that {name} continues; None if that can't be reached."""
    if outcome is None:
        return _("{name}'s table can't be reached. Is there a firewall?").format(name=name)
    if isinstance(outcome, Reason):
        return f"{continued(name, ())} {why_closed(outcome)}"
    sentence = {
        "proof": _("{name}'s table can't prove that it continues yours."),
        "seats": _("At {name}'s table, somebody has a different seat."),
        "rounds": _("At {name}'s table, the finished rounds aren't those that you played."),
        "round": _("At {name}'s table, this round isn't the one that you saw begin."),
    }
    return sentence[outcome[0]].format(name=name)


def moved(event: Moved) -> str:
    sentences = [continued(event.name, ())] if event.name else []
    if event.void:
        sentences.append(_("Round {round} is dealt again.").format(round=event.void))
    if event.missing:
        missing = ngettext(
            "Round {rounds} is missing there; it stays in your history.",
            "Rounds {rounds} are missing there; they stay in your history.",
            len(event.missing),
        )
        sentences.append(missing.format(rounds=listed(list(map(str, event.missing)))))
    return " ".join(sentences)


def at_gateway(news: RoomNews | None) -> str:
    """For guests without the program, who follow by a new QR code."""
    advice = _("If somebody continues the table, ask for the new QR code.")
    return f"{_no_answer(host_name(news))} {advice}"
