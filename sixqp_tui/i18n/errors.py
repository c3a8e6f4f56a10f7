"""Why something failed: a connection, a command, a journal, a setting."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sixqp_protocol.room_code import MAX_LENGTH, MIN_LENGTH
from sixqp_protocol.text import clean_path
from sixqp_tui.i18n import N_, _, ngettext, translate
from sixqp_tui.i18n.phrases import one_of, quoted

_CLOSED: dict[str | None, str] = {
    "too_slow": N_("The table dropped this connection because it couldn't keep up."),
    "restart": N_("The table is restarting. Join again in a moment."),
    # Translators: the same player sits at the table from another window
    "elsewhere": N_("Your seat was taken over from another window or machine."),
    "left": N_("You have left the table."),
    "closed": N_("The host has closed the table."),
    "kicked": N_("The host removed you from the table, or somebody else at your address."),
    "version": N_("This table runs another version of sixqp. Update the older of the two programs."),
    "full": N_("The table is full. You can watch it instead."),
    "begun": N_("The game has already started. You can watch it instead."),
    "other_table": N_("The table at this address isn't the one you asked for."),
    "wrong_code": N_("That room code is wrong."),
    # Translators: codes are typed by people who want to join
    "codes_paused": N_(
        "Too many wrong room codes were tried from your machine or network. Ask the host for the code, and try "
        "again in half a minute."
    ),
    "code_wanted": N_("This table is locked. Ask its host for the room code and add --code CODE."),
    "code_unanswered": N_("The connection broke while the room code was checked. Type it again."),
    "code_not_proved": N_(
        "The table that answered doesn't know the room code, so it may not be the one you want. If its host "
        "says that it isn't locked, join without a code."
    ),
    "bad_message": N_("The table couldn't read what it received. The two programs may be different versions."),
    "too_late": N_("The table waited too long for this program to introduce itself."),
    "too_fast": N_("The table closed this connection because it received far too much at once."),
    "unreachable": N_(
        "The table doesn't answer. Is its address right, is it still open, and are both machines on the same "
        "network? A guest network may keep machines apart: try a cable or a phone's hotspot."
    ),
    "crowded": N_("The table can't take another guest from your network now. Try again later."),
    "other_certificate": N_(
        "The machine that answered isn't the one you know, or its host was reinstalled: it shows a different "
        "certificate. Someone may be listening in. If its host says that it's the right one, type: sixqp "
        "join ADDRESS --trust-new"
    ),
    "not_a_table": N_("Something answers at this address, but it isn't a table of 6 qui prend."),
    "table_died": N_(
        "The table's process keeps stopping. What was played is kept: continue it with `sixqp host --resume`."
    ),
    "broken_host": N_("The table sent something that this program can't read. It may be a different version."),
}
"""By the code of the farewell, or of the client's own error."""


def why_closed(code: str | None) -> str:
    """Why the connection ended; None if unknown."""
    return translate(_CLOSED[code]) if code in _CLOSED else _("The connection to the table was lost.")


def files_refused(path: str, reason: str) -> str:
    if path:
        sentence = _("sixqp can't use “{path}”: {reason}. Set SIXQP_HOME to use another folder.")
    else:
        sentence = _("sixqp can't use one of its own files: {reason}. Set SIXQP_HOME to use another folder.")
    return sentence.format(path=path, reason=reason)


def cannot_print(reason: str) -> str:
    return _("The output can't be written: {reason}.").format(reason=reason)


def no_terminal(command: str) -> str:
    instead = {
        "host": _("use `sixqp host --plain` to play in plain text, `sixqp serve` for a table without a player"),
        "join": _(
            "use `sixqp join --plain` to play in plain text, or without a screen `sixqp join TABLE --bot` or "
            "`sixqp join TABLE --watch --json`"
        ),
        "play": _("use `sixqp play --plain` to play in plain text"),
        "replay": _("use `sixqp replay --plain` to read the game in plain text"),
        "local": _("passing the keyboard around needs a screen that can hide the hands"),
    }.get(command, _("use `sixqp join --plain` to play in plain text, or start it in a terminal window"))
    # Translators: {instead} is one of the phrases above, such as “use `sixqp play --plain` to play in plain text”
    return _("This needs a terminal, and there is none here: {instead}.").format(instead=instead)


def nothing_to_resume(command: str) -> str:
    if command in ("play", "local"):
        sentence = _("No unfinished game was played here. Start a new one with `{command}`.")
        return sentence.format(command=f"sixqp {command}")
    if command == "host":
        return _("No unfinished table was hosted here. Open a new one with `sixqp host`.")
    return _("No unfinished table was served here. Open a new one with `sixqp serve`.")


def no_such_table(wanted: str) -> str:
    return _("No unfinished table here is called “{wanted}”.").format(wanted=wanted)


