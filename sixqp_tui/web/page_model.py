"""What the page draws: one moment of a table as one JSON object, every word of it already said.

The page's script knows neither rules nor sentences: it draws what stands here.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol.messages import Rename
from sixqp_tui.client.status import Reconnecting, Status
from sixqp_tui.engine.cards import HAND, heads, heads_of
from sixqp_tui.engine.permissions import seated, withheld
from sixqp_tui.i18n import console as console_words
from sixqp_tui.i18n import lobby as lobby_words
from sixqp_tui.i18n import page as page_words
from sixqp_tui.i18n import phrases
from sixqp_tui.i18n import table as table_words
from sixqp_tui.i18n.facts import verdict
from sixqp_tui.presentation import table_sentences
from sixqp_tui.presentation.decision import ChooseCard, ChooseRow, DraftCard, landing_hint, situation
from sixqp_tui.presentation.permissions import takeovers
from sixqp_tui.presentation.prompt_text import game_prompt, lobby_prompt
from sixqp_tui.presentation.view_model import Player, ViewModel, lost_by_leaving
from sixqp_tui.web.scenes import Scene, heads_in_all

UNLIMITED = 10_000
"""Cells for a sentence: a page breaks lines by itself."""
SAID = 60
"""Sayings that the page keeps in sight."""
LOGGED = 120
"""Lines of the log that the page shows: more than a round of ten players has."""


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
    told: str
    total: int
    more: int = 0
    mark: str = ""
    rank: int = 1
    own: bool = False
    bot: bool = False
    near: bool = False
    over: bool = False
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


class PageView(Struct, frozen=True, omit_defaults=True):
    """All that the page shows at one moment.

    `part` is what lies in front. `moment` names the decision at hand: what the page asks for bears it, so that
    nothing is decided that was not in sight. `left` is what the clock has of its `span`, in milliseconds; it
    stands where it is `held`. `steps` come before all of it, unless `hurry` says that the reader's time is short.
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
    button: str = ""
    last: tuple[str, ...] = ()
    sheet: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    talk: int = 0
    newest: str = ""
    takeovers: tuple[Takeover, ...] = ()
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
    watch: bool = False
    again: bool = False
    busy: bool = False


# -- the parts ------------------------------------------------------------------------------------------


def page_view(model: ViewModel, part: str, title: str, status: Status, now: float, sheet: str = "") -> PageView:
    """The page at this moment, `now` in seconds of the clock of the model's deadline."""
    view = PageView(
        part=part,
        title=title,
        online=model.online,
        moment=moment_of(model),
        players=tuple(map(_player, model.players(), heads_in_all(model.table))),
        ranking=tuple(sorted(range(model.table.seats), key=lambda seat: model.players()[seat].rank)),
        last=tuple(told.sentence for told in model.last_turn),
        sheet=sheet,
        lines=tuple(SHEETS[sheet](model)) if sheet in SHEETS else (),
        talk=len(model.said),
        newest=model.last_said,
        takeovers=tuple(_takeovers(model)),
        rename=withheld(Rename(name="?"), model.standing) is None,
        lists_seen=model.lists_seen_cards,
        leaving=_leaving(model),
    )
    view = _with_clock(PARTS.get(part, _table)(view, model, status), model, now)
    if isinstance(status, Reconnecting):
        return replace(view, prompt=table_words.reconnecting(status.attempt), aside="", yours=False, asked="")
    return view


def moment_of(model: ViewModel) -> str:
    """The game and the decision at hand, as the page repeats them."""
    game, decision = model.moment
    if decision is None:
        return ""
    return f"{game}.{decision.kind}.{decision.round}.{decision.number}.{decision.seat}"


def _lobby(view: PageView, model: ViewModel, status: Status) -> PageView:
    asked = lobby_prompt(model.news, status)
    free = sum(chair.occupant == "open" for chair in model.chairs)
    last = lobby_words.last_game(model.table) if model.over else ""
    agreed = table_sentences.settings(model.news) if model.news else ""
    chairs_free = console_words.chairs_free(free) + "." if free else ""
    return replace(
        view,
        where=lobby_words.waiting(
            seated(model.chairs), len(model.chairs), model.news.watchers if model.news else 0
        ),
        prompt=asked.text,
        chairs=tuple(
            PageChair(table_sentences.person(chair, at == model.you), chair.occupant, chair.here, at == model.you)
            for at, chair in enumerate(model.chairs)
            if chair.occupant != "open"
        ),
        facts=tuple(fact for fact in (chairs_free, agreed, last) if fact),
    )


def _table(view: PageView, model: ViewModel, _status: Status) -> PageView:
    table = model.table
    prompt, aside = _prompt(model)
    return replace(
        view,
        where=table_words.where_in_game(table.round, min(table.turn, HAND), table.rules),
        prompt=prompt,
        aside=aside,
        yours=model.asked is not None,
        asked=model.asked or "",
        rows=tuple(_rows(model)),
        hand=tuple(_hand_card(model, card) for card in model.view.hand),
        laid=model.view.laid or 0,
        back=model.may_take_back and model.online,
    )


def _draft(view: PageView, model: ViewModel, _status: Status) -> PageView:
    table = model.table
    prompt, aside = _prompt(model)
    asked = model.asked == "pick"
    return replace(
        view,
        where=table_words.where_in_draft(table.round, table.pick, HAND * table.seats, table.rules),
        prompt=prompt,
        aside=aside,
        yours=asked,
        asked=model.asked or "",
        deck=tuple(
            PageCard(card, _called(card), button=page_words.pick(card, heads(card)) if asked else "")
            for card in table.deck
        ),
        hands=tuple(PageHand(hand.name, hand.cards, hand.own, hand.picks) for hand in model.open_hands()),
    )


