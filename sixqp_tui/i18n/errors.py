"""Why something could not be done: a connection, a command, a journal, a setting."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sixqp_protocol.room_code import MAX_LENGTH, MIN_WAIT
from sixqp_protocol.text import clean_path
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.phrases import one_of, quoted


def why_closed(code: str | None) -> str:
    """Why the connection ended; `code` is a farewell's or a client's own trouble's, None where nobody knows."""
    return _sentences().get(code or "", _("The connection to the table has ended."))


def _sentences() -> dict[str, str]:
    return {
        "too_slow": _("The table dropped this connection because it could not keep up."),
        "restart": _("The table is restarting. Join again in a moment."),
        # Translators: the same player sits at the table from another window
        "elsewhere": _("Your seat was taken up from another window or machine."),
        "left": _("You have left the table."),
        "closed": _("The host has closed the table."),
        "kicked": _("The host has removed you from the table, or somebody of your address."),
        "version": _("This table speaks another version of the game. Update the older of the two programs."),
        "full": _("The table is full. You can watch it instead."),
        "begun": _("The game there has begun without you. You can watch it instead."),
        "other_table": _("Another table than the one you asked for answers at this address."),
        "wrong_code": _("The room code was wrong."),
        # Translators: codes are typed by people who want to join; “it” is the table
        "codes_paused": _(
            "Too many wrong room codes were tried. The table takes one again in half a minute, and it may be a new "
            "one: ask its host."
        ),
        "code_wanted": _("This table is locked. Its host tells you the room code: add --code CODE."),
        "code_unanswered": _("The line broke while the room code was checked: type it again."),
        "code_not_proved": _(
            "Whoever answers there does not know the room code, so it may not be the table that you mean. If its "
            "host says that the table is not locked, join without a code."
        ),
        "bad_message": _(
            "The table could not read what was sent to it. The two programs may be of different versions."
        ),
        "too_late": _("The table waited too long for this program to introduce itself."),
        "too_fast": _("The table ended this connection because far too much came by it at once."),
        "unreachable": _(
            "The table does not answer. Is its address right, is it still open, and are both machines "
            "on the same network? A guest network may keep machines apart: a cable or a phone's hotspot helps."
        ),
        "other_certificate": _(
            "Another machine than the one that you know answers there, or its host was set up anew: it shows "
            "another certificate. That may be somebody who listens in. If its host says that it is the right one, "
            "type: sixqp join ADDRESS --trust-new"
        ),
        "not_a_table": _("Something answers at this address, but it is not a table of 6 qui prend."),
        "table_died": _(
            "The table's own process ended again and again. What was played is kept: `sixqp host --resume` goes on."
        ),
        "broken_host": _("The table sent something that this program cannot read. Its version may be another."),
    }


def files_refused(path: str, reason: str) -> str:
    """A file or folder of the game's own cannot be used."""
    if path:
        sentence = _(
            "The game cannot use “{path}”: {reason}. SIXQP_HOME can name another folder for what it keeps."
        )
    else:
        sentence = _(
            "The game cannot use a file of its own: {reason}. SIXQP_HOME can name another folder for what it keeps."
        )
    return sentence.format(path=path, reason=reason)


def cannot_print(reason: str) -> str:
    return _("The output cannot be written: {reason}.").format(reason=reason)


def no_terminal(command: str) -> str:
    """A screen was asked for where there is none."""
    instead = {
        "host": _("use `sixqp host --plain` to play by lines of text, `sixqp serve` for a table without a player"),
        "join": _(
            "use `sixqp join --plain` to play by lines of text, or without a screen "
            "`sixqp join TABLE --bot` or `sixqp join TABLE --watch --json`"
        ),
        "play": _("use `sixqp play --plain` to play by lines of text"),
        "replay": _("use `sixqp replay --plain` to read the game as lines of text"),
        "local": _("handing the keyboard round needs a screen that can hide the hands"),
    }.get(command, _("use `sixqp join --plain` to play by lines of text, or start it in a terminal window"))
    # Translators: {instead} is one of the half sentences that follow “use”
    return _("This needs a terminal, and there is none here: {instead}.").format(instead=instead)


def nothing_to_resume(command: str) -> str:
    """`--resume` where no table of this command was left unfinished."""
    if command in ("play", "local"):
        sentence = _("No game that was played here is unfinished: begin a new one with `{command}`.")
        return sentence.format(command=f"sixqp {command}")
    if command == "host":
        return _("No table that was hosted here is unfinished: open a new one with `sixqp host`.")
    return _("No table that was served here is unfinished: open a new one with `sixqp serve`.")


def no_such_table(wanted: str) -> str:
    return _("No unfinished table here is called “{wanted}”.").format(wanted=wanted)


def journal_is_newer(path: str) -> str:
    return _("The journal “{path}” was written by a newer version of the game: resume it with that one.").format(
        path=path
    )


def journal_is_damaged(path: str) -> str:
    return _("The journal “{path}” is damaged, and no game can be read from it.").format(path=path)


Expectation = tuple[tuple[str, ...], int, int, bool, int, bool]


class _Case(NamedTuple):
    """The values a sentence may speak of."""

    key: str
    got: str
    expected: Expectation
    near: str
    first: int


