"""What the coach says, who sits beside a player who plays alone."""

from sixqp_tui.i18n import _


def says(line: str) -> str:
    # Translators: {line} is “played 45, best was 23: 4.3 heads ± 0.5”
    return _("Coach: {line}").format(line=line)


def cannot_answer() -> str:
    return _("The coach can't answer now; the log says why.")
