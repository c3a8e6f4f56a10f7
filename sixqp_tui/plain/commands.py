"""What each command does."""

from typing import Literal

from msgspec.structs import replace

from sixqp_protocol.invitation import with_code
from sixqp_protocol.messages import (
    CloseTable,
    Leave,
    Level,
    Pause,
    Rename,
    Resume,
    Say,
    SetRules,
    SetSeat,
    Settings,
    Start,
    TakeBack,
    TakeSeat,
)
from sixqp_protocol.refusals import Refusal
from sixqp_protocol.text import clean_chat
from sixqp_tui.i18n import _
from sixqp_tui.i18n import commands as commands_words
from sixqp_tui.i18n import console as console_words
from sixqp_tui.i18n import lobby as lobby_words
from sixqp_tui.i18n import rules as rules_words
from sixqp_tui.i18n import table as table_words
from sixqp_tui.i18n.errors import option_sentence
from sixqp_tui.i18n.table import refused
from sixqp_tui.plain import table_text
from sixqp_tui.plain.answer import Answer, Question, told
from sixqp_tui.plain.knowledge import Known
from sixqp_tui.plain.number_input import LONGEST_NUMBER, is_number, shortened
from sixqp_tui.store.options import OPTION_PARSERS, OptionError

LEVELS: dict[str, Level] = {"": "medium", "easy": "easy", "medium": "medium", "hard": "hard"}
LOG_LINES = 10


def start(_known: Known, _typed: str, _now: float) -> Answer:
    """Begin a game."""
    return Answer(request=Start())


def bot(known: Known, typed: str, _now: float) -> Answer:
    """Seat a bot on the first open chair, or else where somebody is expected; in a game for who is away."""
    if known.playing:
        return _stand_in(known, typed)
    level = LEVELS.get(typed.casefold())
    if level is None:
        return told(commands_words.expected_word([word for word in LEVELS if word], shortened(typed)))
    free = [at for kind in ("open", "expected") for at, seat in enumerate(known.chairs) if seat.occupant == kind]
    if not free:
        return told(_("Every chair is taken; seats changes how many there are."))
    return Answer(request=SetSeat(seat=free[0], to="bot", level=level))


def _stand_in(known: Known, typed: str) -> Answer:
    names = {name: at for name, at in known.here("person").items() if not known.chairs[at].here}
    at = _named(names, typed)
    if at is None:
        return told(commands_words.expected_name(list(names), shortened(typed)))
    return Answer(request=SetSeat(seat=at, to="bot"))


def kick(known: Known, typed: str, _now: float) -> Answer:
    """Remove a person, a bot, or somebody who is expected."""
    kinds = ("person",) if known.playing else ("person", "bot", "expected")
    names = {name: at for name, at in known.here(*kinds).items() if at != known.you}
    at = _named(names, typed)
    if at is None:
        return told(commands_words.expected_name(list(names), shortened(typed)))
    removal: Literal["kick", "open"] = "kick" if known.chairs[at].occupant == "person" else "open"
    return Answer(request=SetSeat(seat=at, to=removal))


def sit(known: Known, typed: str, _now: float) -> Answer:
    """Take over the seat that a bot plays (8.2)."""
    names = known.here("bot")
    at = _named(names, typed)
    if at is None:
        return told(commands_words.expected_name(list(names), shortened(typed)))
    return Answer(request=TakeSeat(seat=at))


def _named(names: dict[str, int], typed: str) -> int | None:
    wanted = typed.casefold()
    return next((at for name, at in names.items() if name.casefold() == wanted), None)


def rename(_known: Known, typed: str, _now: float) -> Answer:
    """Bear another name."""
    try:
        name = str(OPTION_PARSERS["name"](typed))
    except OptionError as error:
        return told(_unfit("name", error))
    return Answer(request=Rename(name=name))


def setting(key: str, known: Known, typed: str, _now: float) -> Answer:
    """Change one of the table's settings, named as the options of `host` are."""
    assert known.news is not None
    try:
        value = OPTION_PARSERS[key](typed)
    except OptionError as error:
        return told(_unfit(key, error))
    changed = _changed(known.news.settings, key.replace("-", "_"), value)
    return Answer(request=SetRules(settings=changed))


def _changed(before: Settings, field: str, value: object) -> Settings:
    if field in ("seats", "timer"):
        return replace(before, **{field: value})
    if field == "cards_seen":
        return replace(before, cards_seen=value == "on")
    return replace(before, rules=replace(before.rules, **{field: value}))


def _unfit(key: str, error: OptionError) -> str:
    return option_sentence(key, error.fault, error.got, error.expected, error.character)


def settings(known: Known, _typed: str, _now: float) -> Answer:
    """What the table plays."""
    return told(*([table_text.settings(known.news.settings)] if known.news else []))


