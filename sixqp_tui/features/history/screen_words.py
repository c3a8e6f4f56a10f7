"""What the screens of games that are over say."""

from sixqp_tui.i18n import _, ngettext, pgettext


def reading() -> str:
    return _("Reading your games…")


def reading_of(done: int, total: int) -> str:
    return _("Reading your games, {done} of {total}…").format(done=done, total=total)


def stopped() -> str:
    # Translators: r is a key
    return _("Stopped. Press r to read the rest.")


def rounds(count: int) -> str:
    return ngettext("{n} round", "{n} rounds", count).format(n=count)


def answer_delete() -> str:
    return pgettext("answer", "delete for good")
