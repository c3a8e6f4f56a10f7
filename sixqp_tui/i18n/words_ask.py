"""Words that every question has in common."""

from sixqp_tui.i18n.catalog import pgettext


def understood() -> str:
    """The only answer to a sentence that just has to be read."""
    return pgettext("answer", "go on")


def key_name(key: str) -> str:
    """A key as it is written on a keyboard."""
    return {"enter": "⏎", "escape": "Esc"}.get(key, key)
