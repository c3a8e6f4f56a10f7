"""Evenings at random keep every promise, and each planted mistake breaks one."""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

import pytest
from msgspec.structs import replace
from simulation.evening import Evening
from support.keys import key_of

from sixqp_tui.client import continuing, finished_games
from sixqp_tui.client.events import Welcomed
from sixqp_tui.host import state as host_state
from sixqp_tui.host.state import State
from sixqp_tui.hosting import continuing as hosting
from sixqp_tui.joining import following

EVENINGS, MOST = 15, 300
Patch = pytest.MonkeyPatch


@pytest.mark.slow
@pytest.mark.parametrize("share", range(2))
def test_evenings_keep_every_promise(share: int) -> None:
    for seed in range(share * EVENINGS, (share + 1) * EVENINGS):
        Evening(seed).play()


# -- mistakes ------------------------------------------------------------------------------------------


def signature_unchecked(patch: Patch) -> None:
    for module in (continuing, following):
        patch.setattr(module, "is_proved", lambda *_: True)


def certificate_not_signed(patch: Patch) -> None:
    for module in (continuing, hosting):
        patch.setattr(module, "continue_text", lambda evening, table, _certificate: f"{evening} {table}".encode())


def removed_key_continues(patch: Patch) -> None:
    everybody = {key_of(name).public for name in ("Ann", "Bob", "Cleo", "Dan", "Eve")}
    for module in (continuing, following):
        patch.setattr(module, "programs", lambda _news: set(everybody))


def a_living_table_is_left(patch: Patch) -> None:
    patch.setattr(following, "is_lost", lambda _status: True)


def one_of_two_is_picked(patch: Patch) -> None:
    patch.setattr(following, "the_only", lambda offers: offers[0] if offers else None)


def not_compared(what: str, patch: Patch) -> None:
    real = continuing.differences

    def some(*states: Any) -> tuple[str, ...]:
        return tuple(each for each in real(*states) if each != what)

    patch.setattr(continuing, "differences", some)


def options_changed(change: Callable[[Any, Any], Any], patch: Patch) -> None:
    real = hosting.continuing_options

    def changed(state: Any, *more: Any) -> Any:
        options: Any = real(state, *more)
        kept: Any = options.kept
        return replace(options, kept=replace(kept, **change(kept, state)))

    patch.setattr(hosting, "continuing_options", changed)


def round_tallied_twice(_kept: Any, _state: Any) -> dict[str, Any]:
    return {"counted": 0}


def lost_tally_forgotten(kept: Any, state: Any) -> dict[str, Any]:
    return {"counted": len(state.view.table.scores)}


def another_game(kept: Any, _state: Any) -> dict[str, Any]:
    return {"game": kept.game + 1}


def void_round_is_kept(patch: Patch) -> None:
    patch.setattr(hosting, "finished_rounds", lambda history: history)


def the_table_before_is_named(patch: Patch) -> None:
    for module in (continuing, hosting, following):
        patch.setattr(module, "evening_of", lambda state: state.welcome.table if state.welcome else "")


def history_by_table(patch: Patch) -> None:
    real = finished_games.GameRecorder.note

    def note(self: Any, event: Any, now: int) -> Any:
        if isinstance(event, Welcomed):
            event = replace(event, welcome=replace(event.welcome, continues=None))
        return real(self, event, now)

    patch.setattr(finished_games.GameRecorder, "note", note)


def played_alone(patch: Patch) -> None:
    patch.setattr(State, "update_stillness", lambda _self: None)


def all_are_waited_for(patch: Patch) -> None:
    patch.setattr(host_state, "GATHER_SECONDS", inf)
    patch.setattr(State, "awaits", lambda _self, _seat: True)


MISTAKES: dict[str, tuple[Callable[[Patch], None], int]] = {
    "signature unchecked": (signature_unchecked, 615),
    "a living table is left": (a_living_table_is_left, 0),
    "one of two is picked": (one_of_two_is_picked, 2),
    "rounds not compared": (partial(not_compared, "rounds"), 10),
    "end of the own round not compared": (partial(not_compared, "round"), 89),
    "seats not compared": (partial(not_compared, "seats"), 14),
    "round tallied twice": (partial(options_changed, round_tallied_twice), 0),
    "lost tally forgotten": (partial(options_changed, lost_tally_forgotten), 308),
    "the game's number grows": (partial(options_changed, another_game), 0),
    "void round is kept": (void_round_is_kept, 0),
    "the table before is named": (the_table_before_is_named, 16),
    "history by table": (history_by_table, 11),
    "played alone": (played_alone, 2),
    "all are waited for": (all_are_waited_for, 0),
}
"""Each with an evening that finds it, which is tried first."""


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES)
def test_each_planted_mistake_is_found(mistake: str, monkeypatch: Patch) -> None:
    plant, first = MISTAKES[mistake]
    plant(monkeypatch)
    for seed in (first, *range(MOST)):
        try:
            Evening(seed).play()
        except Exception:  # noqa: BLE001  # whatever it breaks
            return
    pytest.fail("no evening found it")
