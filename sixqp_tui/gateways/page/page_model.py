"""What the page draws: one moment of a table as one JSON object."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol.facts import CardPlaced, CardsRevealed, Fact, RoundEnded, RowTaken
from sixqp_protocol.messages import REACTIONS, PlayOn, Ready, Rename, Say
from sixqp_tui.client.status import Reconnecting, Status
from sixqp_tui.engine import rules
from sixqp_tui.engine.cards import HAND, heads, heads_of
from sixqp_tui.engine.permissions import seated, withheld
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import (
    _,
    home as home_words,
    lobby as lobby_words,
    pgettext,
    phrases,
    table as table_words,
)
from sixqp_tui.i18n.facts import caption, end_of_round, is_catastrophe, verdict, winning_seats
from sixqp_tui.presentation import continuing, table_sentences
from sixqp_tui.presentation.chairs import bot_seats
from sixqp_tui.presentation.prompts import ask, ask_about_rematch, ask_in_lobby, landing, wait_text
from sixqp_tui.presentation.rules import articles
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.tally import evening_medals, tally_rows
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import Player, ViewModel, lost_by_leaving
from sixqp_tui.presentation.ways_in import guest_ways

SAID = 60
"""Chat messages shown."""
LOGGED = 120
"""Log lines shown; a round of ten players has fewer."""
REVEALED_MS = 1100
"""Long enough to glance over ten cards before the first one moves."""
PLACED_MS = 600
TAKING_MS = 700
CATASTROPHE_MS = 2500
"""Long enough to see whose row of many heads it was."""
TAKEN_MS = 700
"""The new row is shown while its heads fly to the player who took them."""
ROUND_MS = 1200
"""The table is shown before the scores cover it."""


class Scene(Struct, frozen=True, omit_defaults=True):
    """One picture of a turn, shown for `ms` milliseconds, with a sentence below it.

    `plays` are the cards still to be placed, as (seat, card), and `heads` every seat's total. `card` has just
    arrived in `row`, which is `lit` while it is taken; `taker` gets its heads. `large` is in large letters.
    """

    ms: int
    text: str
    rows: tuple[tuple[int, ...], ...]
    costs: tuple[int, ...]
    plays: tuple[tuple[int, int], ...]
    heads: tuple[int, ...]
    tone: str = "plain"
    card: int = 0
    row: int = -1
    lit: bool = False
    taker: int = -1
    cost: int = 0
    large: str = ""


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


class Takeover(Struct, frozen=True):
    seat: int
    button: str


class QuickReaction(Struct, frozen=True):
    code: str
    label: str


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
    aloud. `gone` is said when the table's computer doesn't answer.
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
    takeovers: tuple[Takeover, ...] = ()
    reactions: tuple[QuickReaction, ...] = ()
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


# -- the parts ------------------------------------------------------------------------------------------


def page_view(model: ViewModel, part: str, title: str, status: Status, now: float, sheet: str = "") -> PageView:
    """`now` is in seconds of the clock of the model's deadline."""
    players = model.players()
    gone = continuing.at_gateway(model.news)
    shown = PARTS[part](model)
    if isinstance(status, Reconnecting):
        shown = replace(shown, prompt=gone, aside="", yours=False, asked="")
    elif withheld(PlayOn(), model.standing) is None:
        button = _("Play on alone")
        shown = replace(
            shown, prompt=continuing.still(), aside="", yours=True, asked="", act="PlayOn", button=button
        )
    view = PageView(
        shown,
        title,
        online=model.online,
        seated=model.you is not None,
        moment=moment_of(model),
        players=tuple(_player(model, seat, player) for seat, player in enumerate(players)),
        ranking=tuple(sorted(range(model.table.seats), key=lambda seat: players[seat].rank)),
        last=tuple(line.sentence for line in model.last_turn),
        sheet=sheet,
        lines=tuple(SHEETS[sheet](model)) if sheet in SHEETS else (),
        newest=phrases.spoken(model.said[-1]) if model.said else "",
        takeovers=tuple(_takeovers(model)),
        reactions=tuple(_reactions(model)),
        rename=withheld(Rename(name="?"), model.standing) is None,
        leaving=_leaving(model),
        gone=gone,
    )
    return view if isinstance(status, Reconnecting) else _with_clock(view, model, now)


