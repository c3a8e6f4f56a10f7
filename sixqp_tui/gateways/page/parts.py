"""A guest's view of the page, from the view model: a function for each part."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from sixqp_protocol.messages import REACTIONS, PlayOn, QuickReaction, Ready, Rename, Say
from sixqp_tui.client.status import Reconnecting, Status
from sixqp_tui.engine import rules
from sixqp_tui.engine.cards import HAND, heads, heads_of
from sixqp_tui.engine.permissions import seated, withheld
from sixqp_tui.gateways.page.sheets import SHEETS
from sixqp_tui.gateways.page.views import (
    AnyPart,
    DraftPart,
    LobbyPart,
    OverPart,
    PageCard,
    PageChair,
    PageHand,
    PagePlayer,
    PageRow,
    PageStory,
    PageView,
    ScoresPart,
    TablePart,
)
from sixqp_tui.i18n import (
    _,
    home as home_words,
    lobby as lobby_words,
    pgettext,
    phrases,
    table as table_words,
)
from sixqp_tui.i18n.facts import end_of_round, verdict, winning_seats
from sixqp_tui.presentation import continuing, table_sentences
from sixqp_tui.presentation.chairs import bot_seats
from sixqp_tui.presentation.prompts import ask, ask_about_rematch, ask_in_lobby, landing, wait_text
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.tally import evening_medals, tally_rows
from sixqp_tui.presentation.view_model import Player, ViewModel, lost_by_leaving
from sixqp_tui.presentation.ways_in import guest_ways


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
        takeovers=tuple((seat.seat, _take_over(seat.text)) for seat in bot_seats(model.news, model.view)),
        reactions=tuple((code, phrases.reaction(code)) for code in REACTIONS if _may_react(model, code)),
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


def _take_over(name: str) -> str:
    return pgettext("page", "Take over {name}'s seat").format(name=name)


def _may_react(model: ViewModel, code: QuickReaction) -> bool:
    return model.online and withheld(Say(reaction=code), model.standing) is None


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
