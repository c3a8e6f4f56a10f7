"""The commands that can be typed at a table.

A command changes nothing. Others print, send or ask its `Answer`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.invitation import with_code
from sixqp_protocol.messages import AnyRequest, Settings
from sixqp_protocol.refusals import Refusal
from sixqp_protocol.text import clean_chat
from sixqp_tui.engine import permissions
from sixqp_tui.engine.cards import HIGHEST, ROWS
from sixqp_tui.engine.decisions import Forbidden
from sixqp_tui.i18n import _, commands as commands_words, console as console_words, lobby as lobby_words
from sixqp_tui.i18n.commands import expected_word, reactions
from sixqp_tui.i18n.errors import option_sentence
from sixqp_tui.i18n.phrases import listed, quoted
from sixqp_tui.i18n.table import refused
from sixqp_tui.i18n.typed_words import COMMANDS as COMMAND_WORDS, english, english_value, local
from sixqp_tui.plain import table_text
from sixqp_tui.plain.answer import Answer, Bar, Command, Context, Question, always, shorten, tell
from sixqp_tui.presentation import continuing, table_sentences
from sixqp_tui.presentation.chairs import free_chair, removals, stand_ins, takeovers
from sixqp_tui.presentation.presence import is_taken, others_here
from sixqp_tui.presentation.view_model import ViewModel, lost_by_leaving
from sixqp_tui.presentation.ways_in import guest_ways, host_in
from sixqp_tui.store.options import OPTION_PARSERS, OPTIONS, OptionError, Value

LOG_LINES = 10
MAX_NUMBER = 4
"""Digits of a number; no card or row has more."""


def answer(model: ViewModel, typed: str, context: Context) -> Answer:
    """The line isn't empty."""
    if typed.startswith("/"):
        return say(model, typed[1:].strip(), context)
    if is_number(typed):
        return decide(model, typed)
    first, _space, rest = typed.partition(" ")
    word = english(first, COMMAND_WORDS)
    command = _commands(context).get(OTHER_WORDS.get(word, word))
    if command is None:
        return tell(_("Expected a command, got “{typed}”. Type help for the list.").format(typed=shorten(typed)))
    refusal = command.bar(model, context)
    return tell(f"{refused(refusal)}.") if refusal else command.act(model, rest.strip(), context)


def _commands(context: Context) -> Mapping[str, Command]:
    own = list(COMMANDS.items())
    at = list(COMMANDS).index(BEFORE_HAND)
    return dict((*own[:at], *context.commands.items(), *own[at:]))


# -- numbers ----------------------------------------------------------------------------------------


def is_number(typed: str) -> bool:
    return typed.isascii() and typed.isdigit()


def decide(model: ViewModel, typed: str) -> Answer:
    number = _number(typed)
    match model.prompted:
        case "card" if number in model.view.hand:
            return Answer(request=messages.ChooseCard(card=number))
        case "card":
            return tell(_("Expected a card from your hand, got {typed}.").format(typed=quoted(shorten(typed))))
        case "row" if 1 <= number <= ROWS:
            return Answer(request=messages.ChooseRow(row=number - 1))
        case "row":
            return tell(_("Expected a row from 1 to 4, got “{typed}”.").format(typed=shorten(typed)))
        case "pick" if number in model.table.deck:
            return Answer(request=messages.DraftCard(card=number))
        case "pick":
            return tell(
                _("Expected a card that is still in the deck, got “{typed}”. Type table to see them.").format(
                    typed=shorten(typed)
                )
            )
    if model.may_take_back:
        return tell(commands_words.already_laid(model.view.laid))
    return tell(_no_number_now(shorten(typed), model.waiting_for() if model.playing else ()))


def _number(typed: str) -> int:
    return int(typed) if is_number(typed) and len(typed) <= MAX_NUMBER else 0


def where(model: ViewModel, typed: str, _context: Context) -> Answer:
    """Where a card would go now (3.4 to 3.7)."""
    card = _number(typed)
    if not 1 <= card <= HIGHEST:
        return tell(
            _("Expected a card from 1 to {highest}, got {typed}.").format(
                highest=HIGHEST, typed=quoted(shorten(typed))
            )
        )
    if not model.table.rows:
        return tell(_("There are no rows on the table yet."))
    return tell(table_sentences.landing(model, card))


# -- who sits where ---------------------------------------------------------------------------------


