"""Why a connection ended, a journal or a setting cannot be taken: a sentence for every code."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sixqp_protocol.room_code import LONGEST, SHORTEST
from sixqp_protocol.text import clean
from sixqp_tui.i18n import _, ngettext


def why_closed(code: str | None) -> str:
    """Why the connection ended; `code` is a farewell's or a client's own trouble's, None where nobody knows."""
    return _sentences().get(code or "", _("The connection to the table has ended."))


def _sentences() -> dict[str, str]:
    return {
        "too_slow": _("The table dropped this connection because it could not keep up."),
        "restart": _("The table is restarting. Join again in a moment."),
        "elsewhere": _("Your seat was taken up from another window or machine."),
        "left": _("You have left the table."),
        "closed": _("The host has closed the table."),
        "kicked": _("The host has removed you from the table."),
        "version": _("This table speaks another version of the game. Update the older of the two programs."),
        "full": _("The table is full. You can watch it instead."),
        "begun": _("The game there has begun without you. You can watch it instead."),
        "other_table": _("Another table than the one you asked for answers at this address."),
        "wrong_code": _("The room code was wrong."),
        "codes_paused": _(
            "Too many wrong room codes were tried at this table. It has a new code now, and takes it in half a "
            "minute: ask its host."
        ),
        "code_wanted": _("This table is locked. Its host tells you the room code: add --code CODE."),
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


def nothing_to_resume(hosted: bool) -> str:
    """`--resume` where no table was left unfinished."""
    if hosted:
        return _("No table that was hosted here is unfinished: open a new one with `sixqp host`.")
    return _("No table that was served here is unfinished: open a new one with `sixqp serve`.")


def no_such_table(wanted: str) -> str:
    """`--resume TABLE` where no unfinished table is called so."""
    return _("No unfinished table here is called “{wanted}”.").format(wanted=wanted)


def several_kept(title: str, ids: Sequence[str]) -> str:
    """`--resume TITLE` where several unfinished tables are called so."""
    sentence = ngettext(
        "{n} unfinished table is called “{title}”. Choose by its id: {ids}",
        "{n} unfinished tables are called “{title}”. Choose by an id: {ids}",
        len(ids),
    )
    return sentence.format(n=len(ids), title=title, ids=", ".join(ids))


def nobody_hosts(title: str, table: str) -> str:
    """`host --resume` of a table that has no owner."""
    return _("Nobody who plays at “{title}” is its host: resume it with `sixqp serve --resume {table}`.").format(
        title=title, table=table
    )


def table_is_held(table: str, holder: tuple[int, str, str] | None) -> str:
    """Another process hosts the table already; `holder`: its number, its machine, since when by the clock."""
    if holder is None:
        return _("The table {table} is open already, in another program.").format(table=table)
    pid, host, since = holder
    sentence = _("The table {table} is open already: process {pid} on {host} has it, since {since}.")
    return sentence.format(table=table, pid=pid, host=host, since=since)


def journal_is_newer(path: str) -> str:
    """A journal that a newer program wrote."""
    return _("The journal “{path}” was written by a newer version of the game: resume it with that one.").format(
        path=path
    )


def journal_is_damaged(path: str) -> str:
    """A journal whose very beginning cannot be read, or that tells of what cannot have happened."""
    return _("The journal “{path}” is damaged, and no game can be read from it.").format(path=path)


def end_was_lost(size: int) -> str:
    """The end of a journal was not whole; the table goes on from before it."""
    sentence = ngettext(
        "The last {n} byte of the table's journal was not whole; the table goes on from before it.",
        "The last {n} bytes of the table's journal were not whole; the table goes on from before them.",
        size,
    )
    return sentence.format(n=size)


def table_goes_on(title: str) -> str:
    """A table was resumed, for the screen of a dedicated host."""
    return _("“{title}” goes on as it was.").format(title=title)


def closed_in_mid_game() -> str:
    """The host has closed a table whose game was not finished."""
    return _("The game is kept. Go on with it another time: sixqp host --resume")


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
    if words:
        return _("{words} or {last}").format(words=", ".join(words[:-1]), last=words[-1])
    if cells:
        return ngettext("a text of 1 character", "a text of 1 to {n} characters", cells).format(n=cells)
    if or_none:
        return _("a number from {low} to {high}, or none").format(low=low, high=high)
    return _("a number from {low} to {high}").format(low=low, high=high)


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
    where = clean(path, 200)
    sentence = _SENTENCES.get(problem, _value)(_Case(key, got, expected, near, first))
    if line:
        return _("{path}, line {line}: {sentence}").format(path=where, line=line, sentence=sentence)
    return _("{path}: {sentence}").format(path=where, sentence=sentence)


def _quoted(text: str) -> str:
    return _("“{text}”").format(text=text) if text else _("nothing")


def _subject(case: _Case) -> str:
    return case.key or _("a player's name")


def _value(case: _Case) -> str:
    return _("{setting}: expected {expected}, got {got}.").format(
        setting=_subject(case), expected=expectation(*case.expected), got=_quoted(case.got)
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
    return sentence.format(setting=_subject(case), got=_quoted(case.got), n=most)


def _unprintable(case: _Case) -> str:
    if case.near:
        sentence = _("{setting}: {got} has a character that cannot be shown ({character}); remove it.")
    else:
        sentence = _("{setting}: {got} has a character that cannot be shown; remove it.")
    return sentence.format(setting=_subject(case), got=_quoted(case.got), character=case.near)


def _unknown_key(case: _Case) -> str:
    said = [_("{key} is not a setting.").format(key=_quoted(case.key))]
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
    return sentence.format(name=_quoted(case.got), n=most)


def _unreadable(case: _Case) -> str:
    if case.got:
        return _("the file cannot be read ({reason}).").format(reason=case.got)
    return _("the file cannot be read.")


def _no_equals(case: _Case) -> str:
    return _("expected “key = value”, got {got}.").format(got=_quoted(case.got))


def _large(case: _Case) -> str:
    size = case.expected[2] // 1024
    return _("expected a text of at most {size} KiB, this is larger; is it the right file?").format(size=size)


def _key_twice(case: _Case) -> str:
    return _("{key} is set a second time; line {line} has set it already.").format(key=case.key, line=case.first)


def _named_twice(case: _Case) -> str:
    return _("{name} is named twice.").format(name=_quoted(case.got))


def _name_twice(case: _Case) -> str:
    return _("the name {name} is already on line {line}.").format(name=_quoted(case.got), line=case.first)


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
    form = _("{low} to {high} letters and digits").format(low=SHORTEST, high=LONGEST)
    return _("{form}, {words}").format(form=form, words=_(" or ").join(words)) if words else form


def no_code() -> str:
    """What was typed can be no code."""
    return _("A room code is {form}.").format(form=expected_code(()))
