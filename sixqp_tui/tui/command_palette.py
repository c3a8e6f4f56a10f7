"""The palette: every command that is possible now, and the preferences, found by their words."""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple
from unicodedata import normalize

from textual import on
from textual.app import App
from textual.command import Command, CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider, SearchIcon
from textual.content import Content
from textual.types import IgnoreReturnCallbackType
from textual.widgets import Input, OptionList

from sixqp_tui.i18n import _, settings as settings_words
from sixqp_tui.tui.commands import list_commands
from sixqp_tui.tui.forms.preferences import KEYS, values
from sixqp_tui.tui.theme.glyphs import POINTER

BELOW = 0.01
"""The score of a match in the purpose: below all matching names."""
KEY_COLUMN = 32
"""Cells before the keys, as many as the longest name needs."""


class Entry(NamedTuple):
    name: str
    key: str
    about: str
    run: IgnoreReturnCallbackType
    words: tuple[str, ...]
    """Name and purpose, without accents and capitals."""

    def line(self, name: Content) -> Content:
        gap = " " * max(2, KEY_COLUMN - name.cell_length)
        return Content.assemble(name, gap, (self.key, "bold $gold")) if self.key else name


class Commands(Provider):
    """The commands that the screen below offers now, and the preferences that aren't set already."""

    async def discover(self) -> Hits:
        for entry in self._entries():
            yield DiscoveryHit(entry.line(Content(entry.name)), entry.run, entry.name, entry.about)

    async def search(self, query: str) -> Hits:
        """Find these words in names and purposes, with or without accents."""
        wanted = without_accents(query)
        matcher = self.matcher(wanted)
        found = False
        for entry in self._entries():
            described = any(wanted.casefold() in text for text in entry.words)
            score = matcher.match(without_accents(entry.name)) or BELOW * described
            if score:
                found = True
                marked = matcher.highlight(without_accents(entry.name).replace("[", "("))
                name = Content(entry.name, spans=list(marked.spans))
                yield Hit(score, entry.line(name), entry.run, entry.name, entry.about)
        if not found:
            sentence = _("No available command has that name.")
            yield Hit(0, Content(sentence), do_nothing, sentence)

    def _entries(self) -> Iterator[Entry]:
        for each in list_commands(self.screen):
            command = each.command
            if each.possible and command.listed:
                run = partial(self.app.run_action, each.action, each.node)
                name, purpose = (command.label or command.purpose)(), command.purpose()
                about = purpose if command.label else ""
                yield Entry(name[:1].upper() + name[1:], each.signs[0], about, run, _search_words(name, purpose))
        for key in KEYS:
            for value in values(key):
                if self.app.check_action("prefer", (key, value)):
                    run = partial(self.app.run_action, f"app.prefer({key!r}, {value!r})")
                    name = settings_words.preference_command(key, value)
                    about = settings_words.preference_purpose(key)
                    yield Entry(name, "", about, run, _search_words(name, about))


def do_nothing() -> None: ...


def _search_words(*texts: str) -> tuple[str, ...]:
    return tuple(without_accents(text).casefold() for text in texts)


def without_accents(text: str) -> str:
    return "".join(normalize("NFD", letter)[0] for letter in normalize("NFC", text))


class CommandScreen(CommandPalette):
    DEFAULT_CSS = """
    CommandScreen {
        background: $veil;
        & > Vertical, &:dark > Vertical { width: 80; max-width: 100%; margin-top: 1; background: $edge; }
        #--input, #--input.--list-visible { border: none; height: 3; background: $edge; }
        SearchIcon { color: $gold; text-style: bold; margin: 1 0 0 2; width: 2; }
        CommandInput, CommandInput:focus { border: none; height: 1; margin: 1 2 1 0; padding: 0; }
        CommandList { border: none; background: $edge; max-height: 70vh; scrollbar-size-vertical: 1; }
        CommandList > .option-list--option { padding: 0 2; text-style: none; color: $ink; }
        CommandList > .option-list--option-highlighted { background: $ghost; color: $gold; text-style: bold; }
        LoadingIndicator { display: none; }
        & > .command-palette--help-text { color: $dim; text-style: none; }
        & > .command-palette--highlight { color: $gold; text-style: bold underline; }
    }
    """

    def on_mount(self) -> None:
        self.query_one(SearchIcon).icon = POINTER

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "command_list" and not any(each.scrollable_content_region for each in self.query(CommandList)):
            return False
        return super().check_action(action, parameters)

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def run_once(self, event: Input.Submitted | OptionList.OptionSelected) -> None:
        """Ignore a second Enter once the palette has closed: Textual would close the screen below, too."""
        if not self.is_active:
            event.prevent_default()

    @on(OptionList.OptionHighlighted)
    def disable_sentence(self, event: OptionList.OptionHighlighted) -> None:
        """Make the sentence that nothing was found unselectable, if it is still listed."""
        listed, option = event.option_list.options, event.option
        if isinstance(option, Command) and option.hit.command is do_nothing and option in listed:
            event.option_list.disable_option_at_index(listed.index(option)).highlighted = None


def open_palette(app: App[Any]) -> None:
    if not isinstance(app.screen, CommandPalette):
        placeholder = _("What would you like to do? Type a word.")
        app.push_screen(CommandScreen([Commands], placeholder=placeholder))
