"""What the page is told: frozen values, which become JSON as they stand."""

from msgspec import Struct

from sixqp_tui.gateways.page.scenes import Scene


class PageCard(Struct, frozen=True, omit_defaults=True):
    """A card that may be touched: what it is called, where it would land, and the button that lays or takes it.

    `row` and `place` (both from 0) are where its ghost stands; a row of -1 has none.
    """

    card: int
    told: str
    hint: str = ""
    button: str = ""
    row: int = -1
    place: int = -1


class PageRow(Struct, frozen=True, omit_defaults=True):
    """A row: its cards, its heads, the sentence for who listens, and the button that takes it."""

    cards: tuple[int, ...]
    cost: int
    told: str
    button: str = ""
    cheapest: bool = False


class PagePlayer(Struct, frozen=True, omit_defaults=True):
    """A player: the heads of all rounds and of this one, and the same for who listens."""

    name: str
    sign: str
    told: str
    total: int
    more: int = 0
    mark: str = ""
    rank: int = 1
    own: bool = False
    bot: bool = False
    near: bool = False
    over: bool = False
    ready: bool = False
    past: tuple[int, ...] = ()


class PageHand(Struct, frozen=True, omit_defaults=True):
    """A public hand (5.2)."""

    name: str
    cards: tuple[int, ...]
    own: bool = False
    picks: bool = False


class PageChair(Struct, frozen=True, omit_defaults=True):
    """A chair in the lobby that is not free, in words."""

    told: str
    occupant: str
    here: bool = True
    own: bool = False


class Takeover(Struct, frozen=True):
    """A bot's seat that a watcher may take over."""

    seat: int
    button: str


class QuickReaction(Struct, frozen=True):
    """A quick reaction that may be shown to everybody: its code, and its words."""

    code: str
    told: str


class PageView(Struct, frozen=True, omit_defaults=True):
    """All that the page shows at one moment.

    `part` is what lies in front. `moment` names the decision at hand: what the page asks for bears it, so that
    nothing is decided that was not in sight. `left` is what the clock has of its `span`, in milliseconds; it
    stands where it is `held`. `steps` come before all of it, unless `hurry` says that the reader's time is short.
    `bank` is what comes after the clock. `act` is what the `button` asks for where no card or row is touched.
    `ranking` are the seats in the order of the score sheet. `sheet` is what lies open over the page, with its
    `lines`; `talk` counts the sayings, `newest` is the last of them. `notice` is the `noticed`th sentence about
    something that was wanted in vain.
    """

    part: str
    title: str
    where: str = ""
    prompt: str = ""
    aside: str = ""
    yours: bool = False
    asked: str = ""
    moment: str = ""
    online: bool = True
    left: int | None = None
    span: int = 0
    held: bool = False
    hurry: bool = False
    steps: tuple[Scene, ...] = ()
    players: tuple[PagePlayer, ...] = ()
    rows: tuple[PageRow, ...] = ()
    hand: tuple[PageCard, ...] = ()
    laid: int = 0
    back: bool = False
    deck: tuple[PageCard, ...] = ()
    hands: tuple[PageHand, ...] = ()
    chairs: tuple[PageChair, ...] = ()
    facts: tuple[str, ...] = ()
    ranking: tuple[int, ...] = ()
    heading: str = ""
    act: str = ""
    button: str = ""
    bank: int = 0
    last: tuple[str, ...] = ()
    sheet: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    talk: int = 0
    newest: str = ""
    takeovers: tuple[Takeover, ...] = ()
    reactions: tuple[QuickReaction, ...] = ()
    rename: bool = False
    lists_seen: bool = True
    leaving: str = ""
    notice: str = ""
    noticed: int = 0


class PageDoor(Struct, frozen=True, omit_defaults=True, tag="door", tag_field="part"):
    """Before a guest has a place: what is asked, why the last try failed, and what else is offered.

    `again`: the way back is one touch. `busy`: a try is on its way.
    """

    sentence: str
    title: str = ""
    name: str = ""
    code: bool = False
    again: bool = False
    busy: bool = False
