"""Words that every question has in common."""


def understood() -> str:
    """The only answer to a sentence that just has to be read."""
    return "go on"


def key_enter() -> str:
    """Footer: hand over what was typed."""
    return "done"


def key_back() -> str:
    """Footer: back to where one came from."""
    return "back"


def key_name(key: str) -> str:
    """A key as it is written on a keyboard."""
    return {"enter": "⏎", "escape": "Esc"}.get(key, key)