def back(_known: Known, _typed: str, _now: float) -> Answer:
    """Take the laid card back (3.1)."""
    return Answer(request=TakeBack())


def table(known: Known, _typed: str, _now: float) -> Answer:
    """Every open card."""
    return told(*table_text.open_cards(known))


def where(known: Known, typed: str, _now: float) -> Answer:
    """Where a card of the hand would go on the table as it lies (3.4 to 3.7)."""
    card = int(typed) if is_number(typed) and len(typed) <= LONGEST_NUMBER else 0
    if card not in known.view.hand or not known.table.rows:
        return told(commands_words.expected_card(shortened(typed)))
    return told(table_text.landing_of(known, card))


def hand(known: Known, _typed: str, _now: float) -> Answer:
    """The own hand, and the card that is laid."""
    laid = known.view.laid
    return told(
        table_text.hand(known), *([commands_words.already_laid(laid)] if laid and known.may_take_back else [])
    )


def hands(known: Known, _typed: str, _now: float) -> Answer:
    """All hands that are known."""
    return told(*table_text.hands(known))


def seen(known: Known, _typed: str, _now: float) -> Answer:
    """Where the cards of this round are, as far as they have been seen."""
    listed = known.news is None or known.news.settings.cards_seen
    return told(*(table_text.seen(known) if listed else (f"{table_words.not_listed()}.",)))


def scores(known: Known, _typed: str, _now: float) -> Answer:
    """Heads and totals."""
    return told(*table_text.scores(known))


def who(known: Known, _typed: str, now: float) -> Answer:
    """Who is here, and who decides."""
    return told(*([table_text.people(known.news)] if known.news else []), *table_text.clock(known, now))


def log(known: Known, typed: str, _now: float) -> Answer:
    """The last things that happened, oldest first."""
    if typed and not is_number(typed):
        return told(commands_words.expected_count(shortened(typed)))
    count = int(typed[:6] or LOG_LINES)
    return told(*(known.log[-count:] if count else ()) or (_("Nothing has happened yet."),))


def rules(_known: Known, _typed: str, _now: float) -> Answer:
    """The rules, a paragraph a line."""
    parts = (
        rules_words.aim, rules_words.the_cards, rules_words.a_round, rules_words.a_turn, rules_words.sixth_card,
        rules_words.too_low, rules_words.scoring, rules_words.variants, rules_words.away,
    )  # fmt: skip
    return told(*(console_words.section(*part()) for part in parts))


def pause(_known: Known, _typed: str, _now: float) -> Answer:
    """Stop the clock."""
    return Answer(request=Pause())


def resume(_known: Known, _typed: str, _now: float) -> Answer:
    """Go on."""
    return Answer(request=Resume())


def say(_known: Known, typed: str, _now: float) -> Answer:
    """Say something to everybody."""
    text = clean_chat(typed)
    if not text:
        return told(
            f"{refused(Refusal.EMPTY_TEXT)}." if typed else _("Expected something to say after say, got nothing.")
        )
    return Answer(request=Say(text=text))


def invite(known: Known, typed: str, _now: float) -> Answer:
    """How others get to a table that was opened from here: the line to type, and the one to copy.

    Behind the word `code` it bears the room code.
    """
    lines = (
        (console_words.others_join(known.join_line), _("Or send them this line to copy:"))
        if known.join_line
        else ()
    )
    code, line = known.news.code if known.news else None, known.invitation
    wanted = typed.casefold() == "code"
    invitation = [f"sixqp join {with_code(line, code if wanted else None)}"] if line else []
    told_code = (
        [
            lobby_words.room_code(code),
            *([] if wanted else [_("It is not in that line: `invite code` tells one that bears it.")]),
        ]
        if code
        else []
    )
    return told(*lines, *invitation, *told_code)


def leave(known: Known, _typed: str, _now: float) -> Answer:
    """Leave, after a question where something would be lost."""
    leaving, stay = Answer(request=Leave()), Answer()
    if known.join_line and known.owner:
        people = sum(seat.occupant == "person" and seat.here for seat in known.chairs)
        closing = Answer(request=CloseTable(), resumable=known.playing)
        answers = {"keep": leaving._replace(keeps=True), "close": closing, "stay": stay}
        return Answer(
            (lobby_words.ask_hosting(people - 1),),
            question=Question(
                _("Keep the table open, close it for everybody, or stay (keep, close, stay)? "), answers
            ),
        )
    if known.alone:
        leaving = Answer(request=CloseTable())
    if known.playing and known.you is not None:
        question = Question(_("Leave all the same (yes, no)? "), {"yes": leaving, "no": stay})
        asked = lobby_words.ask_end_game() if known.alone else lobby_words.ask_leave_game()
        return Answer((asked,), question=question)
    return leaving