def journal_is_damaged(path: str) -> str:
    sentence = _(
        "The journal “{path}” is damaged, and no game can be read from it. Restore it from a copy, or delete it."
    )
    return sentence.format(path=path)


Expectation = tuple[tuple[str, ...], int, int, bool, int, bool]


class _Case(NamedTuple):
    key: str
    got: str
    expected: Expectation
    near: str
    first: int


def expectation(words: tuple[str, ...], low: int, high: int, or_none: bool, cells: int, code: bool = False) -> str:
    """Such as `a number from 1 to 999, or none`."""
    if code:
        return expected_code(words)
    number = _("a number from {low} to {high}").format(low=low, high=high)
    if words:
        return _("{words}, or {number}").format(words=one_of(words), number=number) if high else one_of(words)
    if cells:
        return ngettext("a text of 1 character", "a text of 1 to {n} characters", cells).format(n=cells)
    return _("a number from {low} to {high}, or none").format(low=low, high=high) if or_none else number


def option_sentence(key: str, fault: str, got: str, expected: Expectation, character: str = "") -> str:
    """Why the value of a setting is invalid, and what was expected; `key` "" is a player's name."""
    return _sentence(fault, _Case(key, got, expected, character, 0))


def config_sentence(  # noqa: PLR0913  # the fields of a fault
    path: str,
    line: int,
    problem: str,
    key: str = "",
    got: str = "",
    expected: Expectation = ((), 0, 0, False, 0, False),
    near: str = "",
    first: int = 0,
) -> str:
    """An error in config.txt, such as `config.txt, line 3: limit: expected a number ...`."""
    where = clean_path(path)
    sentence = _sentence(problem, _Case(key, got, expected, near, first))
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
        sentence = _("{setting}: {got} contains a character that can't be shown ({character}); remove it.")
    else:
        sentence = _("{setting}: {got} contains a character that can't be shown; remove it.")
    return sentence.format(setting=_subject(case), got=quoted(case.got), character=case.near)


def _unknown_key(case: _Case) -> str:
    sentences = [_("{key} is not a setting.").format(key=quoted(case.key))]
    if case.near:
        sentences.append(_("Did you mean {key}?").format(key=case.near))
    known = ", ".join(case.expected[0])
    sentences.append(_("The settings are {keys}; a player's name has no “=”.").format(keys=known))
    return " ".join(sentences)


def _many_names(case: _Case) -> str:
    most = case.expected[2]
    sentence = ngettext(
        "{name} is one name too many: a table seats at most {n} player.",
        "{name} is one name too many: a table seats at most {n} players.",
        most,
    )
    return sentence.format(name=quoted(case.got), n=most)


def _unreadable(case: _Case) -> str:
    if case.got:
        return _("the file can't be read ({reason}).").format(reason=case.got)
    return _("the file can't be read.")


def _large(case: _Case) -> str:
    size = case.expected[2] // 1024
    return _("expected a text of at most {size} KiB, but this is larger. Is it the right file?").format(size=size)


_FORMATS: dict[str, str] = {
    "missing": N_("there is no such file."),
    "folder": N_("expected a text file, but this is a folder."),
    "device": N_("expected a text file, but this is a pipe or a device; name another file."),
    "not_utf8": N_("the text is not UTF-8; save it as UTF-8 in your editor."),
    "nul": N_("this is not plain text (or it is UTF-16); save it as UTF-8 in your editor."),
    "no_equals": N_("expected “key = value”, got {got}."),
    "key_twice": N_("{key} is set twice; line {line} already sets it."),
    "named_twice": N_("{name} is named twice."),
    "name_twice": N_("the name {name} is already on line {line}."),
}
_SENTENCES: dict[str, Callable[[_Case], str]] = {
    "unreadable": _unreadable,
    "large": _large,
    "unknown_key": _unknown_key,
    "value": _value,
    "long": _long,
    "unprintable": _unprintable,
    "many_names": _many_names,
}


def _sentence(problem: str, case: _Case) -> str:
    if problem in _FORMATS:
        got = quoted(case.got)
        return translate(_FORMATS[problem]).format(key=case.key, got=got, name=got, line=case.first)
    return _SENTENCES.get(problem, _value)(case)


def expected_code(words: Sequence[str]) -> str:
    """The valid forms of a room code; `words` are allowed too."""
    # Translators: the form of a room code
    form = _("{low} to {high} letters and digits").format(low=MIN_LENGTH, high=MAX_LENGTH)
    # Translators: {form} is “4 to 16 letters and digits”, {words} “on or off”, which are typed so
    return _("{form}, {words}").format(form=form, words=one_of(words)) if words else form


def no_code() -> str:
    return _("A room code is {form}.").format(form=expected_code(()))
