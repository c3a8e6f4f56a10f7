"""The words behind the keys at the foot of the game's screens."""


def choose() -> str:
    """Arrows and digits lift a card."""
    return "choose"


def lay() -> str:
    """Enter lays the lifted card."""
    return "lay"


def take_back() -> str:
    """Backspace takes the laid card back."""
    return "take back"


def row() -> str:
    """Arrows and digits light a row."""
    return "row"


def take() -> str:
    """Enter takes a row, or a card of the deck."""
    return "take"


def look() -> str:
    """Arrows move over the deck."""
    return "look"


def go_on() -> str:
    """Enter goes back to the table."""
    return "go on"


def scroll() -> str:
    """Arrows scroll."""
    return "scroll"


def rematch() -> str:
    """Start another game with the same players."""
    return "rematch"


def lobby() -> str:
    """Go back to the lobby."""
    return "lobby"


def chat() -> str:
    """Say something."""
    return "chat"


def log() -> str:
    """Show the log of the game."""
    return "log"


def rules() -> str:
    """Show the rules."""
    return "rules"


def pause() -> str:
    """Stop the table's clock."""
    return "pause"


def resume() -> str:
    """Let the table go on."""
    return "resume"


def leave() -> str:
    """Leave the table."""
    return "quit"


def close() -> str:
    """Close this screen."""
    return "close"
