"""Textual's palette, of what the keys do here."""

from textual import on
from textual.command import CommandList, CommandPalette, Hit, Hits
from textual.system_commands import SystemCommandsProvider
from textual.widgets import Input, OptionList

from sixqp_tui.i18n import _


class Commands(SystemCommandsProvider):
    """The app's `get_system_commands`, and a sentence where none is found."""

    async def search(self, query: str) -> Hits:
        found = False
        async for hit in super().search(query):
            found = True
            yield hit
        if not found:
            sentence = _("No available command has that name.")
            yield Hit(0, sentence, lambda: None, sentence)


class Palette(CommandPalette):
    DEFAULT_CSS = """
    Palette {
        background: $veil;
        & > Vertical { width: 80; max-width: 100%; margin-top: 1; background: $edge; }
        #--input, #--input.--list-visible { border: none; height: 3; background: $edge; }
        SearchIcon { visibility: hidden; }
        CommandInput, CommandInput:focus { border: none; height: 1; margin: 1 2 1 0; padding: 0; }
        CommandList { border: none; background: $edge; max-height: 70vh; scrollbar-size-vertical: 1; }
        CommandList > .option-list--option { padding: 0 2; text-style: none; color: $ink; }
        CommandList > .option-list--option-highlighted { background: $ghost; color: $gold; text-style: bold; }
        LoadingIndicator { display: none; }
        & > .command-palette--help-text { color: $gold; text-style: bold; }
        & > .command-palette--highlight { color: $gold; text-style: bold underline; }
    }
    """

    def __init__(self) -> None:
        super().__init__([Commands], placeholder=_("What would you like to do?"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A list that isn't laid out yet has no pages."""
        if action == "command_list" and not any(each.scrollable_content_region for each in self.query(CommandList)):
            return False
        return super().check_action(action, parameters)

    @on(Input.Changed)
    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def ignore_once_closed(self, event: Input.Changed | Input.Submitted | OptionList.OptionSelected) -> None:
        """Ignore what was typed while it closed: Textual would close the screen below, or search without a list."""
        if not self.is_active:
            event.prevent_default()
