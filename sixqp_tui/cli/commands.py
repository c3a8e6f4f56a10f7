"""The commands of the program."""

from collections.abc import Callable
from typing import NamedTuple

from sixqp_tui.i18n import _


class Command(NamedTuple):
    """`about` is one line for the help.

    `module` has two functions: `add_arguments` takes the command's parser, and `run` leads from parsed arguments to
    the exit code.
    """

    name: str
    about: Callable[[], str]
    module: str


COMMANDS = (
    Command("host", lambda: _("open a table on this LAN and play at it"), "sixqp_tui.cli.host"),
    Command("join", lambda: _("join a table on this LAN, or watch it"), "sixqp_tui.cli.join"),
    Command("play", lambda: _("play alone against bots, at once, without a network"), "sixqp_tui.cli.play"),
    Command("local", lambda: _("play together on one keyboard, passing it around"), "sixqp_tui.cli.local"),
    Command(
        "serve", lambda: _("open a table without a player or a screen (a dedicated host)"), "sixqp_tui.cli.serve"
    ),
    Command(
        "learn",
        lambda: _("learn the game at the table, in a few short lessons"),
        "sixqp_tui.features.lessons.command",
    ),
    Command(
        "challenge",
        lambda: _("play the deal of the day against the same bots as everybody else, and compare"),
        "sixqp_tui.cli.challenge",
    ),
    Command("replay", lambda: _("replay a finished game"), "sixqp_tui.features.replay.command"),
    Command(
        "history",
        lambda: _("list your finished games, or delete one"),
        "sixqp_tui.features.history.command",
    ),
    Command(
        "scores",
        lambda: _("show everybody's results, and who won the last evenings"),
        "sixqp_tui.features.history.scores_command",
    ),
    Command(
        "import",
        lambda: _("add a game file that somebody gave you to your history"),
        "sixqp_tui.features.history.import_command",
    ),
    Command(
        "export", lambda: _("write a finished game to a file, to share it"), "sixqp_tui.features.review.export"
    ),
    Command(
        "review",
        lambda: _("review a finished game: what was luck, and which decisions were costly"),
        "sixqp_tui.features.review.command",
    ),
    Command(
        "doctor",
        lambda: _("check whether tables can be found from this machine, and what is in the way"),
        "sixqp_tui.features.doctor.command",
    ),
)