def bot(model: ViewModel, typed: str, _context: Context) -> Answer:
    """Seat a bot on an open chair, else an expected player's; during a game for somebody who is away."""
    if model.playing:
        return _choose_seat(stand_ins(model.standing), model, typed)
    wanted = english_value(typed, messages.LEVELS).casefold() or "medium"
    level = next((level for level in messages.LEVELS if level == wanted), None)
    if level is None:
        return tell(commands_words.expected_word(list(messages.LEVELS), shorten(typed)))
    free = [at for kind in ("open", "expected") for at, seat in enumerate(model.chairs) if seat.occupant == kind]
    if not free:
        return tell(_("Every chair is taken. Type seats to change the number of seats."))
    return Answer(request=messages.SetSeat(seat=free[0], to="bot", level=level))


def kick(model: ViewModel, typed: str, _context: Context) -> Answer:
    return _choose_seat(removals(model.standing), model, typed)


def go_on(model: ViewModel, typed: str, context: Context) -> Answer:
    """Continue the table here, or go where somebody continues it."""
    evening = context.evening
    offers = evening.offers if evening else ()
    if evening is None or not (offers or evening.may_continue):
        return tell(_("There is nothing to continue: the table answers."))
    name = typed.casefold()
    named = [offer for offer in offers if offer.name.casefold() == name or (not name and len(offers) == 1)]
    if named:
        return Answer(then=partial(evening.go, named[0]))
    if not offers or english_value(typed, ["here"]) == "here":
        return Answer(then=evening.continue_here)
    word = local("continue", COMMAND_WORDS)
    lines = (f"{word} {offer.name}: {continuing.choice(offer.name, offer.here, offer.rounds)}" for offer in offers)
    return tell(*lines, _("continue here: go on at this computer instead"))


def admit(model: ViewModel, _typed: str, _context: Context) -> Answer:
    return Answer(request=_admission(model))


def _no_admission(model: ViewModel, _context: Context) -> Refusal | None:
    return _code(permissions.withheld(_admission(model), model.standing))


def _admission(model: ViewModel) -> messages.SetSeat:
    open_chair = (at for at, seat in enumerate(model.chairs) if seat.occupant == "open")
    return messages.SetSeat(seat=next(open_chair, 0), to="open")


def sit(model: ViewModel, typed: str, _context: Context) -> Answer:
    """Take over a bot's seat (8.2); in the lobby without a name, any free chair."""
    request = None if typed else free_chair(model.standing)
    return Answer(request=request) if request else _choose_seat(takeovers(model.standing), model, typed)


def wait(_model: ViewModel, _typed: str, _context: Context) -> Answer:
    return Answer((lobby_words.will_sit(),), waits=True)


def pick_rest(_model: ViewModel, _typed: str, _context: Context) -> Answer:
    return Answer((_("The rest of your hand is picked for you."),), picks_rest=True)


def _no_pick(model: ViewModel, context: Context) -> Refusal | None:
    return no_player(model, context) or (None if model.table.drafting else Refusal.NOT_ASKED)


def _choose_seat(choices: Mapping[int, AnyRequest], model: ViewModel, typed: str) -> Answer:
    names = {model.chairs[seat].name: request for seat, request in choices.items() if model.chairs[seat].name}
    request = next((names[name] for name in names if name.casefold() == typed.casefold()), None)
    if request is None:
        return tell(_expected_name(list(names), shorten(typed)))
    return Answer(request=request)


# -- names and settings -----------------------------------------------------------------------------


def rename(_model: ViewModel, typed: str, _context: Context) -> Answer:
    try:
        return Answer(request=messages.Rename(name=str(OPTION_PARSERS["name"](typed))))
    except OptionError as error:
        return tell(unfit("", error))


def setting(key: str, model: ViewModel, typed: str, _context: Context) -> Answer:
    """Change a setting of the table. The keys are those of the options of `host`."""
    assert model.news is not None
    try:
        return Answer(request=messages.SetRules(settings=change_setting(model.news.settings, key, typed)))
    except OptionError as error:
        return tell(unfit(local(key, COMMAND_WORDS), error))


# -- information ----------------------------------------------------------------------------------


def who(model: ViewModel, _typed: str, context: Context) -> Answer:
    people = [table_sentences.people(model.news.seats, model.news.you)] if model.news else []
    if model.news and model.news.watchers and not context.alone:
        people.append(table_sentences.watching(model.news))
    return tell(*people, *table_text.clock(model, context.now))


def log(model: ViewModel, typed: str, _context: Context) -> Answer:
    if typed and not is_number(typed):
        return tell(
            _("Expected a number of lines, such as log 20, got {typed}.").format(typed=quoted(shorten(typed)))
        )
    count = int(typed[:6] or LOG_LINES)
    entries = model.shown.entries[-count:] if count else ()
    return tell(*(line.sentence for line in entries) if entries else (_("Nothing has happened yet."),))


def rules(_model: ViewModel, typed: str, _context: Context) -> Answer:
    return tell(*table_text.rules(typed))