def moment_of(model: ViewModel) -> str:
    """The game and the pending decision; "" if there is none."""
    game, decision = model.moment
    if decision is None:
        return ""
    return f"{game}.{decision.kind}.{decision.round}.{decision.number}.{decision.seat}"


def _lobby(model: ViewModel) -> LobbyPart:
    asked, wish = ask_in_lobby(model.news), _wish(model)
    free = sum(chair.occupant == "open" for chair in model.chairs)
    last = lobby_words.last_game(model.table) if model.over else ""
    agreed = table_sentences.settings(model.news) if model.news else ""
    chairs_free = home_words.chairs_free(free) + "." if free else ""
    return LobbyPart(
        where=lobby_words.waiting(
            seated(model.chairs), len(model.chairs), len(model.news.watchers) if model.news else 0
        ),
        prompt=asked.text,
        aside=_("You're ready.") if model.you is not None and model.is_ready(model.you) else "",
        act="Ready" if wish else "",
        button=wish,
        chairs=tuple(
            PageChair(
                table_sentences.person(chair, at == model.you),
                chair.occupant,
                chair.here,
                at == model.you,
                chair.occupant == "person" and model.is_ready(at),
                model.bubbles.get(at, ""),
            )
            for at, chair in enumerate(model.chairs)
            if chair.occupant != "open"
        ),
        facts=tuple(fact for fact in (chairs_free, agreed, last) if fact),
    )


def friends_join(model: ViewModel, host: str, join_line: str) -> Iterator[str]:
    """How friends of a guest who opened the page at `host` can join.

    `join_line` is for friends with the program.
    """
    for way in guest_ways(model.news.ways if model.news else (), host):
        if way.open:
            yield lobby_words.friends_join(way.kind, way.line)
    if join_line:
        yield lobby_words.friends_join(None, join_line)


def _table(model: ViewModel) -> TablePart:
    table = model.table
    prompt, aside = _prompt(model)
    return TablePart(
        where=table_words.where_in_game(table.round, min(table.turn, HAND), table.rules),
        prompt=prompt,
        aside=aside,
        yours=model.prompted is not None,
        asked=model.prompted or "",
        rows=tuple(_rows(model)),
        hand=tuple(_hand_card(model, card) for card in model.view.hand),
        laid=model.view.laid or 0,
        back=model.may_take_back and model.online,
    )


def _draft(model: ViewModel) -> DraftPart:
    table = model.table
    prompt, aside = _prompt(model)
    asked = model.prompted == "pick"
    return DraftPart(
        where=table_words.where_in_draft(table.round, table.pick, HAND * table.seats, table.rules),
        prompt=prompt,
        aside=aside,
        yours=asked,
        asked=model.prompted or "",
        deck=tuple(
            PageCard(card, _card_label(card), button=_pick_button(card) if asked else "") for card in table.deck
        ),
        hands=tuple(PageHand(each.name, each.cards, each.own, each.mark == "deciding") for each in model.players()),
    )


def _scores(model: ViewModel) -> ScoresPart:
    table = model.table
    played = len(table.scores)
    if model.between_rounds:
        act, button = (
            ("Ready", pgettext("page", "Ready for round {number}").format(number=played + 1))
            if model.may_say_ready
            else ("", "")
        )
    else:
        act, button = "Next", pgettext("page", "On to round {number}").format(number=played + 1)
    return ScoresPart(
        where=table_words.where_after(played, table.rules),
        heading=end_of_round(played),
        stories=(PageStory(model.round_story),) if model.round_story else (),
        prompt="" if model.wanted else ask(model).text,
        act=act,
        button=button,
        yours=act == "Ready",
    )


def _over(model: ViewModel) -> OverPart:
    table = model.table
    wanted = _wish(model)
    return OverPart(
        where=table_words.where_after(len(table.scores), table.rules),
        heading=verdict(table, model.you),
        place=_place(model),
        winners=tuple(winning_seats(table)),
        won=model.view.seat in winning_seats(table),
        stories=tuple(_stories(model)),
        prompt=ask_about_rematch(model).text,
        act="Ready" if wanted else "Next",
        button=wanted or pgettext("page", "To the lobby"),
    )


def _stories(model: ViewModel) -> Iterator[PageStory]:
    for medal in (*model.medals(), *evening_medals(tally_rows(model.tally, model.you, model.table.names))):
        sign = "" if medal.seat is None else seat_sign(medal.seat)
        yield PageStory(f"{medal.sentence}.", medal.title, sign)


