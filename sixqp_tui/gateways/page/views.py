"""What the page draws: one moment of a table as one JSON object."""

from msgspec import Struct

from sixqp_tui.gateways.page.scenes import Scene


class PageCard(Struct, frozen=True, omit_defaults=True):
    """A card to touch. Its ghost is drawn at `row` and `place`, both from 0, or nowhere at -1."""

    card: int
    label: str
    hint: str = ""
    button: str = ""
    row: int = -1
    place: int = -1


class PageRow(Struct, frozen=True, omit_defaults=True):
    cards: tuple[int, ...]
    cost: int
    label: str
    button: str = ""
    cheapest: bool = False


class PagePlayer(Struct, frozen=True, omit_defaults=True):
    """`total` includes `more`, this round's heads."""

    name: str
    sign: str
    label: str
    total: int
    more: int = 0
    mark: str = ""
    rank: int = 1
    own: bool = False
    near: bool = False
    over: bool = False
    ready: bool = False
    bubble: str = ""
    past: tuple[int, ...] = ()


class PageHand(Struct, frozen=True, omit_defaults=True):
    name: str
    cards: tuple[int, ...]
    own: bool = False
    picks: bool = False


class PageChair(Struct, frozen=True, omit_defaults=True):
    label: str
    occupant: str
    here: bool = True
    own: bool = False
    ready: bool = False
    bubble: str = ""


class PageStory(Struct, frozen=True, omit_defaults=True):
    """A sentence about a round or a game; a medal has a title, and its holder's sign."""

    sentence: str
    title: str = ""
    sign: str = ""


class Part(Struct, frozen=True, omit_defaults=True, tag_field="part"):
    """What is in front. `act` is the kind of request that `button` makes."""

    where: str
    prompt: str = ""
    aside: str = ""
    yours: bool = False
    asked: str = ""
    act: str = ""
    button: str = ""


class LobbyPart(Part, frozen=True, tag="lobby"):
    chairs: tuple[PageChair, ...] = ()
    facts: tuple[str, ...] = ()


class TablePart(Part, frozen=True, tag="table"):
    rows: tuple[PageRow, ...] = ()
    hand: tuple[PageCard, ...] = ()
    laid: int = 0
    back: bool = False


class DraftPart(Part, frozen=True, tag="draft"):
    deck: tuple[PageCard, ...] = ()
    hands: tuple[PageHand, ...] = ()


class ScoresPart(Part, frozen=True, tag="scores"):
    heading: str = ""
    stories: tuple[PageStory, ...] = ()


class OverPart(ScoresPart, frozen=True, tag="over"):
    place: str = ""
    winners: tuple[int, ...] = ()
    won: bool = False


AnyPart = LobbyPart | TablePart | DraftPart | ScoresPart | OverPart


class PageView(Struct, frozen=True, omit_defaults=True):
    """Everything that the page shows at one moment: the part in front, and what belongs to every part.

    Requests repeat `moment`, so that nobody decides something they haven't seen. `left` is the time on the
    clock in milliseconds; it stands still while `held`. `steps` are played first, unless time is short (`hurry`).
    `ranking` holds the seats in the order of the score sheet. `sheet` is open over the page and has `lines`. `talk`
    counts the chat messages, `newest` is the last one. `noticed` counts the notices; a `quiet` one is only read
    aloud. `takeovers` are seats and `reactions` codes, with what their buttons say. `gone` is said when the table's
    computer doesn't answer.
    """

    shown: AnyPart
    title: str
    moment: str = ""
    online: bool = True
    seated: bool = False
    left: int | None = None
    held: bool = False
    hurry: bool = False
    steps: tuple[Scene, ...] = ()
    players: tuple[PagePlayer, ...] = ()
    ranking: tuple[int, ...] = ()
    last: tuple[str, ...] = ()
    sheet: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    talk: int = 0
    newest: str = ""
    takeovers: tuple[tuple[int, str], ...] = ()
    reactions: tuple[tuple[str, str], ...] = ()
    rename: bool = False
    leaving: str = ""
    notice: str = ""
    noticed: int = 0
    quiet: bool = False
    gone: str = ""


class PageDoor(Struct, frozen=True, omit_defaults=True, tag="door", tag_field="part"):
    """The page of a guest without a place; `people` says who is at the table.

    `names` are those of guests who had a place before the table went on here. `code` asks for the room code,
    `again` offers to try again; if it is `over`, there are no places left.
    """

    sentence: str
    title: str = ""
    people: str = ""
    names: tuple[str, ...] = ()
    name: str = ""
    code: bool = False
    again: bool = False
    over: bool = False
    busy: bool = False
