"""What a feature adds to the game; the command line passes these to the app and the text mode."""

from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

Hook = Callable[..., Any]


class Command(NamedTuple):
    """A command of the command line.

    `run` is the path of a function, `package.module:function`, from parsed arguments to the exit code.
    """

    name: str
    about: Callable[[], str]
    run: str
    add_arguments: Callable[[ArgumentParser], None]


class Feature(NamedTuple):
    """The game calls the `hooks` by name; the table of all features lists their arguments."""

    commands: tuple[Command, ...] = ()
    hooks: Mapping[str, Hook] = {}
    on_finished_game: Callable[[Any], Awaitable[None]] | None = None


def hooks_of(features: Sequence[Feature]) -> dict[str, Hook]:
    """The hooks by name; the last one of a name counts."""
    return {name: hook for feature in features for name, hook in feature.hooks.items()}


def subscribe(features: Sequence[Feature]) -> None:
    from sixqp_tui.client import finished_games

    for feature in features:
        if feature.on_finished_game:
            finished_games.subscribe(feature.on_finished_game)