def expectation(words: tuple[str, ...], low: int, high: int, or_none: bool, cells: int, code: bool = False) -> str:
    """What a value must be: `a number from 1 to 999, or none`."""
    if code:
        return expected_code(words)
    number = _("a number from {low} to {high}").format(low=low, high=high)
    if words:
        return _("{words}, or {number}").format(words=one_of(words), number=number) if high else one_of(words)
    if cells:
        return ngettext("a text of 1 character", "a text of 1 to {n} characters", cells).format(n=cells)
    return _("a number from {low} to {high}, or none").format(low=low, high=high) if or_none else number


def option_sentence(key: str, fault: str, got: str, expected: Expectation, character: str = "") -> str:
    """Why the value of a setting cannot be taken, and what was expected; `key` "" is a player's name."""
    sentence = _SENTENCES.get(fault, _value)
    return sentence(_Case(key, got, expected, character, 0))


def config_sentence(
    path: str,
    line: int,
    problem: str,
    key: str = "",
    got: str = "",
    expected: Expectation = ((), 0, 0, False, 0, False),
    near: str = "",
    first: int = 0,
) -> str:
    """What is wrong with config.txt and where: `config.txt, line 3: limit: expected a number ...`."""
    where = clean_path(path)
    sentence = _SENTENCES.get(problem, _value)(_Case(key, got, expected, near, first))
    if line:
        # Translators: {sentence} says what is wrong in that line
        return _("{path}, line {line}: {sentence}").format(path=where, line=line, sentence=sentence)
    return _("{path}: {sentence}").format(path=where, sentence=sentence)


def _subject(case: _Case) -> str:
    # Translators: in the place of a setting's name: “a player's name: expected a text …”
    return case.key or _("a player's name")


def _value(case: _Case) -> str:
    # Translators: {expected} is such as “a number from 1 to 999, or none”; {got} is what was typed, in
    # quotation marks
    return _("{setting}: expected {expected}, got {got}.").format(
        setting=_subject(case), expected=expectation(*case.expected), got=quoted(case.got)
    )


def _long(case: _Case) -> str:
    most = case.expected[4]
    wide = len(case.got) <= most
    sentence = ngettext(
        "{setting}: {got} is too long, at most {n} character fits.",
        "{setting}: {got} is too long, at most {n} characters fit.",
        most,
    )
    if wide:
        sentence = ngettext(
            "{setting}: {got} is too long, at most {n} character fits (wide ones count twice).",
            "{setting}: {got} is too long, at most {n} characters fit (wide ones count twice).",
            most,
        )
    return sentence.format(setting=_subject(case), got=quoted(case.got), n=most)


def _unprintable(case: _Case) -> str:
    if case.near:
        sentence = _("{setting}: {got} has a character that cannot be shown ({character}); remove it.")
    else:
        sentence = _("{setting}: {got} has a character that cannot be shown; remove it.")
    return sentence.format(setting=_subject(case), got=quoted(case.got), character=case.near)


def _unknown_key(case: _Case) -> str:
    said = [_("{key} is not a setting.").format(key=quoted(case.key))]
    if case.near:
        said.append(_("Did you mean {key}?").format(key=case.near))
    known = ", ".join(case.expected[0])
    said.append(_("The settings are {keys}; a player's name has no “=”.").format(keys=known))
    return " ".join(said)


def _many_names(case: _Case) -> str:
    most = case.expected[2]
    sentence = ngettext(
        "{name} is one name too many: at most {n} player sits at a table.",
        "{name} is one name too many: at most {n} players sit at a table.",
        most,
    )
    return sentence.format(name=quoted(case.got), n=most)


def _unreadable(case: _Case) -> str:
    if case.got:
        return _("the file cannot be read ({reason}).").format(reason=case.got)
    return _("the file cannot be read.")


def _no_equals(case: _Case) -> str:
    return _("expected “key = value”, got {got}.").format(got=quoted(case.got))


def _large(case: _Case) -> str:
    size = case.expected[2] // 1024
    return _("expected a text of at most {size} KiB, this is larger; is it the right file?").format(size=size)


def _key_twice(case: _Case) -> str:
    return _("{key} is set a second time; line {line} has set it already.").format(key=case.key, line=case.first)


def _named_twice(case: _Case) -> str:
    return _("{name} is named twice.").format(name=quoted(case.got))


def _name_twice(case: _Case) -> str:
    return _("the name {name} is already on line {line}.").format(name=quoted(case.got), line=case.first)


_SENTENCES: dict[str, Callable[[_Case], str]] = {
    "missing": lambda case: _("there is no such file."),
    "folder": lambda case: _("expected a text file, this is a folder."),
    "device": lambda case: _("expected a text file, this is a pipe or a device; name another file."),
    "unreadable": _unreadable,
    "large": _large,
    "not_utf8": lambda case: _("the text is not UTF-8; save it as UTF-8 in the editor."),
    "nul": lambda case: _("this is not plain text (or UTF-16); save it as UTF-8 in the editor."),
    "unknown_key": _unknown_key,
    "value": _value,
    "long": _long,
    "unprintable": _unprintable,
    "key_twice": _key_twice,
    "name_twice": _name_twice,
    "named_twice": _named_twice,
    "many_names": _many_names,
    "no_equals": _no_equals,
}


def expected_code(words: Sequence[str]) -> str:
    """What stands for a room code may be; `words` are allowed besides."""
    # Translators: the form of a room code
    form = _("{low} to {high} letters and digits").format(low=MIN_WAIT, high=MAX_LENGTH)
    # Translators: {form} is “4 to 16 letters and digits”, {words} “on or off”, which are typed so
    return _("{form}, {words}").format(form=form, words=one_of(words)) if words else form


def no_code() -> str:
    return _("A room code is {form}.").format(form=expected_code(()))
