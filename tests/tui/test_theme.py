"""Whatever the terminal shows, all that is to be read can be read, and cards are told apart."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any, get_args

import pytest
from rich.color import Color, ColorSystem
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from support.colour_vision import BLINDNESS, distance
from support.feature_scenes import of_features
from support.lanes import with_soaks
from support.pilots import app_of, settled, shown
from support.scenes import EVERY
from support.strips import strips
from textual.color import Color as Colour
from textual.pilot import Pilot
from wcwidth import wcwidth

from sixqp_tui.presentation.seat_signs import SIGNS
from sixqp_tui.store.preferences import Preferences, ThemeName
from sixqp_tui.tui import preferences_controller
from sixqp_tui.tui.theme import glyphs, palettes, roles
from sixqp_tui.tui.theme.line_filters import DotsFilter, as_shown, contrast, least_contrast, readable_ink
from sixqp_tui.tui.theme.palettes import Depth, palette_for

SYSTEMS: dict[Depth, ColorSystem] = {
    "many": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "16": ColorSystem.STANDARD,
}
THERE_AND_BACK: tuple[ThemeName, ...] = ("felt", "light", "felt")
DEPTHS: tuple[Depth, ...] = ("many", "none")
THEMES: tuple[ThemeName, ...] = get_args(ThemeName)
LOOKS = tuple((palette_for(name, depth), SYSTEMS[depth]) for name in THEMES for depth in ("many", "256", "16"))
SHOWN: tuple[tuple[ThemeName, Depth], ...] = (
    *((name, "many") for name in THEMES),
    ("felt", "256"),
    ("felt", "16"),
    ("light", "16"),
)
"""Every palette on the terminals that it was made for."""
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
READABLE = 4.5
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
ALL_RED = {(roles.CRIMSON.block, roles.ALARM), (roles.TAKEN.block, roles.CRIMSON.block)}
"""The one red block of sixteen colours is all that costs heads: their numbers and signs tell them apart."""
BLACK_ON_BROWN = 4.0
"""Black on the yellow of sixteen colours: on the Linux console it is brown, elsewhere white would be worse."""


@pytest.fixture(autouse=True)
def felt_again() -> Iterator[None]:
    """Whatever a test wears, the next one sees felt."""
    yield
    roles.set_palette(roles.FELT_PALETTE)


def colour(palette: roles.Palette, role: str) -> ColorTriplet:
    return Color.parse(palette.colours[role]).get_truecolor()


async def segments_in(
    pilot: Pilot[Any], monkeypatch: pytest.MonkeyPatch, name: ThemeName, depth: Depth, ascii_only: bool = False
) -> list[Segment]:
    """What is sent to the terminal under this look."""
    monkeypatch.setattr(preferences_controller, "color_depth", lambda _app: depth)
    app_of(pilot).preferences.use(Preferences(theme=name, ascii=ascii_only))
    await pilot.pause()
    await pilot.pause()
    return [segment for strip in strips(pilot.app) for segment in strip]


def styles(segments: list[Segment]) -> list[Style | None]:
    return [segment.style for segment in segments]


def unreadable(segments: list[Segment], system: ColorSystem) -> list[tuple[str, str, str]]:
    least = BLACK_ON_BROWN if system is ColorSystem.STANDARD else READABLE
    return [
        (segment.text, segment.style.color.name, segment.style.bgcolor.name)
        for segment in segments
        if segment.style
        and segment.style.color
        and segment.style.bgcolor
        and not glyphs.GRAPHIC.issuperset(segment.text)
        and least_contrast(segment.style.color.get_truecolor(), segment.style.bgcolor.get_truecolor(), system)
        < least
    ]


@pytest.mark.soak
@pytest.mark.parametrize("scene", with_soaks(sorted(SCENES, key=lambda scene: scene not in TOLD), len(TOLD)))
async def test_everything_drawn_is_readable_in_every_theme(scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with SCENES[scene]() as pilot:
        await check_looks(pilot, monkeypatch, telling=(scene, "") in TELLING)
        seen = {shown(pilot)}
        for keys in FURTHER.get(scene, ()):
            await pilot.press(*keys.split())
            await settled(pilot)
            await check_looks(pilot, monkeypatch, telling=(scene, keys) in TELLING)
            seen.add(shown(pilot))
    assert len(seen) == 1 + len(FURTHER.get(scene, ())), "some keys lead nowhere"


async def check_looks(pilot: Pilot[Any], monkeypatch: pytest.MonkeyPatch, telling: bool) -> None:
    """All that is to be read can be read, and a theme looks the same after another was chosen."""
    if telling:
        first, other, again = [
            styles(await segments_in(pilot, monkeypatch, name, "many")) for name in THERE_AND_BACK
        ]
        assert first == again != other
    for name, depth in SHOWN if telling else SHOWN[-1:]:
        segments = await segments_in(pilot, monkeypatch, name, depth)
        assert unreadable(segments, SYSTEMS[depth]) == [], (name, depth)
        assert all(segment.style and segment.style.bgcolor for segment in segments), "a cell is left unpainted"
    for depth in DEPTHS if telling else DEPTHS[-1:]:
        segments = await segments_in(pilot, monkeypatch, "felt", depth, ascii_only=True)
        assert beyond_ascii(segments) == set()
        coloured = [one for one in segments if one.style and (one.style.color or one.style.bgcolor)]
        assert (coloured == []) == (depth == "none"), "colours are sent to a terminal that has none, or never"


def beyond_ascii(segments: list[Segment]) -> set[str]:
    """The signs that are not ASCII and no letters of a name or of the language."""
    signs = {sign for segment in segments for sign in segment.text if not sign.isascii()}
    return {sign for sign in signs if not sign.isalpha()}


@pytest.mark.parametrize(("palette", "system"), LOOKS)
def test_every_ink_can_be_read_on_every_block(palette: roles.Palette, system: ColorSystem) -> None:
    least = BLACK_ON_BROWN if system is ColorSystem.STANDARD else READABLE
    cards = [(look.ink, look.block) for look in (*roles.BY_HEADS.values(), roles.TAKEN)]
    for ink, block in [*product((*roles.INKS, *roles.SEATS), roles.BLOCKS), *cards]:
        under = colour(palette, block)
        shown = readable_ink(colour(palette, ink), under, system)
        assert least_contrast(shown, under, system) >= least, (ink, block)


@pytest.mark.parametrize("name", THEMES)
def test_a_themes_inks_need_no_correction_on_its_felt(name: ThemeName) -> None:
    palette = palette_for(name, "many")
    pairs = [
        *product(roles.INKS, (roles.FELT, roles.EDGE)),
        (roles.DIM, roles.SLOT),
        (roles.GOLD, roles.GHOST),
    ]
    pairs += [(look.ink, look.block) for look in (*roles.BY_HEADS.values(), roles.TAKEN)]
    pairs += product(roles.SEATS, (roles.FELT,))
    poor = [pair for pair in pairs if contrast(colour(palette, pair[0]), colour(palette, pair[1])) < READABLE]
    assert poor == []


@pytest.mark.parametrize("name", THEMES)
def test_a_card_stands_out_from_the_felt(name: ThemeName) -> None:
    palette = palette_for(name, "many")
    felt = colour(palette, roles.FELT)
    blocks = {look.block: contrast(colour(palette, look.block), felt) for look in roles.BY_HEADS.values()}
    assert min(blocks.values()) >= 3, blocks


def seen(palette: roles.Palette, role: str, system: ColorSystem) -> list[ColorTriplet]:
    """A block as terminals show it, of dots the mixture that the eye makes of them."""
    if role != roles.SLOT or not palette.dots:
        return list(as_shown(colour(palette, role), system))
    dots = as_shown(Color.parse(palette.dots).get_truecolor(), system)
    return [mixture(*pair) for pair in zip(dots, as_shown(colour(palette, roles.FELT), system), strict=True)]


def mixture(dots: ColorTriplet, felt: ColorTriplet) -> ColorTriplet:
    return ColorTriplet(*(-(-(one + 3 * other) // 4) for one, other in zip(dots, felt, strict=True)))


@pytest.mark.parametrize(("palette", "system"), LOOKS)
def test_adjacent_colours_are_distinguishable(palette: roles.Palette, system: ColorSystem) -> None:
    close = {
        (one, other): round(apart, 3)
        for least, pairs in NEIGHBOURS.items()
        for one, other in pairs
        if (apart := min(map(distance, seen(palette, one, system), seen(palette, other, system)))) < least
    }
    assert close.keys() == (ALL_RED & close.keys() if system is ColorSystem.STANDARD else set()), close


@pytest.mark.parametrize("blindness", [None, *BLINDNESS])
@pytest.mark.parametrize(("palette", "system"), [look for look in LOOKS if look[1] is not ColorSystem.STANDARD])
def test_ten_players_have_colours_distinguishable_even_by_the_colour_blind(
    palette: roles.Palette, system: ColorSystem, blindness: str | None
) -> None:
    inks = [readable_ink(colour(palette, role), colour(palette, roles.FELT), system) for role in roles.SEATS]
    shown = [as_shown(ink, system)[0] for ink in inks]
    assert shown == [as_shown(colour(palette, role), system)[0] for role in roles.SEATS], "one is mended on felt"
    apart = {pair: distance(*pair, blindness) for pair in combinations(shown, 2)}
    assert min(apart.values()) >= (0.04 if blindness else 0.08), min(apart, key=lambda pair: apart[pair])


def test_eight_of_ten_players_have_their_own_ink_on_black_in_sixteen_colours() -> None:
    palette, system = palettes.DARK_16, ColorSystem.STANDARD
    felt = colour(palette, roles.FELT)
    inks = [readable_ink(colour(palette, role), felt, system) for role in roles.SEATS]
    assert inks == [colour(palette, role) for role in roles.SEATS], "one is mended on black"
    assert len({Color.from_triplet(ink).downgrade(system).number for ink in inks[:8]}) == 8


def test_the_signs_of_ten_seats_differ_in_ascii_too() -> None:
    assert len(set(SIGNS)) == len(roles.SEATS) == 10
    assert len({glyphs.to_ascii(sign) for sign in SIGNS}) == 10


@pytest.mark.parametrize("depth", ["many", "256"])
def test_felt_is_green_and_no_place_on_it_is_too_bright(depth: Depth) -> None:
    palette = palette_for("felt", depth)
    felt, *places = (as_shown(colour(palette, role), SYSTEMS[depth])[0] for role in (roles.FELT, roles.SLOT))
    assert felt.green > max(felt.red, felt.blue)
    assert max(place.green for place in places) <= 0x5F


def test_felt_dots_surround_a_number_on_a_place_but_not_a_row_of_words() -> None:
    palette = palettes.DARK_16
    assert palette.dots
    slot = Style(color="#ffffff", bgcolor=palette.colours[roles.SLOT])
    edge = Style(color=palette.colours[roles.SLOT], bgcolor=palette.colours[roles.FELT])
    words = [Segment(text, slot) for text in ("  ", "Le Bot   ", "6 ", " ")]
    assert (
        "".join(part.text for part in DotsFilter(palette).apply(words, Colour.parse("#000000"))) == "  Le Bot   6  "
    )
    line = [*(Segment(text, slot) for text in ("   ", "6 ", " ")), Segment("▀▀", edge)]
    parts = DotsFilter(palette).apply(line, Colour.parse("#000000"))
    assert "".join(part.text for part in parts) == "░░░6░░  "
    assert {part.style.bgcolor.name for part in parts if part.style and part.style.bgcolor} == {"#000000"}
    assert {part.style.color.name for part in parts if part.style and part.style.color and "░" in part.text} == {
        palette.dots
    }


@pytest.mark.parametrize("palette", [palettes.DARK_16, palettes.LIGHT_16])
def test_a_dotted_palettes_slot_colour_is_the_mixture_of_its_dots(palette: roles.Palette) -> None:
    assert palette.dots
    assert mixture(Color.parse(palette.dots).get_truecolor(), colour(palette, roles.FELT)) == colour(
        palette, roles.SLOT
    )


@pytest.mark.parametrize("palette", [palettes.DARK_16, palettes.LIGHT_16])
def test_blocks_in_sixteen_colours_use_the_eight_safe_background_colours(palette: roles.Palette) -> None:
    shown = [*roles.BLOCKS, *(look.block for look in roles.BY_HEADS.values())]
    numbers = [Color.parse(palette.colours[role]).downgrade(ColorSystem.STANDARD).number or 0 for role in shown]
    assert max(numbers) < 8


def test_every_sign_and_its_ascii_replacement_is_one_cell_wide() -> None:
    signs = {value for name, value in vars(glyphs).items() if name.isupper() and isinstance(value, str)}
    assert {sign for sign in "".join(signs) if wcwidth(sign) != 1} == set()
    assert {sign for sign, plain in glyphs.IN_ASCII.items() if len(plain) != 1 or not plain.isascii()} == set()
    assert set("".join(signs)) <= glyphs.IN_ASCII.keys()
