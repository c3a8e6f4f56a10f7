"""A line of input that says what didn't fit."""

from textual import events
from textual.widgets import Input

from sixqp_tui.i18n import ngettext


class TextInput(Input):
    """Textual's input refuses a whole paste that is too long; this one keeps its beginning, and says so."""

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        start, end = sorted(self.selection)
        room = len(event.text) if self.max_length is None else self.max_length - len(self.value) + end - start
        self.replace(event.text[: max(0, room)], start, end)
        if len(event.text) > room:
            sentence = ngettext(
                "Only {n} character fits here: the rest of what you pasted was left out.",
                "Only {n} characters fit here: the rest of what you pasted was left out.",
                self.max_length or 0,
            )
            self.app.notify(sentence.format(n=self.max_length), severity="warning", markup=False)
