"""What the file of a report is called where nobody says otherwise."""

import re
from unicodedata import normalize

from sixqp_tui.features.history.record import GameRecord

MAX_TITLE = 40
"""Letters of the title: the whole name fits on every disk."""


def report_file_name(record: GameRecord, day: str) -> str:
    """A name that every system takes: the day, the title as far as it is of Latin letters, and the game's id."""
    plain = normalize("NFKD", re.sub("['’]", "", record.title)).encode("ascii", "ignore").decode().lower()
    title = re.sub("[^a-z0-9]+", "-", plain)[:MAX_TITLE].strip("-")
    return "-".join(part for part in ("sixqp", day, title, record.id) if part) + ".html"
