"""In every theme, all that is to be read can be read, and cards are told apart."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, get_args

import pytest
from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from support.colour_vision import BLINDNESS, READABLE, contrast, distance
from support.feature_scenes import of_features
from support.lanes import with_soaks
from support.pilots import app_of, settled, shown
from support.scenes import EVERY
from support.strips import strips
from textual.pilot import Pilot
from wcwidth import wcwidth

from sixqp_tui.i18n.system import head_sign
from sixqp_tui.presentation.seat_signs import SIGNS
from sixqp_tui.store.preferences import Preferences, ThemeName
from sixqp_tui.tui.theme import glyphs, roles
from sixqp_tui.tui.theme.palettes import PALETTES

THERE_AND_BACK: tuple[ThemeName, ...] = ("felt", "light", "felt")
THEMES: tuple[ThemeName, ...] = get_args(ThemeName)
FURTHER = {
    "home": ("a", "escape h", "escape f1", "escape o"),
    "lobby": ("s", "escape q", "escape question_mark", "escape ctrl+p"),
    "table, lifted": ("l",),
    "over, revealed": ("space", "tab"),
}
"""Keys that lead from a scene to what else can be seen there, each from where the one before has led."""
SCENES = EVERY | of_features("EVERY")
TELLING = {("home", ""), ("lobby", "s"), ("table, lifted", ""), ("over, revealed", "space")}
"""Scenes that show every kind of widget, which are looked at in every look; what they paint with is tried below."""
TOLD = {scene for scene, _keys in TELLING}
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
    app_of(pilot).preferences.use(Preferences(theme=name))
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


@pytest.mark.soak
@pytest.mark.parametrize("scene", with_soaks(sorted(SCENES, key=lambda scene: scene not in TOLD), len(TOLD)))
async def test_everything_drawn_is_readable_in_every_theme(scene: str) -> None:
    async with SCENES[scene]() as pilot:
        await check_looks(pilot, telling=(scene, "") in TELLING)
        seen = {shown(pilot)}
        for keys in FURTHER.get(scene, ()):
            await pilot.press(*keys.split())
            await settled(pilot)
            await check_looks(pilot, telling=(scene, keys) in TELLING)
            seen.add(shown(pilot))
    assert len(seen) == 1 + len(FURTHER.get(scene, ())), "some keys lead nowhere"


async def check_looks(pilot: Pilot[Any], telling: bool) -> None:
    """All that is to be read can be read, and a theme looks the same after another was chosen."""
    if telling:
        first, other, again = [styles(await segments_in(pilot, name)) for name in THERE_AND_BACK]
        assert first == again != other
    for name in THEMES:
        segments = await segments_in(pilot, name)
        assert unreadable(segments, name) == set(), name
        assert all(segment.style and segment.style.bgcolor for segment in segments), "a cell is left unpainted"


@pytest.mark.parametrize("name", THEMES)
def test_a_themes_inks_can_be_read_on_what_they_are_drawn_on(name: ThemeName) -> None:
    pairs = [
        *product(roles.INKS, (roles.FELT, roles.EDGE)),
        (roles.DIM, roles.SLOT),
        (roles.GOLD, roles.GHOST),
    ]
    pairs += [(look.ink, look.block) for look in (*roles.BY_HEADS.values(), roles.TAKEN)]
    pairs += product(roles.SEATS, (roles.FELT,))
    poor = [pair for pair in pairs if contrast(colour(name, pair[0]), colour(name, pair[1])) < READABLE]
    assert poor == []


@pytest.mark.parametrize("name", THEMES)
def test_a_card_stands_out_from_the_felt(name: ThemeName) -> None:
    felt = colour(name, roles.FELT)
    blocks = {look.block: contrast(colour(name, look.block), felt) for look in roles.BY_HEADS.values()}
    assert min(blocks.values()) >= 3, blocks


@pytest.mark.parametrize("name", THEMES)
def test_adjacent_colours_are_distinguishable(name: ThemeName) -> None:
    close = {
        (one, other): round(apart, 3)
        for least, pairs in NEIGHBOURS.items()
        for one, other in pairs
        if (apart := distance(colour(name, one), colour(name, other))) < least
    }
    assert close == {}


@pytest.mark.parametrize("blindness", [None, *BLINDNESS])
@pytest.mark.parametrize("name", THEMES)
def test_ten_players_have_colours_distinguishable_even_by_the_colour_blind(
    name: ThemeName, blindness: str | None
) -> None:
    inks = [colour(name, role) for role in roles.SEATS]
    apart = {pair: distance(*pair, blindness) for pair in combinations(inks, 2)}
    assert min(apart.values()) >= (0.04 if blindness else 0.08), min(apart, key=lambda pair: apart[pair])


def test_ten_seats_have_ten_signs() -> None:
    assert len(set(SIGNS)) == len(roles.SEATS) == 10


def test_felt_is_green_and_no_place_on_it_is_too_bright() -> None:
    felt, place = colour("felt", roles.FELT), colour("felt", roles.SLOT)
    assert felt.green > max(felt.red, felt.blue)
    assert place.green <= 0x5F


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
    ],
)
def test_heads_are_a_v_where_the_terminal_has_no_other_sign(
    variables: dict[str, str], encoding: str | None, sign: str
) -> None:
    assert head_sign(variables, Stream(encoding)) == sign  # type: ignore[arg-type]
