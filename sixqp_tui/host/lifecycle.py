"""How games begin and end, and what becomes of the chairs."""

from sixqp_tui.engine.game import Game
from sixqp_tui.host.autostart import BETWEEN_GAMES_SECONDS
from sixqp_tui.host.hosted_game import HostedGame
from sixqp_tui.host.participants import Participant
from sixqp_tui.host.seats import Chair
from sixqp_tui.host.snapshot import tell_news
from sixqp_tui.host.state import State


def next_number(state: State) -> int:
    return 1 + (state.play.number if state.play else 0)


def begin(state: State, seed: str) -> None:
    """Begin the next game with everybody who is seated; every stream begins anew.

    Before its first fact everybody is told where they sit: in the draft no fact tells a reader (5.2).
    """
    tell_news(state)
    chairs = state.seats.taken
    state.play = HostedGame(next_number(state), seed, len(chairs))
    state.phase, state.asked = "playing", None
    state.fill_banks()
    for seat, chair in enumerate(chairs):
        chair.played, chair.ready = seat, False
        _count_absence(state, chair.driver)
    for peer in state.peers.values():
        peer.sent = 0
    names, pauses = tuple(chair.name for chair in chairs), state.settings.pause != 0
    state.happen(*Game.start(state.settings.rules, names, seed, pauses))
    state.announce()


def finish(state: State) -> None:
    """The game is over: the lobby again, with the same seats, and those who are away get their time anew."""
    state.phase, state.paused, state.asked = "lobby", False, None
    state.games_finished += 1
    state.clock.start(None, state.now)
    state.next_start = state.now + BETWEEN_GAMES_SECONDS
    for chair in state.seats.taken:
        if chair.person and chair.person.peer is None:
            chair.person.absent_since = state.now
    state.announce()


def vacate(state: State, chair: Chair) -> None:
    """Free a chair in the lobby; a bot that played it goes too."""
    state.retire_bot(chair)
    state.seats.free(chair)
    state.announce()


def _count_absence(state: State, guest: Participant | None) -> None:
    if guest and guest.peer is None and guest.absent_since is None:
        guest.absent_since = state.now
