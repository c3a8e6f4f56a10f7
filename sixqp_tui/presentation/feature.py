"""What a feature adds to the game; the command line hands these values to the app and to the text mode."""

from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

Hook = Callable[..., Any]


class Command(NamedTuple):
    """A command of the command line.

    `run` is the path of a function, as in `package.module:function`, from the parsed arguments to the exit code.
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
