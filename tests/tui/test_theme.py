"""In every theme, all that is to be read can be read, and cards are told apart."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, get_args

import pytest
from rich.color import Color, ColorSystem
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from support.pilots import strips
from textual.pilot import Pilot
from textual.widgets import Input
from tui.colour_vision import BLINDNESS, READABLE, contrast, distance
from tui.scenes import STATES
from wcwidth import wcwidth

from sixqp_tui.i18n.system import head_sign
from sixqp_tui.store.preferences import Preferences, ThemeName
from sixqp_tui.tui.base_app import FELT_IN, BaseApp
from sixqp_tui.tui.theme import glyphs, roles
from sixqp_tui.tui.theme.roles import PALETTES

THERE_AND_BACK: tuple[ThemeName, ...] = ("felt", "light", "felt")
THEMES: tuple[ThemeName, ...] = get_args(ThemeName)
TELLING = """
    home_tables home_code host_form lobby_host lobby_leaving help table_lifted table_catastrophe row_picked
    draft_two scores_pause scores_won log cards_seen rules games lesson_wrong replay review_all
"""
"""States that show every kind of widget."""
CARDS = tuple(look.block for look in roles.BY_HEADS.values())
NEIGHBOURS = {
    0.04: (
        *product((roles.FELT,), (roles.EDGE, roles.SLOT, roles.GHOST, roles.ALARM, roles.BACK)),
        *product((roles.SLOT,), (roles.EDGE, roles.GHOST, roles.ALARM)),
        (roles.GHOST, roles.ALARM),
    ),
    0.1: (
        *product(CARDS, (roles.FELT, roles.SLOT, roles.GHOST, roles.ALARM, roles.BACK)),
        *combinations(CARDS, 2),
        *product((roles.TAKEN.block,), (*CARDS, roles.FELT, roles.SLOT)),
    ),
}
"""What lies beside what on the table, and the least distance at which they are two things (0.02 is just seen)."""


@pytest.fixture(autouse=True)
def felt_again() -> Iterator[None]:
    """Whatever a test wears, the next one sees felt."""
    yield
    roles.set_palette(roles.FELT_PALETTE)


def colour(name: ThemeName, role: str) -> ColorTriplet:
    return Color.parse(PALETTES[name].colours[role]).get_truecolor()


async def segments_in(pilot: Pilot[Any], name: ThemeName) -> list[Segment]:
    """What is drawn in this theme."""
    assert isinstance(pilot.app, BaseApp)
    pilot.app.use(Preferences(theme=name))
    await pilot.pause()
    await pilot.pause()
    return [segment for strip in strips(pilot.app) for segment in strip]


def styles(segments: list[Segment]) -> list[Style | None]:
    return [segment.style for segment in segments]


GRAPHIC = frozenset(f" {glyphs.UPPER_HALF}{glyphs.LEFT_HALF}{glyphs.RIGHT_HALF}▁▂▃▄▅▆▇█▉▊▋▍▎▏")
"""Signs that are drawn rather than read, with the partial cells at the end of a scrollbar."""


def unreadable(segments: list[Segment], name: ThemeName) -> set[tuple[str, str, str]]:
    """What lies below a question, or shows a table without a connection, is dimmed and needn't be read."""
    own = set(PALETTES[name].colours.values())
    return {
        (segment.text, segment.style.color.name, segment.style.bgcolor.name)
        for segment in segments
        if segment.style
        and segment.style.color
        and segment.style.bgcolor
        and {segment.style.color.name, segment.style.bgcolor.name} <= own
        and not GRAPHIC.issuperset(segment.text)
        and contrast(segment.style.color.get_truecolor(), segment.style.bgcolor.get_truecolor()) < READABLE
    }


@pytest.mark.parametrize("state", TELLING.split())
async def test_everything_drawn_is_readable_in_every_theme(state: str) -> None:
    """And a theme looks the same after another was chosen."""
    async with STATES[state]() as pilot:
        for field in pilot.app.screen.query(Input):
            field.cursor_blink = False
        first, other, again = [styles(await segments_in(pilot, name)) for name in THERE_AND_BACK]
        assert first == again != other
        for name in THEMES:
            segments = await segments_in(pilot, name)
            assert unreadable(segments, name) == set(), name
            assert all(segment.style and segment.style.bgcolor for segment in segments), "a cell is left unpainted"


@pytest.mark.parametrize("name", THEMES)
def test_a_themes_inks_can_be_read_and_its_cards_and_places_are_told_apart(name: ThemeName) -> None:
    looks = (*roles.BY_HEADS.values(), roles.TAKEN)
    read = [
        *product((*roles.INKS, *roles.SEATS), (roles.FELT,)),
        *product(roles.INKS, (roles.EDGE,)),
        *((look.ink, look.block) for look in looks),
        (roles.DIM, roles.SLOT),
        (roles.GOLD, roles.GHOST),
    ]
    assert [pair for pair in read if contrast(colour(name, pair[0]), colour(name, pair[1])) < READABLE] == []
    assert [block for block in CARDS if contrast(colour(name, block), colour(name, roles.FELT)) < 3] == []
    for least, pairs in NEIGHBOURS.items():
        assert [pair for pair in pairs if distance(colour(name, pair[0]), colour(name, pair[1])) < least] == []


@pytest.mark.parametrize("blindness", [None, *BLINDNESS])
@pytest.mark.parametrize("name", THEMES)
def test_ten_players_have_colours_distinguishable_even_by_the_colour_blind(
    name: ThemeName, blindness: str | None
) -> None:
    inks = [colour(name, role) for role in roles.SEATS]
    apart = {pair: distance(*pair, blindness) for pair in combinations(inks, 2)}
    assert min(apart.values()) >= (0.04 if blindness else 0.08), min(apart, key=lambda pair: apart[pair])


def test_in_256_colours_felt_looks_as_it_is_meant() -> None:
    for role in (*roles.BLOCKS, *roles.INKS):
        meant = Color.parse(PALETTES[FELT_IN["256"]].colours[role]).get_truecolor()
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
