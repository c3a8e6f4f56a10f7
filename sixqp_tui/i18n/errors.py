"""Why something failed: a connection, a command, a journal, a setting."""

from collections.abc import Sequence

from sixqp_protocol.room_code import MAX_LENGTH, MIN_LENGTH
from sixqp_protocol.text import clean_path
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.phrases import labelled, one_of, quoted
from sixqp_tui.i18n.waits import same_network


def why_closed(code: str | None) -> str:
    """Why the connection ended, by the code of the farewell or of the client's own error; None if unknown."""
    sentences = {
        "too_slow": _("The table dropped this connection because it couldn't keep up."),
        "restart": _("The table is restarting. Join again in a moment."),
        # Translators: the same player sits at the table from another window
        "elsewhere": _("Your seat was taken over from another window or machine."),
        "left": _("You have left the table."),
        "closed": _("The host has closed the table."),
        "kicked": _("The host removed you, or somebody at your address, from the table."),
        "version": _("This table runs another version of sixqp. Update the older of the two programs."),
        "full": _("The table is full. You can watch it instead."),
        "begun": _("The game has already started. You can watch it instead."),
        "other_table": _("The table at this address isn't the one you asked for."),
        "wrong_code": _("That room code is wrong."),
        # Translators: codes are typed by people who want to join
        "codes_paused": _(
            "Too many wrong room codes were tried from your machine or network. Ask the host for the code, and try "
            "again in half a minute."
        ),
        "code_wanted": _("This table is locked. Ask its host for the room code and add --code CODE."),
        "code_unanswered": _("The connection broke while the room code was checked. Type it again."),
        "code_not_proved": _(
            "The table that answered doesn't know the room code, so it may not be the one you want. If its host "
            "says that it isn't locked, join without a code."
        ),
        "bad_message": _("The table couldn't read what it received. The two programs may be different versions."),
        "too_late": _("The table waited too long for this program to introduce itself."),
        "too_fast": _("The table closed this connection because it received far too much at once."),
        "unreachable": " ".join((_("The table doesn't answer."), same_network())),
        "crowded": _("The table can't take another guest from your network now. Try again later."),
        "other_certificate": _(
            "The machine that answered isn't the one you know, or its host was reinstalled: it shows a different "
            "certificate. Someone may be listening in. If its host says that it's the right one, type: sixqp "
            "join ADDRESS --trust-new"
        ),
        "not_a_table": _("Something answers at this address, but it isn't a table of 6 qui prend."),
        "broken_host": _("The table sent something that this program can't read. It may be a different version."),
    }
    return sentences.get(code or "") or _("The connection to the table was lost.")


def files_refused(path: str, reason: str) -> str:
    if path:
        sentence = _("sixqp can't use “{path}”: {reason}. Set SIXQP_HOME to use another folder.")
    else:
        sentence = _("sixqp can't use one of its own files: {reason}. Set SIXQP_HOME to use another folder.")
    return sentence.format(path=path, reason=reason)


def port_taken(port: int | None, usual: int, option: str) -> str:
    """Without a `port`, all the usual ones are taken."""
    if port is None:
        sentence = _("The usual ports, from {usual} on, are all taken. Choose a free one with {option} PORT.")
    else:
        sentence = _("Port {port} is taken by another program. Choose another one with {option} PORT.")
    return sentence.format(port=port, usual=usual, option=option)


def cannot_listen(port: int, reason: str) -> str:
    return _("sixqp can't listen on port {port} of this machine: {reason}.").format(port=port, reason=reason)


def cannot_print(reason: str) -> str:
    return _("The output can't be written: {reason}.").format(reason=reason)


def no_terminal(command: str) -> str:
    """`command` has lines of text instead of a screen."""
    sentence = _("This needs a terminal, and there is none here. For plain text, use `sixqp {command} --plain`.")
    return sentence.format(command=command)


def nothing_to_resume(command: str) -> str:
    sentence = _("There is no unfinished table here. Open a new one with `sixqp {command}`.")
    return sentence.format(command=command)


def no_such_table(wanted: str) -> str:
    return _("No unfinished table here is called “{wanted}”.").format(wanted=wanted)


