"""The words that are typed in the text mode, in English and the current language."""

from collections.abc import Collection, Mapping
from typing import Final
from unicodedata import combining, normalize

from sixqp_tui.i18n import NC_, translate

Words = Mapping[str, str]
"""Each English word, with the one in the current language."""

COMMANDS: Final[Words] = {
    # Translators: the context “typed word” is a command that is typed: one word, in lower case, without blanks
    "start": NC_("typed word", "start"),
    "rematch": NC_("typed word", "rematch"),
    "bot": NC_("typed word", "bot"),
    "kick": NC_("typed word", "kick"),
    "admit": NC_("typed word", "admit"),
    "variant": NC_("typed word", "variant"),
    "limit": NC_("typed word", "limit"),
    "limit-rule": NC_("typed word", "limit-rule"),
    "rounds": NC_("typed word", "rounds"),
    "seats": NC_("typed word", "seats"),
    "timer": NC_("typed word", "timer"),
    "round-pause": NC_("typed word", "round-pause"),
    "ready": NC_("typed word", "ready"),
    "next": NC_("typed word", "next"),
    "continue": NC_("typed word", "continue"),
    "alone": NC_("typed word", "alone"),
    "settings": NC_("typed word", "settings"),
    "name": NC_("typed word", "name"),
    "sit": NC_("typed word", "sit"),
    "wait": NC_("typed word", "wait"),
    "rest": NC_("typed word", "rest"),
    "back": NC_("typed word", "back"),
    "table": NC_("typed word", "table"),
    "where": NC_("typed word", "where"),
    "coach": NC_("typed word", "coach"),
    "hand": NC_("typed word", "hand"),
    "hands": NC_("typed word", "hands"),
    "seen": NC_("typed word", "seen"),
    "tally": NC_("typed word", "tally"),
    "scores": NC_("typed word", "scores"),
    "who": NC_("typed word", "who"),
    "log": NC_("typed word", "log"),
    "invite": NC_("typed word", "invite"),
    "rules": NC_("typed word", "rules"),
    "phone": NC_("typed word", "phone"),
    "pause": NC_("typed word", "pause"),
    "resume": NC_("typed word", "resume"),
    "say": NC_("typed word", "say"),
    "react": NC_("typed word", "react"),
    "help": NC_("typed word", "help"),
    "quit": NC_("typed word", "quit"),
}
VALUES: Final[Words] = {
    # Translators: typed after a way in, as in “page on”
    "on": NC_("typed word", "on"),
    # Translators: typed after a way in, as in “page off”
    "off": NC_("typed word", "off"),
    # Translators: typed after “limit”, “rounds” or “timer”: without one
    "none": NC_("typed word", "none"),
    "classic": NC_("typed word", "classic"),
    "tactic": NC_("typed word", "tactic"),
    "draft": NC_("typed word", "draft"),
    # Translators: typed after “limit-rule”: the game ends when a total goes over the limit
    "over": NC_("typed word", "over"),
    # Translators: typed after “limit-rule”: the game ends when a total reaches the limit
    "reach": NC_("typed word", "reach"),
    # Translators: the levels of bots
    "easy": NC_("typed word", "easy"),
    "medium": NC_("typed word", "medium"),
    "hard": NC_("typed word", "hard"),
    # Translators: typed after “continue”: at this computer
    "here": NC_("typed word", "here"),
}
"""The words that follow a command."""
ANSWERS: Final[Words] = {
    "yes": NC_("typed word", "yes"),
    "no": NC_("typed word", "no"),
    "keep": NC_("typed word", "keep"),
    "close": NC_("typed word", "close"),
    "stay": NC_("typed word", "stay"),
}
LESSONS: Final[Words] = {
    "skip": NC_("typed word", "skip"),
    # Translators: typed in a lesson: go to the lesson before this one
    "back": NC_("typed word, lesson", "back"),
    "again": NC_("typed word", "again"),
    "seen": COMMANDS["seen"],
    "rules": COMMANDS["rules"],
    "help": COMMANDS["help"],
    "quit": COMMANDS["quit"],
}
TABLES: Final[Words] = {"again": LESSONS["again"], "quit": COMMANDS["quit"]}


def english(typed: str, words: Words) -> str:
    """The English word for one typed in either language, with or without accents; else the input, folded."""
    folded = _fold(typed)
    if folded in words:
        return folded
    return next((word for word, local in words.items() if _fold(translate(local)) == folded), typed.casefold())


def english_value(typed: str, accepted: Collection[str]) -> str:
    """The accepted English word for one typed in either language; else the input."""
    word = english(typed, {word: local for word, local in VALUES.items() if word in accepted})
    return word if word in accepted else typed


def local(word: str, words: Words) -> str:
    return translate(words[word]) if word in words else word


def _fold(text: str) -> str:
    return "".join(sign for sign in normalize("NFD", text.strip().casefold()) if not combining(sign))
