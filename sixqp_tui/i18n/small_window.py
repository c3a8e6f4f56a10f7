"""What a window says that is too small for the game: how large it must be, and what goes on unseen."""

from sixqp_tui.i18n import _, ngettext


def too_small(width: int, height: int, now: tuple[int, int]) -> str:
    """The window is too small for the game."""
    sentence = _("The window must be at least {width}×{height}; it is {wide}×{high}.")
    return sentence.format(width=width, height=height, wide=now[0], high=now[1])


def goes_on_unseen(asked: bool, seconds: int | None) -> str:
    """In a window too small for the game: whether the table waits, and how long the reader has to decide."""
    if not asked:
        return _("The game goes on meanwhile.")
    if seconds is None:
        return _("It is your turn; the table waits for you.")
    sentence = ngettext(
        "It is your turn, and the clock does not wait: {n} second is left.",
        "It is your turn, and the clock does not wait: {n} seconds are left.",
        seconds,
    )
    return sentence.format(n=seconds)


def pauses_unseen(seconds: int | None) -> str:
    """The same in the pause between two rounds."""
    if seconds is None:
        return _("The next round waits until everybody is ready.")
    sentence = ngettext(
        "The next round is dealt in {n} second at the latest.",
        "The next round is dealt in {n} seconds at the latest.",
        seconds,
    )
    return sentence.format(n=seconds)
