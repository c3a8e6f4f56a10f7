"""What is asked before somebody leaves a table, or is removed from it."""


def ask_leave_game() -> str:
    """Before a player leaves a running game (8.2)."""
    return "A game is running. Your seat stays yours; a bot plays for you until you come back."


def answer_leave() -> str:
    """Yes to that."""
    return "leave"


def answer_stay() -> str:
    """Stay at the table."""
    return "stay"


def ask_hosting(others: int) -> str:
    """Before the host leaves; `others` are the people there besides the host."""
    if others == 0:
        return "You are hosting; no other person is at this table."
    return f"You are hosting: {others + 1} people are at this table."


def answer_keep_open() -> str:
    """The table goes on without its host's screen."""
    return "leave, and keep the table open"


def answer_close() -> str:
    """The table ends for everybody."""
    return "close the table for everybody"


def ask_kick(name: str) -> str:
    """Before a person is removed."""
    return f"Remove {name} from this table?"


def answer_kick() -> str:
    """Yes to that."""
    return "remove"


def answer_cancel() -> str:
    """Nothing happens."""
    return "cancel"