def _place(model: ViewModel) -> str:
    """The reader's own place at the end; "" for watchers and abandoned games."""
    winners = winning_seats(model.table)
    own = next((player for player in model.players() if player.own), None)
    if own is None or not winners:
        return ""
    if own.rank == 1:
        return _("You won!") if len(winners) == 1 else _("You share first place.")
    behind = own.total - min(model.table.totals)
    # Translators: {place} is “2nd”, {players} how many have played, {heads} “12 heads”
    return _("You came {place} of {players}, {heads} behind.").format(
        place=phrases.ordinal(own.rank), players=model.table.seats, heads=phrases.heads(behind)
    )


def _wish(model: ViewModel) -> str:
    if not model.online or withheld(Ready(), model.standing) is not None:
        return ""
    return pgettext("page", "I want another game") if model.over else pgettext("page", "I am ready")


PARTS: Mapping[str, Callable[[ViewModel], AnyPart]] = {
    "lobby": _lobby,
    "table": _table,
    "draft": _draft,
    "scores": _scores,
    "over": _over,
}


# -- prompts --------------------------------------------------------------------------------------


def _prompt(model: ViewModel) -> tuple[str, str]:
    """What is asked, and what stands beside it."""
    waiting = wait_text(model.waiting_for()) if model.wanted == "card" else ""
    return ask(model).text, waiting if waiting and not model.paused else _still_to_place(model)


def _still_to_place(model: ViewModel) -> str:
    plays = " · ".join(f"{model.name_of(seat)}\N{NO-BREAK SPACE}{card}" for seat, card in model.table.to_place[1:])
    # Translators: {plays} is a list such as “Alice 63 · Ben 78”
    return _("Still to place: {plays}").format(plays=plays) if plays else ""


def _rows(model: ViewModel) -> Iterator[PageRow]:
    asked, rows = model.prompted == "row", model.table.rows
    costs = list(map(heads_of, rows))
    for at, (row, cost) in enumerate(zip(rows, costs, strict=True)):
        button = _take_button(at, cost) if asked else ""
        yield PageRow(row, cost, table_sentences.row(at, row, cost), button, asked and cost == min(costs))


def _take_button(row: int, cost: int) -> str:
    # Translators: a button: “Take row 2: 4 heads”
    return pgettext("page", "Take row {row}: {heads}").format(row=row + 1, heads=phrases.heads(cost))


def _pick_button(card: int) -> str:
    # Translators: a button: “Pick the 44: 5 heads”
    return pgettext("page", "Pick the {card}: {heads}").format(card=card, heads=phrases.heads(heads(card)))


def _hand_card(model: ViewModel, card: int) -> PageCard:
    if model.prompted != "card":
        return PageCard(card, _card_label(card))
    row = rules.landing(model.table.rows, card).row
    row, place = (-1, -1) if row is None else (row, len(model.table.rows[row]))
    return PageCard(
        card,
        _card_label(card),
        landing(model.table.rows, card),
        pgettext("page", "Play the {card}").format(card=card),
        row,
        place,
    )


def _card_label(card: int) -> str:
    return table_sentences.card_with_heads(card, heads(card))


def _takeovers(model: ViewModel) -> Iterator[Takeover]:
    for seat in bot_seats(model.news, model.view):
        yield Takeover(seat.seat, pgettext("page", "Take over {name}'s seat").format(name=seat.text))


def _reactions(model: ViewModel) -> Iterator[QuickReaction]:
    for code in REACTIONS:
        if model.online and withheld(Say(reaction=code), model.standing) is None:
            yield QuickReaction(code, phrases.reaction(code))


def _leaving(model: ViewModel) -> str:
    """A warning of what leaving now would lose; "" if nothing."""
    lost = lost_by_leaving(model.view, model.news, alone=False)
    return lobby_words.ask_leave_game() if lost else ""


# -- the players and the clock --------------------------------------------------------------------------


def _player(model: ViewModel, seat: int, player: Player) -> PagePlayer:
    more = player.heads if model.table.in_round else 0
    ready = model.is_ready(seat) and not player.bot
    limit = "over" if player.over else "near" if player.near else ""
    marks = [_mark_label(mark) for mark in (player.mark, "bot" if player.bot else "", limit) if mark]
    name = phrases.you() if player.own else player.name
    return PagePlayer(
        name=player.name,
        sign=seat_sign(seat),
        label=_player_label(name, marks, player.total, more),
        total=player.total,
        more=more,
        ready=ready,
        mark=player.mark,
        rank=player.rank,
        own=player.own,
        near=player.near,
        over=player.over,
        bubble=player.bubble,
        past=player.past,
    )


