"""A page of HTML as a parser reads it."""

from html.parser import HTMLParser


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
        return [
            value or "" for _tag, attributes in self.elements for key, value in attributes.items() if key == name
        ]
