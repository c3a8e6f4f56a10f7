"""A bar on standard error for what takes long, gone in the end; nothing where that is no terminal."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn


def progress_bar(*, counted: bool = True) -> Progress:
    """The bar; its task's description says what is being done. `counted`: so many of so many are done."""
    console = Console(stderr=True)
    columns: list[ProgressColumn] = [TextColumn("{task.description}", markup=False), BarColumn()]
    columns += [MofNCompleteColumn()] if counted else []
    columns.append(TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
