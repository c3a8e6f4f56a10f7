"""The commands that open and close the ways in for guests, at a table opened from here."""

from collections.abc import Callable
from functools import partial

from sixqp_protocol.messages import Way
from sixqp_tui.i18n import _, lobby as lobby_words
from sixqp_tui.i18n.commands import expected_word
from sixqp_tui.i18n.typed_words import english_value
from sixqp_tui.plain.answer import Answer, Command, Context, shorten, tell
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.presentation.ways_in import WAYS

SWITCH = ("on", "off")
Switch = Callable[[Way, bool], None]
"""Opens or closes a way in, in the background."""


OfferHostSeat = Callable[[], str | None]
"""Returns the code with which the host's phone takes the host's seat; None without a page."""


def way_commands(switch: Switch, offer_host_seat: OfferHostSeat) -> dict[str, Command]:
    return {
        **{way: Command(partial(_act, way, switch)) for way in WAYS},
        "phone": Command(partial(_move_to_phone, offer_host_seat)),
    }


def _act(way: Way, switch: Switch, _model: ViewModel, typed: str, _context: Context) -> Answer:
    word = english_value(typed, SWITCH).casefold()
    if word not in SWITCH:
        return tell(expected_word(SWITCH, shorten(typed)))
    on = word == "on"
    return Answer((lobby_words.way_switches(way, on),), then=partial(switch, way, on))


def _move_to_phone(offer_host_seat: OfferHostSeat, _model: ViewModel, _typed: str, _context: Context) -> Answer:
    code = offer_host_seat()
    return tell(lobby_words.host_code(code) if code else _("Open the page first: type page on."))
