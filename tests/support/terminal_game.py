"""People at real terminals who play a game to its end by their keys."""

import re
from collections.abc import Callable

from support.terminal import Terminal


def is_over(screen: str) -> bool:
    """Whether the last sheet is shown: what stands above it depends on who has won."""
    return bool(re.search(r"GAME OVER|ORDER OF FINISH", screen))


def decides(screen: str) -> bool:
    return is_over(screen) or any(words in screen for words in ("choose a card", "Choose a row"))


def play_until(players: list[Terminal], reached: Callable[[str], bool] = is_over) -> None:
    """Everybody lays the lowest card and, where a row is asked for, takes the topmost, until all screens are so."""
    while not all(reached(player.text) for player in players):
        for player in players:
            if decides(player.look()):
                decide(player)
            elif "n next" in player.text:
                player.press("n")
            else:
                player.press(" ")  # what just happened is skipped


def decide(player: Terminal) -> None:
    """Lift the first card and lay it, or point at the first row and take it; nothing where nothing is asked."""
    if "Choose a row" in player.text:
        player.press("1")
        player.until(lambda text: bool(re.search(r"too low. Take row 1 for \d+ heads?\?", text)))
        player.press("Enter")
        player.until(lambda text: "Take row 1 " not in text)
    elif "choose a card" in player.text:
        player.press("1")
        player.until("Your turn: ")
        player.until(lambda text: "choose a card" not in text)
        player.press("Enter")
        player.until(lambda text: "would " not in text and "too low now: you" not in text)
