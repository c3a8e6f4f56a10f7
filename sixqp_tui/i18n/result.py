"""What is printed when somebody leaves the program: how the game stands, and the way back."""

from sixqp_tui.i18n import _


def ended(title: str, verdict: str) -> str:
    # Translators: {title} is the table's, {verdict} such as “Ann wins with 12 heads · Bo: 71, 5 over 66”
    return _("{title}: {verdict}").format(title=title, verdict=verdict)


def left_at(title: str, number: int, turn: int) -> str:
    """A game is not over: where it was when its player left."""
    if 1 <= turn <= 10:
        return _("{title}: round {number}, turn {turn} of 10").format(title=title, number=number, turn=turn)
    return _("{title}: round {number}").format(title=title, number=number)


def line(rank: int, name: str, total: int) -> str:
    return f"  {rank:>2}  {name}  {total:>4}"


def come_back(line: str) -> str:
    return _("Your seat stays yours. Come back with: {line}").format(line=line)
