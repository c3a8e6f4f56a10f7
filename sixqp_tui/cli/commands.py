"""The commands of the program."""

from typing import NamedTuple

from sixqp_tui.i18n import N_


class Command(NamedTuple):
    """`about` is one line for the help.

    `module` has two functions: `add_arguments` takes the command's parser, and `run` leads from parsed arguments to
    the exit code.
    """

    name: str
    about: str
    module: str


COMMANDS = (
    Command("host", N_("open a table on this LAN and play at it"), "sixqp_tui.cli.host"),
    Command("join", N_("join a table on this LAN, or watch it"), "sixqp_tui.cli.join"),
    Command("play", N_("play alone against bots, at once, without a network"), "sixqp_tui.cli.play"),
    Command("local", N_("play together on one keyboard, passing it around"), "sixqp_tui.cli.local"),
    Command("serve", N_("open a table without a player or a screen (a dedicated host)"), "sixqp_tui.cli.serve"),
    Command(
        "learn",
        N_("learn the game at the table, in a few short lessons"),
        "sixqp_tui.features.lessons.command",
    ),
    Command(
        "challenge",
        N_("play the deal of the day against the same bots as everybody else, and compare"),
        "sixqp_tui.cli.challenge",
    ),
    Command("replay", N_("replay a finished game"), "sixqp_tui.features.replay.command"),
    Command(
        "history",
        N_("list your finished games, or delete one"),
        "sixqp_tui.features.history.command",
    ),
    Command(
        "scores",
        N_("show everybody's results, and who won the last evenings"),
        "sixqp_tui.features.history.scores_command",
    ),
    Command(
        "import",
        N_("add a game file that somebody gave you to your history"),
        "sixqp_tui.features.history.import_command",
    ),
    Command("export", N_("write a finished game to a file, to share it"), "sixqp_tui.features.review.export"),
    Command(
        "review",
        N_("review a finished game: what was luck, and which decisions were costly"),
        "sixqp_tui.features.review.command",
    ),
    Command(
        "doctor",
        N_("check whether tables can be found from this machine, and what is in the way"),
        "sixqp_tui.features.doctor.command",
    ),
)
