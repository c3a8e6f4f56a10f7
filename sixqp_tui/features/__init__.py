"""The features beside the game: what each adds to the command line, to the screens and to the text mode.

This is the only place that names them all. The game knows a feature by its commands and hooks alone, and loads it
when one of these is used. A screen that has a key for a hook offers it where some feature provides the hook:

- `games`, `scores`, `learn`: open a screen. Argument: the app.
- `next_lesson`: the number of the lesson where the player left off, or 0 after the last, and of how many; None
  before the first. Blocks.
- `replay`: shows a `RecordedSession` again. Arguments: the app, the session.
- `what_if`: plays a round of a `RecordedSession` on, from its reader's last decision. Arguments: the app, the
  session.
- `replay_game`, `review_game`: keys at the end of a game. Arguments: the app, the `FinishedGame`, the own seat.
- `review_record`: reviews a game of the history. Arguments: the app, the `GameRecord`, the seat, and optionally the
  round, turn and kind of the decision to begin with.
- `export_record`: writes a `GameRecord` to a file and returns its path; blocks.
- `last_evening`: the games of the player's last evening with others, how many they won, and whether it still lasts;
  None before the first. Blocks.
- `describe_unsaved_game`: a sentence about a game of this run that is not in the history, or nothing.
- `coach`: puts a coach beside somebody who plays alone on a screen. Arguments: `AtTable`, the exit stack.
- `plain_coach`: the same for the text mode. Argument: the exit stack, or None if nobody is coached.
- `open_challenge`: the line-up of a challenge or the id of a table to continue, or None if there's nothing to play.
  Argument: the parsed command line.
- `print_challenge`: prints everybody's results and returns the exit code. Argument: the parsed command line.
"""

from collections.abc import Callable
from importlib import import_module  # noqa: TID251 (a feature is loaded when it is used)
from typing import TYPE_CHECKING, Any, Final

from sixqp_tui.i18n import _
from sixqp_tui.presentation import feature
from sixqp_tui.presentation.feature import Command, Feature, Hook, hooks_of

if TYPE_CHECKING:
    from argparse import Namespace

    from sixqp_tui.joining.player import Player
    from sixqp_tui.terminal.app import Opener


def _lazy(path: str) -> Callable[..., Any]:
    """The function at a path below this package, as in `replay.screen:open_replay`, loaded when called."""
    module, _colon, name = path.partition(":")

    def call(*arguments: Any) -> Any:
        return getattr(import_module(f"{__name__}.{module}"), name)(*arguments)

    return call


def _command(name: str, about: Callable[[], str], module: str, suffix: str = "") -> Command:
    run = f"run_{suffix}" if suffix else "run"
    add = f"add_{suffix}_arguments" if suffix else "add_arguments"
    return Command(name, about, f"{__name__}.{module}:{run}", _lazy(f"{module}:{add}"))


LESSONS: Final = Feature(
    (_command("learn", lambda: _("learn the game at the table, in a few short lessons"), "lessons.command"),),
    {"learn": _lazy("lessons.screen:open_lessons"), "next_lesson": _lazy("lessons.course:next_lesson")},
)
REPLAY: Final = Feature(
    (_command("replay", lambda: _("replay a finished game"), "replay.command"),),
    {
        "replay": _lazy("replay.screen:open_replay"),
        "replay_game": _lazy("replay.screen:replay_game"),
        "what_if": _lazy("replay.what_if_screen:open_what_if"),
    },
)
HISTORY: Final = Feature(
    (
        _command(
            "history",
            lambda: _("list your finished games, or delete one"),
            "history.commands",
            "history",
        ),
        _command(
            "scores",
            lambda: _("show everybody's results, and who won the last evenings"),
            "history.commands",
            "scores",
        ),
        _command(
            "import",
            lambda: _("add a game file that somebody gave you to your history"),
            "history.commands",
            "import",
        ),
    ),
    {
        "games": _lazy("history.games_screen:open_games"),
        "scores": _lazy("history.scores_screen:open_scores"),
        "last_evening": _lazy("history.games:count_last_evening"),
        "describe_unsaved_game": _lazy("history.games:describe_unsaved_game"),
    },
    _lazy("history.games:save_finished_game"),
)
REVIEW: Final = Feature(
    (
        _command("export", lambda: _("write a finished game to a file, to share it"), "review.export"),
        _command(
            "review",
            lambda: _("review a finished game: what was luck, and which decisions were costly"),
            "review.command",
        ),
    ),
    {
        "review_game": _lazy("review.screen:review_game"),
        "review_record": _lazy("review.screen:open_review"),
        "export_record": _lazy("review.export:export_record"),
    },
)
COACH: Final = Feature(
    hooks={"coach": _lazy("coach.screen:seat_coach"), "plain_coach": _lazy("coach.lines:plain_coach")}
)
DOCTOR: Final = Feature(
    (
        _command(
            "doctor",
            lambda: _("check whether tables can be found from this machine, and what is in the way"),
            "doctor.command",
        ),
    )
)
ARENA: Final = Feature(
    (
        _command(
            "arena", lambda: _("let bots play each other, without a screen, and print the results"), "arena.command"
        ),
    )
)
CHALLENGE: Final = Feature(
    (
        Command(
            "challenge",
            lambda: _("play the deal of the day against the same bots as everybody else, and compare"),
            "sixqp_tui.cli.play:run_challenge",
            _lazy("challenge.command:add_arguments"),
        ),
    ),
    {
        "open_challenge": _lazy("challenge.command:open_challenge"),
        "print_challenge": _lazy("challenge.command:print_challenge"),
    },
)
FEATURES: Final = (LESSONS, CHALLENGE, REPLAY, HISTORY, REVIEW, COACH, DOCTOR, ARENA)


def find_hook(name: str) -> Hook:
    """For the command line, which knows that some feature provides the hook."""
    return hooks_of(FEATURES)[name]


def subscribe() -> None:
    feature.subscribe(FEATURES)


def run_app(
    command: str,
    player: "Player",
    opener: "Opener | None",
    parsed: "Namespace | None" = None,
    visits: bool = True,
) -> int:
    from sixqp_tui.terminal import app

    return app.run_app(command, player, opener, parsed, visits, FEATURES)


def run_feature(command: str, parsed: "Namespace", show: Callable[[Any, Callable[[None], None]], None]) -> int:
    """`show` takes the app, and what to call when its screen is closed."""
    from sixqp_tui.terminal.player_name import find_name
    from sixqp_tui.tui.openings import AtFeature

    async def open_feature(_stack: object, _progress: object) -> AtFeature:
        return AtFeature(show)

    return run_app(command, find_name(parsed), open_feature, parsed)
