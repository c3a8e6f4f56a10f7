"""Who dropped out of a game, came back or is played for by a bot: lines between those of the facts."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from sixqp_protocol.messages import RoomNews, SeatNews
from sixqp_tui.i18n import console as console_words
from sixqp_tui.i18n.facts import Told
from sixqp_tui.tui.transcript import Chronicle

Presence = Literal["here", "away", "played"]
_SENTENCES: dict[Presence, Callable[[str], str]] = {
    "here": console_words.is_back,
    "away": console_words.is_away,
    "played": console_words.bot_plays_for,
}


class Going(NamedTuple):
    """Somebody's presence has changed when so many lines of the log had been shown."""

    after: int
    name: str
    now: Presence


class Goings:
    """Remembers them for one game, by news of its room; says them in the language in use."""

    def __init__(self) -> None:
        self._game = 0
        self._known: dict[str, Presence] = {}
        self._goings: list[Going] = []

    def heard(self, news: RoomNews, game: int, shown: Chronicle) -> None:
        """The room is like this now; what it was like when it was heard of first is no news."""
        if game != self._game:
            self._game, self._known, self._goings = game, {}, []
        now = {chair.name: _presence(chair) for chair in news.seats if _is_persons(chair, self._known)}
        for name, presence in now.items():
            if self._known.get(name, presence) != presence:
                self._goings.append(Going(len(shown.told), name, presence))
        self._known = now

    def among(self, shown: Chronicle, start: int = 0) -> tuple[Told, ...]:
        """What was told of the game from a line on, and these where they happened."""
        told = shown.told
        if not self._goings:
            return told[start:]
        lines = [(at, 1, one) for at, one in enumerate(told[start:], start)]
        lines += [(min(going.after, len(told)), 0, _told(going)) for going in self._goings if going.after >= start]
        return tuple(one for _at, _kind, one in sorted(lines, key=lambda line: line[:2]))


def _told(going: Going) -> Told:
    sentence = _SENTENCES[going.now](going.name)
    return Told(sentence, sentence.rstrip("."))


def _is_persons(chair: SeatNews, known: dict[str, Presence]) -> bool:
    """Whether a person sits there, or did before a bot began to play that seat."""
    return chair.occupant == "person" or (chair.occupant == "bot" and chair.name in known)


def _presence(chair: SeatNews) -> Presence:
    if chair.occupant == "bot" or chair.level is not None:
        return "played"
    return "here" if chair.here else "away"
