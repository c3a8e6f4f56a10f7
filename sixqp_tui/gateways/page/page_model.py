"""What the page draws: one moment of a table as one JSON object, every word of it already said.

The page's script knows neither rules nor sentences: it draws what stands here.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from sixqp_protocol.messages import React, Ready, Rename
from sixqp_tui.client.status import Reconnecting, Status
from sixqp_tui.engine.cards import HAND, heads, heads_of
from sixqp_tui.engine.permissions import seated, withheld
from sixqp_tui.gateways.page import words as page_words
from sixqp_tui.gateways.page.page_view import (
    PageCard,
    PageChair,
    PageHand,
    PagePlayer,
    PageRow,
    PageView,
    QuickReaction,
    Takeover,
)
from sixqp_tui.i18n import _, pgettext, phrases
from sixqp_tui.i18n import console as console_words
from sixqp_tui.i18n import lobby as lobby_words
from sixqp_tui.i18n import rematch as rematch_words
from sixqp_tui.i18n import table as table_words
from sixqp_tui.i18n.facts import verdict
from sixqp_tui.presentation import presence, table_sentences
from sixqp_tui.presentation.articles import read_articles
from sixqp_tui.presentation.decision import ChooseCard, ChooseRow, DraftCard, landing_hint, situation
from sixqp_tui.presentation.latecomer import bot_seats
from sixqp_tui.presentation.prompt_text import game_prompt, lobby_prompt
from sixqp_tui.presentation.reactions import REACTIONS
from sixqp_tui.presentation.rematch import rematch_prompt
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.view_model import Player, ViewModel, lost_by_leaving

UNLIMITED = 10_000
"""Cells for a sentence: a page breaks lines by itself."""
SAID = 60
"""Sayings that the page keeps in sight."""
LOGGED = 120
"""Lines of the log that the page shows: more than a round of ten players has."""


# -- the parts ------------------------------------------------------------------------------------------


def page_view(model: ViewModel, part: str, title: str, status: Status, now: float, sheet: str = "") -> PageView:
    """The page at this moment, `now` in seconds of the clock of the model's deadline."""
    view = PageView(
        part=part,
        title=title,
        online=model.online,
        moment=moment_of(model),
        players=tuple(_player(model, seat, player) for seat, player in enumerate(model.players())),
        ranking=tuple(sorted(range(model.table.seats), key=lambda seat: model.players()[seat].rank)),
        last=tuple(told.sentence for told in model.last_turn),
        sheet=sheet,
        lines=tuple(SHEETS[sheet](model)) if sheet in SHEETS else (),
        talk=len(model.said),
        newest=phrases.spoken(said.name, said.text) if (said := model.last_said) else "",
        takeovers=tuple(_takeovers(model)),
        reactions=tuple(_reactions(model)),
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
    asked, wish = lobby_prompt(model.news, status), _wish(model)
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
        act="ready" if wish else "",
        button=wish,
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
    """After a round: in a pause until everybody is ready, else until its reader goes on."""
    table = model.table
    played, waiting = len(table.scores), model.waiting_for(bots_last=True)
    if model.between_rounds:
        others, asked = model.not_ready(), model.may_say_ready
        prompt = table_words.waiting_until_ready(played + 1, others, 10) if others or not asked else ""
        act, button = (
            ("ready", pgettext("page", "Ready for round {number}").format(number=(played + 1)))
            if asked
            else ("", "")
        )
    else:
        prompt = table_words.waiting_for(waiting, 10) if waiting and not model.wanted else ""
        act, button = "go_on", pgettext("page", "On to round {number}").format(number=(played + 1))
    return replace(
        view,
        where=table_words.where_after(played, table.rules),
        heading=table_words.round_over(played),
        prompt=prompt,
        act=act,
        button=button,
        yours=act == "ready",
    )


def _over(view: PageView, model: ViewModel, _status: Status) -> PageView:
    table = model.table
    wanted, others = _wish(model), presence.wishes(model.news) if model.news else []
    return replace(
        view,
        where=table_words.where_after(len(table.scores), table.rules),
        heading=verdict(table),
        prompt=rematch_words.wants_rematch(others) if wanted and others else rematch_prompt(model, may_wish=False),
        act="ready" if wanted else "go_on",
        button=wanted or page_words.to_lobby(),
    )


def _wish(model: ViewModel) -> str:
    """The button by which a guest says that they want a game, or another one; nothing where they have said it."""
    may = model.online and not model.owner and withheld(Ready(), model.standing) is None
    return (
        (pgettext("page", "I want another game") if model.over else pgettext("page", "I am ready")) if may else ""
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
            return _("Your turn: tap a card"), others
        case ChooseRow(card, _costs):
            return _("Your {card} is too low. Tap the row to take.").format(card=card), _still_to_place(model)
        case DraftCard(number):
            return _("Pick {number} of 10: tap a card").format(number=number), ""
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
    return PageCard(
        card,
        _called(card),
        table_sentences.landing(model, card),
        pgettext("page", "Play the {card}").format(card=card),
        row,
        place,
    )


def _called(card: int) -> str:
    return console_words.card_with_heads(card, heads(card))


def _takeovers(model: ViewModel) -> Iterator[Takeover]:
    for seat in bot_seats(model.news, model.view):
        yield Takeover(seat.seat, pgettext("page", "Take over {name}'s seat").format(name=seat.told))


def _reactions(model: ViewModel) -> Iterator[QuickReaction]:
    for code in REACTIONS:
        if model.online and withheld(React(reaction=code), model.standing) is None:
            yield QuickReaction(code, phrases.reaction(code))


def _leaving(model: ViewModel) -> str:
    """What is lost by leaving now; nothing where nothing is."""
    lost = lost_by_leaving(model.view, model.news, alone=False)
    return lobby_words.ask_leave_game() if lost else ""


# -- the players and the clock --------------------------------------------------------------------------


def _player(model: ViewModel, seat: int, player: Player) -> PagePlayer:
    more = player.heads if model.in_round else 0
    ready = model.is_ready(seat) and not player.bot
    limit = "over" if player.over else "near" if player.near else ""
    marks = [page_words.mark(mark) for mark in (player.mark, "bot" if player.bot else "", limit) if mark]
    name = phrases.you() if player.own else player.name
    return PagePlayer(
        name=player.name,
        sign=seat_sign(seat),
        told=page_words.player(name, marks, player.total, more),
        total=player.total,
        more=more,
        ready=ready,
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
    if model.deadline is None:
        return view
    left = max(0, round((model.deadline - now) * 1000))
    bank, span = round(model.bank * 1000), round(model.span * 1000)
    return replace(view, left=left, span=span, bank=bank, hurry=model.hurries(now))


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
    return ((article.heading, article.text) for article in read_articles())


def _tally(model: ViewModel) -> Iterator[tuple[str, str]]:
    lines = table_sentences.tally(model)
    watching = (table_sentences.watching(model.news),) if model.news and model.news.watchers else ()
    return (("", line) for line in (*lines, *watching))


SHEETS = {"chat": _chat, "tally": _tally, "log": _log, "last": _last, "seen": _seen, "rules": _rules}
"""What may lie over the page besides the score sheet: headings and sentences."""
