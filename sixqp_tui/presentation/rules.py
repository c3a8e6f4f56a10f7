"""The articles of the rules, as text without pictures."""

import re
from typing import NamedTuple

from sixqp_tui.i18n import language, rules

_PICTURE = r"(?ms)^```.*?^```\n"


class Article(NamedTuple):
    heading: str
    text: str


def articles() -> tuple[Article, ...]:
    _title, *sections = re.sub(_PICTURE, "", rules(language())).replace("**", "").split("\n## ")
    parts = (section.partition("\n") for section in sections)
    return tuple(Article(heading, " ".join(text.split())) for heading, _end, text in parts)