def help_now(model: ViewModel, _typed: str, context: Context) -> Answer:
    numbers = {
        "card": _("A number: play that card from your hand"),
        "row": _("A number from 1 to 4: take that row"),
        "pick": _("A number: pick that card"),
    }
    number = (numbers[model.prompted],) if model.prompted else ()
    other = "start" if model.over else "rematch"
    possible = (
        word
        for word, command in _commands(context).items()
        if word != other and command.listed(model) and command.bar(model, context) is None
    )
    return tell(*number, *map(commands_words.command_purpose, possible))


# -- other requests ---------------------------------------------------------------------------------


def say(_model: ViewModel, typed: str, _context: Context) -> Answer:
    if text := clean_chat(typed):
        return Answer(request=messages.Say(text=text))
    nothing = f"{refused(Refusal.EMPTY_TEXT)}."
    return tell(nothing if typed else _("Expected a message after say, got nothing."))


def react(_model: ViewModel, typed: str, _context: Context) -> Answer:
    number = _number(typed) if is_number(typed) else 0
    if not 1 <= number <= len(messages.REACTIONS):
        return tell(_expected_reaction(shorten(typed)))
    return Answer(request=messages.Say(reaction=messages.REACTIONS[number - 1]))


def invite(model: ViewModel, typed: str, context: Context) -> Answer:
    """How others can join. After the word `code` the line includes the room code."""
    code, line = model.news.code if model.news else None, context.invitation
    wanted = typed.casefold() == "code"
    join_line = context.join_line or context.friends_line or ""
    lines = [console_words.others_join(join_line)] if join_line else []
    for way in guest_ways(model.news.ways if model.news else (), host_in(join_line)):
        lines += lobby_words.way_lines(way.kind, way.line)
    if line:
        lines.append(_("Or send them this line to copy:"))
        lines.append(f"sixqp join {with_code(line, code if wanted else None)}")
    if code:
        lines.append(lobby_words.room_code(code))
    if code and not wanted:
        lines.append(_("The code isn't in that line. Type `invite code` for a line with it."))
    return tell(*lines)


def leave(model: ViewModel, _typed: str, context: Context) -> Answer:
    leaving, stay = Answer(request=messages.CloseTable() if context.alone else messages.Leave()), Answer()
    kept = context.resume_line is not None
    match lost_by_leaving(model.view, model.news, alone=context.alone):
        case "table":
            closing = Answer(request=messages.CloseTable())
            prompt = _("Keep the table open, close it for everybody, or stay (keep, close, stay)? ")
            question = Question(prompt, {"keep": leaving, "close": closing, "stay": stay})
            warning = lobby_words.ask_hosting(others_here(model.news) if model.news else 0)
        case "own game" | "game" as lost:
            question = Question(_("Leave anyway (yes, no)? "), {"yes": leaving, "no": stay})
            warning = lobby_words.ask_end_game(kept) if lost == "own game" else lobby_words.ask_leave_game()
        case None:
            return leaving
    return Answer((warning,), question=question)


# -- what bars a command, by the codes of the host --------------------------------------------------


def _before_a_game(model: ViewModel, _context: Context) -> Refusal | None:
    return None if model.table.names else Refusal.NOT_PLAYING


def _between_games(model: ViewModel, _context: Context) -> Refusal | None:
    return None if model.playing else Refusal.NOT_PLAYING


def no_player(model: ViewModel, context: Context) -> Refusal | None:
    return Refusal.NOT_SEATED if model.you is None else _between_games(model, context)


def _nothing_to_tell(_model: ViewModel, context: Context) -> Refusal | None:
    return None if context.invitation or context.friends_line else Refusal.NOT_OWNER


def _no_other_rules(model: ViewModel, _context: Context) -> Refusal | None:
    agreed = model.standing.settings
    other = messages.SetRules(settings=replace(agreed, pause=0 if agreed.pause is None else None))
    return _code(permissions.withheld(other, model.standing))


def _no_other_name(model: ViewModel, _context: Context) -> Refusal | None:
    return _code(permissions.withheld(messages.Rename(name="?"), model.standing))


def _no_seat(model: ViewModel, _context: Context) -> Refusal | None:
    return None if takeovers(model.standing) else Refusal.NO_SUCH_SEAT


def _has_seat(model: ViewModel, _context: Context) -> Refusal | None:
    return None if model.you is None else Refusal.NO_SUCH_SEAT


def _code(forbidden: Forbidden | None) -> Refusal | None:
    return forbidden.code if forbidden else None


# -- the table of all commands ----------------------------------------------------------------------


def _tells(lines: Callable[[ViewModel], Iterable[str]], bar: Bar = always) -> Command:
    return Command(lambda model, _typed, _context: tell(*lines(model)), bar)


