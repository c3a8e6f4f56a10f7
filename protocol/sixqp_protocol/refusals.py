"""The codes that travel instead of sentences, and how a client reacts to them."""

from enum import StrEnum
from typing import Final

TRY_AGAIN_LATER: Final = 1013
"""The WebSocket close code of a host at its limit of connections; a client comes back by itself."""


class Refusal(StrEnum):
    """Why a request changed nothing."""

    STALE = "stale"  # it names another round, turn or pick than the one at hand
    NOT_ASKED = "not_asked"  # nothing of that kind is asked of this seat now
    NOT_IN_HAND = "not_in_hand"  # the card is not in this seat's hand
    NOT_IN_DECK = "not_in_deck"  # the card no longer lies face up
    ALREADY_CHOSEN = "already_chosen"  # this seat has laid a card this turn
    NOTHING_LAID = "nothing_laid"  # there is no card to take back
    NOT_SEATED = "not_seated"  # a watcher asked for what only a player may do
    NOT_OWNER = "not_owner"  # only the table's owner may
    NOT_IN_LOBBY = "not_in_lobby"  # only before the game or after it
    NOT_PLAYING = "not_playing"  # only while a game is played
    TOO_FEW_PLAYERS = "too_few_players"  # a game needs two
    BAD_RULES = "bad_rules"  # rules that no game can be played by
    NO_SUCH_SEAT = "no_such_seat"  # nobody, or somebody else than meant, sits there
    PAUSED = "paused"  # the table pauses
    TOO_FAST = "too_fast"  # more messages than the limits allow
    EMPTY_TEXT = "empty_text"  # nothing printable was left of the text
    HAD_SEAT = "had_seat"  # the sender, or somebody at their address, has seen the hand of another seat


class Reaction(StrEnum):
    """What a client does after the host closed its connection."""

    RETURN = "return"  # come back by itself
    RETURN_ONCE = "return_once"  # come back when the player asks for it
    STOP = "stop"  # stop, and say why


class Farewell(StrEnum):
    """Why the host closes a connection."""

    TOO_SLOW = "too_slow"  # the connection did not take what was sent to it
    RESTART = "restart"  # the table process restarts
    ELSEWHERE = "elsewhere"  # the seat was opened by a newer connection
    LEFT = "left"  # the client asked to leave
    CLOSED = "closed"  # the table was closed by its owner, or is finished
    KICKED = "kicked"  # the owner removed this player
    VERSION = "version"  # the two ends speak different versions
    FULL = "full"  # no chair is free
    BEGUN = "begun"  # the game has begun, and no seat belongs to the key
    OTHER_TABLE = "other_table"  # another table than the one asked for lives here
    WRONG_CODE = "wrong_code"  # the room code was not proved
    BAD_MESSAGE = "bad_message"  # bytes that are no message of this protocol
    TOO_LATE = "too_late"  # no Hello within the time limit, or no room code
    CODES_PAUSED = "codes_paused"  # too many wrong room codes: for a while none is taken
    TOO_FAST = "too_fast"  # more messages than the limits allow, again and again

    @property
    def reaction(self) -> Reaction:
        return _REACTIONS.get(self, Reaction.STOP)

    @property
    def close_code(self) -> int:
        """The WebSocket close code: 4000 plus the place in this list."""
        return 4000 + list(Farewell).index(self)


_REACTIONS = {
    Farewell.TOO_SLOW: Reaction.RETURN,
    Farewell.RESTART: Reaction.RETURN,
    Farewell.TOO_LATE: Reaction.RETURN,
    Farewell.ELSEWHERE: Reaction.RETURN_ONCE,
}
