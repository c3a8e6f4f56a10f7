"""What sentences are made of: numbers of things, lists of names, and the names of what the game knows."""

from collections.abc import Sequence

from sixqp_tui.i18n import _, ngettext, pgettext

GAME = "6 QUI PREND !"


def heads(count: int) -> str:
    """A number of bull's heads."""
    return ngettext("{n} head", "{n} heads", count).format(n=count)


def cards(count: int) -> str:
    """A number of cards."""
    return ngettext("{n} card", "{n} cards", count).format(n=count)


def rounds_told(count: int) -> str:
    """A number of rounds."""
    return ngettext("{n} round", "{n} rounds", count).format(n=count)


def listed(names: Sequence[str], most: int = 4) -> str:
    """Names in a sentence; of more than `most` (at least 2) only the first, and how many others."""
    if len(names) > most:
        left = len(names) - most + 1
        sentence = ngettext("{names} and {n} other", "{names} and {n} others", left)
        return sentence.format(names=", ".join(names[: most - 1]), n=left)
    if len(names) == 1:
        return names[0]
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th..."""
    few = {1: _("1st"), 2: _("2nd"), 3: _("3rd")}
    return few.get(number) or _("{number}th").format(number=number)


def you() -> str:
    """The reader, under a card of their own."""
    return pgettext("in a list", "you")


def spoken(name: str, text: str) -> str:
    """Something that was said."""
    return _("{name}: {text}").format(name=name, text=text)


def variant_name(variant: str) -> str:
    """A variant in a word or two; what a newer host calls it, where it is unknown here."""
    return {"classic": _("classic"), "tactic": _("tactic"), "draft": _("pro (draft)")}.get(variant, variant)


def level_name(level: str) -> str:
    """How well a bot plays."""
    return {"easy": _("easy"), "medium": _("medium"), "hard": _("hard")}.get(level, level)
