"""The palette: every command that is possible now, and the preferences, found by their words in any language."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple
from unicodedata import normalize

from rich.text import Text
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider, SearchIcon
from textual.content import Content
from textual.types import IgnoreReturnCallbackType
from textual.widgets.option_list import Option

from sixqp_tui.i18n import _, in_every_language
from sixqp_tui.i18n import settings as settings_words
from sixqp_tui.i18n.keys import has_word, sentence, word
from sixqp_tui.tui.key_help import MOVES, commands
from sixqp_tui.tui.preferences import Personal
from sixqp_tui.tui.screens.preferences import KEYS, values
from sixqp_tui.tui.theme.glyphs import POINTER

BELOW = 0.01
"""The score of what has the typed words in its sentence or in another language: below whatever is called so."""


UNLISTED = {"commands", "leave at once", "next field", *MOVES.values()} - {"scroll"}
"""The codes of what is only a step, of what has another entry, and of the palette itself."""


class Entry(NamedTuple):
    """A command as it is listed: its name, its key, what it does, and how it is run."""

    name: str
    key: str
    about: str
    run: IgnoreReturnCallbackType
    words: tuple[str, ...]
    """Name and sentence in every language, without accents and capitals."""

    def shown(self, name: Content) -> Content:
        """The line in the list."""
        return Content.assemble(name, "  ", (self.key, "bold $gold")) if self.key else name


class Commands(Provider):
    """What the screen below has to offer now, and what its player may prefer."""

    async def discover(self) -> Hits:
        """Everything."""
        for entry in self._entries():
            yield DiscoveryHit(entry.shown(Content(entry.name)), entry.run, entry.name, entry.about)

    async def search(self, query: str) -> Hits:
        """Whatever has the words in its name or its sentence, in any language. Accents need not be typed."""
        asked = plain(query)
        matcher = self.matcher(asked)
        for entry in self._entries():
            said = any(asked.casefold() in text for text in entry.words)
            score = matcher.match(plain(entry.name)) or BELOW * said
            if score:
                found = matcher.highlight(plain(entry.name).replace("[", "("))
                name = Content(entry.name, spans=list(found.spans))
                yield Hit(score, entry.shown(name), entry.run, entry.name, entry.about)

    def _entries(self) -> Iterator[Entry]:
        for command in commands(self.screen):
            if command.possible and command.code not in UNLISTED:
                run = partial(self.app.run_action, command.action, command.node)
                name, about = word(command.code), sentence(command.code)
                if not has_word(command.code):
                    name, about = about, ""
                name = name[:1].upper() + name[1:]
                yield Entry(name, command.signs[0], about, run, _everywhere(partial(_command, command.code)))
        app = self.app
        if isinstance(app, Personal):
            yield from _preferences(app)


def _preferences(app: Personal) -> Iterator[Entry]:
    """Every value of every preference but those that count already."""
    for key in KEYS:
        for value in values(key):
            if value != getattr(app.preferences, key):
                changed = partial(replace, app.preferences, **{key: value})
                name = settings_words.preference_command(key, value)
                about, everywhere = (
                    settings_words.preference_purpose(key),
                    _everywhere(partial(_preference, key, value)),
                )
                yield Entry(name, "", about, lambda changed=changed: app.settle(changed()), everywhere)


def _command(code: str) -> str:
    return f"{word(code)}\n{sentence(code)}"


def _preference(key: str, value: object) -> str:
    return f"{settings_words.preference_command(key, value)}\n{settings_words.preference_purpose(key)}"


def _everywhere(said: Callable[[], str]) -> tuple[str, ...]:
    return tuple(plain(text).casefold() for text in in_every_language(said))


def plain(text: str) -> str:
    """The text without its accents, letter for letter."""
    return "".join(normalize("NFD", letter)[0] for letter in normalize("NFC", text))


class Palette(CommandPalette):
    """Textual's palette in our colours, our signs and our words."""

    DEFAULT_CSS = """
    Palette { background: $veil; }
    Palette > Vertical, Palette:dark > Vertical { width: 76; max-width: 100%; margin-top: 1; background: $edge; }
    Palette #--input, Palette #--input.--list-visible { border: none; height: 3; background: $edge; }
    Palette SearchIcon { color: $gold; text-style: bold; margin: 1 0 0 2; width: 2; }
    Palette CommandInput, Palette CommandInput:focus { border: none; height: 1; margin: 1 2 1 0; padding: 0; }
    Palette CommandList { border: none; background: $edge; max-height: 70vh; scrollbar-size-vertical: 1; }
    Palette CommandList > .option-list--option { padding: 0 2; text-style: none; color: $ink; }
    Palette CommandList > .option-list--option-highlighted { background: $ghost; color: $gold; text-style: bold; }
    Palette LoadingIndicator { display: none; }
    Palette > .command-palette--help-text { color: $dim; text-style: none; }
    Palette > .command-palette--highlight { color: $gold; text-style: bold underline; }
    """

    def on_mount(self) -> None:
        """No sign that is two cells wide in some terminals."""
        self.query_one(SearchIcon).icon = POINTER

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """Say in the language in use that nothing was found."""
        found = self.query_one(CommandList)
        if search_value:
            found.add_option(
                Option(
                    Text(_("No command that is possible now has such a name.")), disabled=True, id=self._NO_MATCHES
                )
            )
        self._list_visible = bool(search_value)


def open_palette(app: Personal) -> None:
    """Open the palette over the screen in front, unless it is open."""
    if not isinstance(app.screen, CommandPalette):
        app.push_screen(Palette([Commands], placeholder=_("What would you like to do? Type a word of it.")))
