"""The apps of one process have the same style sheets, and none needs to parse them again."""

from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet


def keep_parsed() -> None:
    """From now on, apps of this process share what Textual has parsed for one of them with the same colours."""
    kept: dict[frozenset[tuple[str, str]], dict[tuple[Any, ...], list[RuleSet]]] = {}
    begin, set_variables = Stylesheet.__init__, Stylesheet.set_variables

    def share(sheet: Any) -> None:
        sheet._parse_cache = kept.setdefault(frozenset(sheet._variables.items()), {})  # noqa: SLF001 (Textual has no public cache)

    def begin_shared(sheet: Any, *, variables: dict[str, str] | None = None) -> None:
        begin(sheet, variables=variables)
        share(sheet)

    def set_shared(sheet: Any, variables: dict[str, str]) -> None:
        sheet._parse_cache = {}  # noqa: SLF001 (Textual clears it)
        set_variables(sheet, variables)
        share(sheet)

    Stylesheet.__init__, Stylesheet.set_variables = begin_shared, set_shared  # type: ignore[method-assign, assignment]