def journal_is_damaged(path: str) -> str:
    sentence = _(
        "The journal “{path}” is damaged, and no game can be read from it. Restore it from a copy, or delete it."
    )
    return sentence.format(path=path)


Expectation = tuple[tuple[str, ...], int, int, bool, int, bool]


def expectation(words: tuple[str, ...], low: int, high: int, or_none: bool, cells: int, code: bool = False) -> str:
    """Such as `a number from 1 to 999 or none`."""
    if code:
        return expected_code(words)
    number = _("a number from {low} to {high}").format(low=low, high=high)
    if words:
        return one_of((*words, number) if high else words)
    if cells:
        return ngettext("a text of 1 character", "a text of 1 to {n} characters", cells).format(n=cells)
    return _("a number from {low} to {high} or none").format(low=low, high=high) if or_none else number


def fault_sentence(  # noqa: PLR0913  # the fields of a fault
    problem: str,
    key: str = "",
    got: str = "",
    expected: Expectation = ((), 0, 0, False, 0, False),
    near: str = "",
    first: int = 0,
    path: str = "",
    line: int = 0,
) -> str:
    """What is wrong with a setting, such as `config.txt, line 3: limit: expected a number ...`."""
    where, sentence = clean_path(path), _fault(problem, key, got, expected, near, first)
    if line:
        # Translators: {sentence} says what is wrong in that line
        return _("{path}, line {line}: {sentence}").format(path=where, line=line, sentence=sentence)
    return labelled(where, sentence) if path else sentence


def _fault(problem: str, key: str, got: str, expected: Expectation, near: str, first: int) -> str:
    words, _low, high, _or_none, cells, _code = expected
    sentence = {
        "missing": _("there is no such file."),
        "folder": _("expected a text file, but this is a folder."),
        "device": _("expected a text file, but this is a pipe or a device; name another file."),
        "not_utf8": _("the text is not UTF-8; save it as UTF-8 in your editor."),
        "nul": _("this is not plain text (or it is UTF-16); save it as UTF-8 in your editor."),
        "no_equals": _("expected “key = value”, got {got}."),
        "key_twice": _("{key} is set twice; line {first} already sets it."),
        "named_twice": _("{got} is named twice."),
        "name_twice": _("the name {got} is already on line {first}."),
        "large": _("expected a text of at most {size} KiB, but this is larger. Is it the right file?"),
        "unreadable": " ".join(filter(None, (_("the file can't be read."), got))),
        "unknown_key": (
            _("{name} is not a setting. Did you mean {character}?")
            if near
            else _("{name} is not a setting. The settings are {keys}; a player's name has no “=”.")
        ),
        "many_names": ngettext(
            "{got} is one name too many: a table seats at most {n} player.",
            "{got} is one name too many: a table seats at most {n} players.",
            high,
        ),
        "long": ngettext(
            "{setting}: {got} is too long, at most {n} character fits (wide ones count twice).",
            "{setting}: {got} is too long, at most {n} characters fit (wide ones count twice).",
            cells,
        ),
        "unprintable": _("{setting}: {got} contains a character that can't be shown ({character}); remove it."),
        # Translators: {expected} is such as “a number from 1 to 999 or none”; {got} is what was typed, in
        # quotation marks
    }.get(problem, _("{setting}: expected {expected}, got {got}."))
    return sentence.format(
        # Translators: in the place of a setting's name: “a player's name: expected a text …”
        setting=key or _("a player's name"),
        key=key,
        name=quoted(key),
        keys=", ".join(words),
        got=quoted(got),
        expected=expectation(*expected),
        character=near or "?",
        n=cells if problem == "long" else high,
        size=high // 1024,
        first=first,
    )


def expected_code(words: Sequence[str]) -> str:
    """The valid forms of a room code; `words` are allowed too."""
    # Translators: the form of a room code
    form = _("{low} to {high} letters and digits").format(low=MIN_LENGTH, high=MAX_LENGTH)
    return one_of((form, *words))


def no_code() -> str:
    return _("A room code is {form}.").format(form=expected_code(()))
