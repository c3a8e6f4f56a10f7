"""In every theme, all that is to be read can be read, and cards, places and players are told apart."""

from itertools import chain, combinations, product
from typing import Any

import pytest
from rich.color import Color, ColorSystem
from rich.color_triplet import ColorTriplet
from support.pilots import settled, strips
from tui.colour_vision import BLINDNESS, READABLE, contrast, distance
from tui.scenes import STATES
from wcwidth import wcwidth

from sixqp_tui.i18n.system import head_sign
from sixqp_tui.store.preferences import Preferences, ThemeName
from sixqp_tui.tui.base_app import FELT_IN, BaseApp
from sixqp_tui.tui.theme import glyphs, roles
from sixqp_tui.tui.theme.roles import THEMES

LOOKS = (*roles.BY_HEADS.values(), roles.TAKEN)
CARDS = [look.block for look in LOOKS]
PLACES = (roles.FELT, roles.EDGE, roles.SLOT, roles.GHOST, roles.ALARM)
READ = [
    *product(roles.INKS, PLACES),
    *product(roles.SEATS, (roles.FELT, roles.SLOT)),
    *((look.ink, look.block) for look in LOOKS),
]
"""What is written on what."""
APART = {
    0.04: [(roles.FELT, roles.BACK), *combinations(PLACES[2:], 2), *product((roles.FELT,), PLACES[1:])],
    0.1: [*combinations(CARDS, 2), *product(CARDS, roles.BLOCKS)],
}
"""What lies beside what, and the least distance at which they are two things (0.02 is just seen)."""


def colour(name: ThemeName, role: str) -> ColorTriplet:
    return Color.parse(THEMES[name].variables[role]).get_truecolor()


@pytest.mark.parametrize("name", THEMES)
def test_a_themes_text_can_be_read_and_its_cards_places_and_players_are_told_apart(name: ThemeName) -> None:
    colours = {role: colour(name, role) for role in {*roles.BLOCKS, *CARDS, *chain(*READ)}}
    assert [pair for pair in READ if contrast(colours[pair[0]], colours[pair[1]]) < READABLE] == []
    assert [block for block in CARDS if contrast(colours[block], colours[roles.FELT]) < 3] == []
    for least, pairs in APART.items():
        assert [pair for pair in pairs if distance(colours[pair[0]], colours[pair[1]]) < least] == []
    for blindness in (None, *BLINDNESS):
        seats = [distance(*pair, blindness) for pair in combinations([colours[role] for role in roles.SEATS], 2)]
        assert min(seats) >= (0.04 if blindness else 0.08), blindness


async def test_a_theme_leaves_no_cell_unpainted_and_looks_the_same_after_another_was_chosen() -> None:
    drawn: list[list[Any]] = []
    async with STATES["table_lifted"]() as pilot:
        assert isinstance(pilot.app, BaseApp)
        for name in (*THEMES, *THEMES):
            pilot.app.use(Preferences(theme=name))
            await settled(pilot)
            drawn.append([segment.style for strip in strips(pilot.app) for segment in strip])
    assert all(style and style.bgcolor for styles in drawn for style in styles)
    assert drawn[: len(THEMES)] == drawn[len(THEMES) :]
    assert drawn[-1] != drawn[-2]


def test_in_256_colours_felt_looks_as_it_is_meant() -> None:
    for role in (*roles.BLOCKS, *roles.INKS):
        meant = Color.parse(THEMES[FELT_IN["256"]].variables[role]).get_truecolor()
        drawn = Color.from_triplet(meant).downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
        assert max(abs(one - other) for one, other in zip(meant, drawn, strict=True)) <= 16, role


def test_every_sign_is_one_cell_wide() -> None:
    signs = {value for name, value in vars(glyphs).items() if name.isupper() and isinstance(value, str)}
    assert {sign for sign in ("".join(signs), "∀", "v") for sign in sign if wcwidth(sign) != 1} == set()


class Stream:
    def __init__(self, encoding: str | None) -> None:
        self.encoding = encoding


@pytest.mark.parametrize(
    ("variables", "encoding", "sign"),
    [
        ({"TERM": "xterm-256color", "LANG": "de_DE.UTF-8"}, "utf-8", "∀"),
        ({}, "UTF-8", "∀"),
        ({}, None, "∀"),
        ({"TERM": "xterm"}, "iso-8859-1", "v"),
        ({"TERM": "linux"}, "utf-8", "v"),
        ({"TERM": "xterm", "LC_ALL": "C"}, "utf-8", "v"),
        ({"TERM": "xterm", "LC_ALL": "C.UTF-8"}, "utf-8", "∀"),
        ({"TERM": "xterm", "LANG": "ja_JP.UTF-8"}, "utf-8", "v"),
        ({"TERM": "xterm", "LANG": "ja_JP.UTF-8", "LC_CTYPE": "en_GB.UTF-8"}, "utf-8", "∀"),
    ],
)
def test_heads_are_a_v_where_the_terminal_has_no_other_sign(
    variables: dict[str, str], encoding: str | None, sign: str
) -> None:
    assert head_sign(variables, Stream(encoding)) == sign  # type: ignore[arg-type]