def _scores(view: PageView, model: ViewModel, _status: Status) -> PageView:
    table = model.table
    played, waiting = len(table.scores), model.waiting_for(bots_last=True)
    return replace(
        view,
        where=table_words.where_after(played, table.rules),
        heading=table_words.round_over(played),
        prompt=table_words.waiting_for(waiting, 10) if waiting and not model.wanted else "",
        button=page_words.go_on(played + 1),
    )


def _over(view: PageView, model: ViewModel, _status: Status) -> PageView:
    table = model.table
    return replace(
        view,
        where=table_words.where_after(len(table.scores), table.rules),
        heading=verdict(table),
        prompt=table_words.rematch_is_theirs(model.host),
    )


PARTS = {"lobby": _lobby, "draft": _draft, "scores": _scores, "over": _over}


# -- what is asked --------------------------------------------------------------------------------------


def _prompt(model: ViewModel) -> tuple[str, str]:
    """The sentence of the moment, and a smaller one beneath it."""
    usual = game_prompt(model, UNLIMITED)
    if model.paused:
        return usual, ""
    others = console_words.waiting(model.waiting_for()) if model.waiting_for() else ""
    match situation(model.view):
        case ChooseCard():
            return page_words.touch_card(), others
        case ChooseRow(card, _costs):
            return page_words.touch_row(card), _still_to_place(model)
        case DraftCard(number):
            return page_words.touch_deck(number), ""
    return usual, _still_to_place(model)


def _still_to_place(model: ViewModel) -> str:
    """The cards behind the one whose player chooses a row."""
    behind = [(model.name_of(seat), card) for seat, card in model.table.to_place[1:]]
    return page_words.still_to_place(behind) if behind else ""


def _rows(model: ViewModel) -> Iterator[PageRow]:
    match situation(model.view):
        case ChooseRow(_card, costs) as choice if model.asked == "row":
            buttons = [page_words.take_row(at, cost) for at, cost in enumerate(costs)]
            cheapest = choice.cheapest
        case _:
            buttons, cheapest = [""] * len(model.table.rows), ()
    for at, row in enumerate(model.table.rows):
        cost = heads_of(row)
        yield PageRow(row, cost, console_words.whole_row(at, row, cost), buttons[at], at in cheapest)


def _hand_card(model: ViewModel, card: int) -> PageCard:
    if model.asked != "card":
        return PageCard(card, _called(card))
    lands = landing_hint(model.table.rows, card)
    row, place = (-1, -1) if lands.row is None else (lands.row, lands.place - 1)
    return PageCard(card, _called(card), table_sentences.landing(model, card), page_words.lay(card), row, place)


def _called(card: int) -> str:
    return console_words.card_with_heads(card, heads(card))


def _takeovers(model: ViewModel) -> Iterator[Takeover]:
    for seat in takeovers(model.standing):
        yield Takeover(seat, page_words.take_seat(model.chairs[seat].name))


def _leaving(model: ViewModel) -> str:
    """What is lost by leaving now; nothing where nothing is."""
    lost = lost_by_leaving(model.view, model.news, hosting=False, alone=False)
    return lobby_words.ask_leave_game() if lost else ""


# -- the players and the clock --------------------------------------------------------------------------


def _player(player: Player, in_all: int) -> PagePlayer:
    limit = "over" if player.over else "near" if player.near else ""
    marks = [page_words.mark(mark) for mark in (player.mark, "bot" if player.bot else "", limit) if mark]
    name = phrases.you() if player.own else player.name
    return PagePlayer(
        name=player.name,
        told=page_words.player(name, marks, in_all, in_all - player.total),
        total=in_all,
        more=in_all - player.total,
        mark=player.mark,
        rank=player.rank,
        own=player.own,
        bot=player.bot,
        near=player.near,
        over=player.over,
        past=player.past,
    )


def _with_clock(view: PageView, model: ViewModel, now: float) -> PageView:
    if model.seconds_held is not None:
        return replace(view, left=model.seconds_held * 1000, span=round(model.span * 1000), held=True)
    if model.deadline is None or not model.table.pending:
        return view
    left = max(0, round((model.deadline - now) * 1000))
    return replace(view, left=left, span=round(model.span * 1000), hurry=model.hurries(now))


# -- what lies over the page ----------------------------------------------------------------------------


def _chat(model: ViewModel) -> Iterator[tuple[str, str]]:
    return ((said.name, said.text) for said in model.said[-SAID:])


def _log(model: ViewModel) -> Iterator[tuple[str, str]]:
    return (("", told.sentence) for told in model.log[-LOGGED:])


def _last(model: ViewModel) -> Iterator[tuple[str, str]]:
    return (("", told.sentence) for told in model.last_turn)


def _seen(model: ViewModel) -> Iterator[tuple[str, str]]:
    return (("", line) for line in table_sentences.seen(model))


def _rules(_model: ViewModel) -> Iterator[tuple[str, str]]:
    return iter(table_sentences.rules())


SHEETS = {"chat": _chat, "log": _log, "last": _last, "seen": _seen, "rules": _rules}
"""What may lie over the page besides the score sheet: headings and sentences."""
