"""A sentence that has to be read but asks nothing: it lies over the line above the keys, and moves nothing."""

from collections.abc import Callable

from textual.widgets import Static


class Notice(Static):
    """Shown from `say` to `clear`, in the language in use. Its screen has the layer `above`."""

    DEFAULT_CSS = """
    Notice { layer: above; dock: bottom; margin: 0 0 1 0; height: 1; padding: 0 1; display: none;
             background: $alarm; color: $red; text-style: bold; }
    Notice.-shown { display: block; }
    """

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._said: Callable[[], str] = str

    def say(self, said: Callable[[], str]) -> None:
        """Show this sentence."""
        self._said = said
        self.retranslate()
        self.add_class("-shown")

    def clear(self) -> None:
        """It has been read."""
        self.remove_class("-shown")

    def retranslate(self) -> None:
        """Say it in the language in use."""
        self.update(self._said())
