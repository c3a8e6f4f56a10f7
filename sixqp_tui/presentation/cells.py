"""Text of a given width in cells."""

from sixqp_protocol.text import cells


def wrap(text: str, width: int) -> tuple[str, ...]:
    """Lines of at most `width` cells, broken between words; a longer word gets its own line."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and cells(lines[-1]) + 1 + cells(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


def pad(text: str, width: int) -> str:
    """The text in exactly `width` cells, cut with an ellipsis or padded."""
    if cells(text) > width:
        while text and cells(text) >= width:
            text = text[:-1]
        text += "…"
    return text + " " * max(0, width - cells(text))
