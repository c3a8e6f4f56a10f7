"""Records of games that are over, for whoever shows, keeps or judges them."""

from collections.abc import Sequence
from html.parser import HTMLParser

from support.play import names, played

from sixqp_protocol.facts import Rules
from sixqp_tui.history.record import GameRecord, Player, record_game


def record_of(
    rules: Rules, players: int, seed: str = "kept", called: Sequence[str] = (), seeded: bool = False
) -> GameRecord:
    """The record of a game played by lot; the second player is a bot."""
    named = (*called, *names(players)[len(called) :])
    seats = [Player(name, level="medium" if seat == 1 else None) for seat, name in enumerate(named)]
    facts = played(rules, players, seed)
    title = called[0] if called else "Ada's"
    return record_game(facts, seats, table="c0ffee", number=1, title=title, ended=1_700_000_000, seeded=seeded)


class ParsedPage(HTMLParser):
    """A page as a parser reads it: its elements with their attributes, and the text that a reader sees.

    `broken` is what was not closed as it was opened.
    """

    VOID = frozenset(("meta", "circle", "line", "path", "rect"))

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.sources: dict[str, str] = {}
        self.texts: list[str] = []
        self.broken: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        self.broken += self._open
        self.text = "".join(self.texts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.broken.append(tag)

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in ("style", "script"):
            self.sources[self._open[-1]] = data
        else:
            self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        self.broken.append(data)

    def values(self, name: str) -> list[str]:
        """The values of an attribute, wherever it stands."""
        return [
            value or "" for _tag, attributes in self.elements for key, value in attributes.items() if key == name
        ]