def _player_label(name: str, marks: Sequence[str], total: int, more: int) -> str:
    label = ", ".join((name, *marks, phrases.heads(total)))
    if not more:
        return label
    # Translators: read aloud: “Ann, has chosen, 12 heads, 3 of them this round”
    return _("{player}, {n} of them this round").format(player=label, n=more)


def _mark_label(mark: str) -> str:
    return {
        "chosen": pgettext("mark", "has chosen"),
        "deciding": pgettext("mark", "is deciding"),
        "away": pgettext("chair", "away"),
        "bot": pgettext("chair", "bot"),
        # Translators: the total is near the limit, or beyond
        "near": pgettext("mark", "near the limit"),
        "over": pgettext("mark", "over the limit"),
    }[mark]


def _with_clock(view: PageView, model: ViewModel, now: float) -> PageView:
    if model.seconds_held is not None:
        return replace(view, left=model.seconds_held * 1000, held=True)
    if model.deadline is None:
        return view
    left = max(0, round((model.deadline - now) * 1000))
    return replace(view, left=left, hurry=model.hurries(now))


# -- the sheets ----------------------------------------------------------------------------


def _chat(model: ViewModel) -> Iterator[tuple[str, str]]:
    return ((said.name, phrases.words_of(said)) for said in model.said[-SAID:])


def _log(model: ViewModel) -> Iterator[tuple[str, str]]:
    return (("", line.sentence) for line in model.log[-LOGGED:])


def _last(model: ViewModel) -> Iterator[tuple[str, str]]:
    return (("", line.sentence) for line in model.last_turn)


def _seen(model: ViewModel) -> Iterator[tuple[str, str]]:
    return (("", line) for line in table_sentences.seen(model))


def _rules(_model: ViewModel) -> Iterator[tuple[str, str]]:
    return iter(articles())


def _tally(model: ViewModel) -> Iterator[tuple[str, str]]:
    lines = (*table_sentences.tally(model), *table_sentences.evening(model))
    watching = (table_sentences.watching(model.news),) if model.news and model.news.watchers else ()
    return (("", line) for line in (*lines, *watching))


SHEETS = {"chat": _chat, "tally": _tally, "log": _log, "last": _last, "seen": _seen, "rules": _rules}
"""The sheets that can cover the page, besides the score sheet, as headings and sentences."""


# -- what just happened --------------------------------------------------------------------------------------


def scenes(fact: Fact, before: Transcript, after: Transcript) -> Iterator[Scene]:
    shown = caption(fact, before.view.table, before.view.seat)
    if shown is None:
        return
    table, next_table = before.view.table, after.view.table
    tone, sentence = shown.tone, shown.sentence
    match fact:
        case CardsRevealed():
            yield _scene(REVEALED_MS, sentence, tone, next_table)
        case CardPlaced(card=card, row=row):
            yield replace(_scene(PLACED_MS, sentence, tone, next_table), card=card, row=row)
        case RowTaken(seat=seat, card=card, row=row, cards=cards):
            lit = replace(_scene(TAKING_MS, sentence, tone, table), row=row, lit=True)
            if is_catastrophe(fact):
                lit = replace(lit, ms=CATASTROPHE_MS, large=f"{table.names[seat]} +{heads_of(cards)}")
            yield lit if fact.too_low else replace(lit, rows=_with_sixth(table, row, card), card=card)
            taken = _scene(TAKEN_MS, sentence, tone, next_table)
            yield replace(taken, card=card, row=row, taker=seat, cost=heads_of(cards))
        case RoundEnded():
            yield _scene(ROUND_MS, sentence, tone, table)


def heads_in_all(table: Table) -> tuple[int, ...]:
    counted = len(table.scores) >= table.round
    return table.totals if counted else table.round_result[1]


def _scene(ms: int, text: str, tone: str, table: Table) -> Scene:
    return Scene(ms, text, table.rows, tuple(map(heads_of, table.rows)), table.to_place, heads_in_all(table), tone)


def _with_sixth(table: Table, row: int, card: int) -> tuple[tuple[int, ...], ...]:
    return tuple((*cards, card) if at == row else cards for at, cards in enumerate(table.rows))