def _barred(request: type[AnyRequest]) -> Bar:
    return lambda model, _context: _code(permissions.bar(request, model.standing))


def _with_others(command: Command) -> Command:
    return command._replace(
        bar=lambda model, context: Refusal.NOT_ASKED if context.alone else command.bar(model, context)
    )


def _asks(request: AnyRequest) -> Command:
    return Command(
        lambda _model, _typed, _context: Answer(request=request),
        lambda model, _context: _code(permissions.withheld(request, model.standing)),
    )


COMMANDS = {
    "start": _asks(messages.Start()),
    "rematch": _asks(messages.Start()),
    "bot": Command(bot, _barred(messages.SetSeat), lambda model: not model.playing or stand_ins(model.standing)),
    "kick": Command(kick, _barred(messages.SetSeat), lambda model: removals(model.standing)),
    "admit": Command(admit, _no_admission),
    **{
        key: Command(partial(setting, key), _no_other_rules)
        for key in (
            "variant",
            "limit",
            "limit-rule",
            "rounds",
            "seats",
            "round-pause",
        )
    },
    "timer": Command(partial(setting, "timer"), _barred(messages.SetRules)),
    "name": Command(rename, _no_other_name),
    "sit": Command(sit, _no_seat),
    "ready": _asks(messages.Ready()),
    "next": _asks(messages.NextRound()),
    "continue": Command(go_on, listed=lambda model: not model.online),
    "alone": _asks(messages.PlayOn()),
    "wait": Command(wait, _has_seat),
    "rest": Command(pick_rest, _no_pick),
    "back": _asks(messages.TakeBack()),
    "where": Command(where, _between_games),
    "hand": _tells(table_text.hand_and_laid, no_player),
    "table": _tells(table_text.open_cards, _before_a_game),
    "hands": _tells(table_text.hands, _between_games)._replace(
        listed=lambda model: model.table.rules.variant == "draft"
    ),
    "seen": _tells(table_sentences.seen, _between_games),
    "scores": _tells(table_text.scores, _before_a_game),
    "tally": _with_others(_tells(table_sentences.tally)),
    "log": Command(log, _before_a_game),
    "pause": _with_others(_asks(messages.Pause())),
    "resume": _asks(messages.Resume()),
    "settings": _tells(table_text.settings_now),
    "who": Command(who),
    "say": _with_others(Command(say)),
    "react": _with_others(Command(react, _barred(messages.Say))),
    "invite": Command(invite, _nothing_to_tell),
    "rules": Command(rules),
    "help": Command(help_now),
    "quit": Command(leave),
}
BEFORE_HAND = "hand"
"""The command before which the context's commands are listed."""
OTHER_WORDS = {"?": "help", "exit": "quit", "leave": "quit", "row": "table", "rows": "table", "deck": "table"}


def _expected_reaction(typed: str) -> str:
    # Translators: {reactions} are numbers with words: “1 Well played!, 2 Ouch! and 3 Thanks!”
    return _("Expected the number of a reaction ({reactions}), got {typed}.").format(
        reactions=reactions(), typed=quoted(typed)
    )


def _no_number_now(typed: str, waiting: Sequence[str]) -> str:
    if waiting:
        sentence = _("You have nothing to decide now (got “{typed}”). Waiting for {names}.")
        return sentence.format(names=listed(waiting, 10), typed=typed)
    return _("You have nothing to decide now (got “{typed}”).").format(typed=typed)


def _seat_called(name: str, model: ViewModel) -> int | None:
    taken = ((seat, chair) for seat, chair in enumerate(model.chairs) if is_taken(chair))
    return next((seat for seat, chair in taken if chair.name.casefold() == name.casefold()), None)


def _expected_name(names: Sequence[str], typed: str) -> str:
    if not names:
        return _("Nobody here has that name.")
    return expected_word(names, typed)


_OF_THE_TABLE = {
    "seats": "seats",
    "timer": "timer",
    "round-pause": "pause",
}
"""The settings that aren't rules of the game, with their fields."""


def change_setting(before: Settings, key: str, typed: str) -> Settings:
    """Raises OptionError."""
    expected = OPTIONS[key]
    accepted = (*expected.words, *(("none",) if expected.or_none else ()))
    value: Value = OPTION_PARSERS[key](english_value(typed, accepted))
    if field := _OF_THE_TABLE.get(key):
        return replace(before, **{field: value})
    return replace(before, rules=replace(before.rules, **{key.replace("-", "_"): value}))


def unfit(key: str, error: OptionError) -> str:
    return option_sentence(key, error.fault, error.got, error.expected, error.character)
