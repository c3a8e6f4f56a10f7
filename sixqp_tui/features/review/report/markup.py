"""HTML that is made of elements: whatever is no element is a text, and is escaped."""

from html import escape

from sixqp_protocol.text import printable


class Markup(str):
    """HTML that is whole, and in which every text is escaped."""

    __slots__ = ()


_VOID = frozenset(("meta", "line", "path", "rect", "circle"))
"""Elements without content; in SVG they are closed by a slash, which HTML allows too."""


def element(tag: str, *content: str, **attributes: str | int | bool | None) -> Markup:
    """An element; of its content, all that is no Markup is text.

    In the names of attributes `_` stands for `-`, and a last one for nothing (`class_`). None and False leave an
    attribute out, True gives it no value.
    """
    opened = "".join((tag, *(_attribute(name, value) for name, value in attributes.items())))
    if tag in _VOID:
        return Markup(f"<{opened}/>")
    return Markup(f"<{opened}>{join(*content)}</{tag}>")


def join(*content: str) -> Markup:
    return Markup("".join(each if isinstance(each, Markup) else _text(each) for each in content))


def _attribute(name: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = name.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{_text(str(value))}"'


def _text(text: str) -> str:
    return escape(printable(text))
