"""Parts of sentences: counts, lists of names, and the game's terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.system import head_sign

if TYPE_CHECKING:
    from sixqp_protocol.messages import QuickReaction, Said

GAME = "6 QUI PREND !"
HEAD: Final = head_sign()


def decimal_point() -> str:
    # Translators: what stands between the whole number and the tenths: 4.3
    return pgettext("between a number and its tenths", ".")


def percent(count: int) -> str:
    # Translators: some languages put a space before the sign
    return _("{count}%").format(count=count)


def decimal(number: float) -> str:
    return f"{number:.1f}".replace(".", decimal_point())


def heads(count: int) -> str:
    # Translators: the bull's heads on the cards, which are the points of the game; fewer are better
    return ngettext("{n} head", "{n} heads", count).format(n=count)


def cards(count: int) -> str:
    return ngettext("{n} card", "{n} cards", count).format(n=count)


def format_rounds(count: int) -> str:
    return ngettext("{n} round", "{n} rounds", count).format(n=count)


def listed(names: Sequence[str], most: int = 4) -> str:
    """The first `most` names (at least 2) as a list, with the number of others."""
    if len(names) > most:
        left = len(names) - most + 1
        # Translators: {names} is a list with commas, such as “Ann, Bo, Cy”
        sentence = ngettext("{names} and {n} other", "{names} and {n} others", left)
        return sentence.format(names=", ".join(names[: most - 1]), n=left)
    if len(names) == 1:
        return names[0]
    # Translators: {names} is a list with commas; {last} the last name
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def one_of(words: Sequence[str]) -> str:
    if len(words) == 1:
        return words[0]
    # Translators: {words} is a list with commas; both are what can be typed, or ends of a game, and {last}
    # is the last of them
    return _("{words} or {last}").format(words=", ".join(words[:-1]), last=words[-1])


def quoted(text: str) -> str:
    # Translators: something that was typed or a title, quoted; “nothing” where it is empty, as in “expected
    # a number, got nothing”
    return _("“{text}”").format(text=text) if text else _("nothing")


def ordinal(number: int) -> str:
    # Translators: which place: of a player in the ranks (1st), of a card in a row (3rd of 5)
    few = {1: _("1st"), 2: _("2nd"), 3: _("3rd")}
    # Translators: from 4th on
    return few.get(number) or _("{number}th").format(number=number)


def you() -> str:
    # Translators: in lists of players and cards: “Bob 3, you 9, Alice 44”
    return pgettext("in a list", "you")


def labelled(name: str, text: str) -> str:
    # Translators: a label and what belongs to it: a line of chat, a medal and its sentence, a round and its heads
    return _("{name}: {text}").format(name=name, text=text)


def spoken(said: Said) -> str:
    return labelled(said.name, words_of(said))


def words_of(said: Said) -> str:
    return said.text if said.reaction is None else reaction(said.reaction)


def reaction(code: QuickReaction) -> str:
    return {
        # Translators: the next five are reactions that players show each other: as short as can be
        "bravo": _("Well played!"),
        # Translators: a cry: that hurts
        "ouch": _("Ouch!"),
        "sorry": _("Sorry!"),
        # Translators: to a player who takes long, in a friendly way
        "hurry": _("Come on!"),
        # Translators: a laugh
        "haha": _("Ha ha!"),
    }[code]


def person(name: str, marks: Sequence[str]) -> str:
    return f"{name} ({', '.join(marks)})" if marks else name


def role_bot(level: str | None) -> str:
    # Translators: beside or behind a name; {level} is easy, medium or hard
    named = _("bot, {level}")
    return named.format(level=level_name(level)) if level else pgettext("chair", "bot")


def variant_name(variant: str) -> str:
    # Translators: names of the variants of the game
    return {"classic": _("classic"), "tactic": _("tactic"), "draft": _("draft")}.get(variant, variant)


def table_title(title: str) -> str:
    """A table's title; the program's own, which are in English in files, are translated."""
    return {
        # Translators: a table's title; more than 16 characters are cut off in 80 columns
        "Alone against bots": _("Alone against bots"),
        # Translators: a table's title; more than 16 characters are cut off in 80 columns
        "Around one keyboard": _("Around one keyboard"),
    }.get(title, title)


def level_name(level: str) -> str:
    # Translators: how well a bot plays
    return {"easy": _("easy"), "medium": _("medium"), "hard": _("hard")}.get(level, level)
