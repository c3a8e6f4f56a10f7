"""Words of ours that stand still on a screen, but follow the language."""

from collections.abc import Callable

from textual.widgets import Static


class TranslatedText(Static):
    """A text in the language in use: `said` is asked for it now, and anew when the language changes."""

    def __init__(self, said: Callable[[], str], *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(said(), id=id, classes=classes, markup=False)
        self._said = said

    def retranslate(self) -> None:
        self.update(self._said())
