"""Text during a game: prompts, title line, scores, refusals."""

from collections.abc import Sequence

from sixqp_protocol.facts import EndReason, Rules
from sixqp_protocol.refusals import Refusal
from sixqp_tui.i18n import _, ngettext, npgettext, pgettext
from sixqp_tui.i18n.phrases import format_rounds, heads, listed, ordinal, variant_name


def your_turn(who: str = "") -> str:
    """`who` is the reader's name, if others look at this screen too."""
    return _("Your turn, {name}").format(name=who) if who else _("Your turn")


def lift_a_card(who: str = "") -> str:
    # Translators: {turn} is “Your turn”, or “Your turn, Alice”
    return _("{turn}: choose a card").format(turn=your_turn(who))


def would_append(card: int, row: int, place: int, who: str = "") -> str:
    # Translators: {turn} is “Your turn”, {place} an ordinal, such as 3rd; “now” means: before anybody else plays
    sentence = _("{turn}: {card} would go to row {row} now, {place} of 5")
    return sentence.format(turn=your_turn(who), card=card, row=row + 1, place=ordinal(place))


def would_take(card: int, row: int, cost: int, who: str = "") -> str:
    # Translators: {turn} is “Your turn”; the 6th card takes the row; {heads} is “6 heads”
    sentence = _("{turn}: {card} would be row {row}'s 6th now: {heads}")
    return sentence.format(turn=your_turn(who), card=card, row=row + 1, heads=heads(cost))


def would_be_too_low(card: int, who: str = "") -> str:
    # Translators: {turn} is “Your turn”
    return _("{turn}: {card} would be too low now: you'd take a row").format(turn=your_turn(who), card=card)


def your_pick(card: int | None, cost: int, who: str = "") -> str:
    """The prompt of a draft; a selected `card` has this `cost`."""
    pick = _("Your pick, {name}").format(name=who) if who else _("Your pick")
    if card is None:
        # Translators: {pick} is “Your pick”, or “Your pick, Alice”
        return _("{pick}: select a card").format(pick=pick)
    # Translators: {pick} is “Your pick”, {heads} “2 heads”
    return _("{pick}: {card} ({heads})").format(pick=pick, card=card, heads=heads(cost))


def waiting_until_ready(number: int, names: Sequence[str], most: int = 4) -> str:
    if names:
        return _("Round {number} waits for {names}").format(number=number, names=listed(names, most))
    return _("Dealing round {number}…").format(number=number)


def waiting_for(names: Sequence[str], most: int = 4) -> str:
    return _("Waiting for {names}").format(names=listed(names, most))


def choose_a_row(card: int, who: str = "") -> str:
    if who:
        return _("{name}, your {card} is too low. Choose a row.").format(name=who, card=card)
    return _("Your {card} is too low. Choose a row.").format(card=card)


def take_this_row(card: int, row: int, cost: int, who: str = "") -> str:
    named = _("{name}, your {card} is too low. Take row {row} for {heads}?")
    sentence = named if who else _("Your {card} is too low. Take row {row} for {heads}?")
    return sentence.format(name=who, card=card, row=row + 1, heads=heads(cost))


def other_chooses_row(name: str, card: int) -> str:
    return _("{name} chooses a row: {card} is too low").format(name=name, card=card)


def paused(host: str | None) -> str:
    """Only the `host` pauses and resumes a table; None is the reader."""
    if host is None:
        return _("You paused the game: only you can resume it")
    return _("{host} paused the game, and will resume it").format(host=host)


def saving(saved: bool) -> str:
    if saved:
        return _("The table is saved again.")
    # Translators: its host's disk takes nothing more; the game goes on, but can't be resumed after a crash
    return _("The table isn't saved any more: the disk of its host is full or broken. The game goes on.")


def other_picks(name: str) -> str:
    return _("{name} picks a card").format(name=name)


def connection_lost(is_seated: bool) -> str:
    lost = _("Connection lost; your seat is kept.") if is_seated else _("Connection lost.")
    return f"{lost} {_('Reconnecting…')}"


def rules_in_short(rules: Rules) -> str:
    rounds = None if rules.rounds is None else format_rounds(rules.rounds)
    limit = None if rules.limit is None else heads(rules.limit)
    return " · ".join(part for part in (variant_name(rules.variant), limit, rounds) if part)


def where_in_game(number: int, turn: int, rules: Rules) -> str:
    # Translators: part of the title line; a round has ten turns
    where = _("round {number} · turn {turn}/10").format(number=number, turn=turn)
    return f"{where} · {rules_in_short(rules)}"


def where_in_draft(number: int, pick: int, picks: int, rules: Rules) -> str:
    where = _("round {number} · pick {pick}/{picks}").format(number=number, pick=pick, picks=picks)
    return f"{where} · {rules_in_short(rules)}"


def where_after(number: int, rules: Rules) -> str:
    # Translators: part of the title line
    played = ngettext("{n} round played", "{n} rounds played", number).format(n=number)
    return f"{played} · {rules_in_short(rules)}"


def round_over(number: int) -> str:
    return _("ROUND {number} IS OVER").format(number=number)


def you_win(others: Sequence[str], total: int) -> str:
    if not others:
        return _("You win with {heads}").format(heads=heads(total))
    if len(others) == 1:
        return _("You and {name} win together with {heads}").format(name=others[0], heads=heads(total))
    # Translators: {names} are names with commas, {last} the last of those who have won together with the reader
    sentence = _("You, {names} and {last} win together with {heads}")
    return sentence.format(names=", ".join(others[:-1]), last=others[-1], heads=heads(total))


def beyond_limit(name: str | None, total: int, rules: Rules) -> str:
    """A `name` of None is the reader."""
    limit = rules.limit or 0
    if total == limit:
        # Translators: {name} has {total} heads, which is the limit of the game
        sentence = _("{name}: {total}, the limit") if name is not None else _("You: {total}, the limit")
    else:
        # Translators: {name} has {total} heads, {excess} more than the limit {limit}
        over = _("{name}: {total}, {excess} over {limit}")
        sentence = over if name is not None else _("You: {total}, {excess} over {limit}")
    return sentence.format(name=name, total=total, excess=total - limit, limit=limit)


def winners(names: Sequence[str], total: int) -> str:
    # Translators: {heads} is “3 heads”; the plural is for several winners
    sentence = ngettext("{names} wins with {heads}", "{names} win together with {heads}", len(names))
    return sentence.format(names=listed(names, 10), heads=heads(total))


def why_over(reason: EndReason, over: Sequence[str], rules: Rules) -> str:
    """`over` are those over the limit."""
    if reason == "abandoned":
        # Translators: a reason, behind “The game is over:”
        return _("the table gave up the game")
    if reason == "rounds":
        rounds = rules.rounds or 0
        if rounds == 2:
            return _("both rounds were played")
        return ngettext("the only round was played", "all {n} rounds were played", rounds).format(n=rounds)
    if rules.limit_rule == "reach":
        # Translators: a reason, behind “The game is over:”; {heads} is the limit, such as “66 heads”
        sentence = ngettext("{names} reached {heads}", "{names} reached {heads}", len(over))
    else:
        sentence = ngettext("{names} went over {heads}", "{names} went over {heads}", len(over))
    return sentence.format(names=listed(over), heads=heads(rules.limit or 0))


def seen_count(where: str, count: int) -> str:
    return {
        # Translators: the context “cards” is the legend of a picture of all 104 cards: how many lie where
        "unseen": npgettext("cards", "{n} not seen yet", "{n} not seen yet", count),
        "mine": pgettext("cards", "{n} yours"),
        "table": pgettext("cards", "{n} on the table"),
        # Translators: lie in front of the players, who took them with a row
        "gone": npgettext("cards", "{n} taken", "{n} taken", count),
        "theirs": pgettext("cards", "{n} in other hands"),
        "deck": pgettext("cards", "{n} to pick"),
    }[where].format(n=count)


def refused(code: Refusal) -> str:
    return {
        Refusal.STALE: _("Too late: the table has moved on"),
        Refusal.NOT_ASKED: _("It isn't your turn to do that"),
        Refusal.NOT_IN_HAND: _("That card isn't in your hand"),
        Refusal.NO_SUCH_ROW: _("There's no such row"),
        Refusal.NOT_IN_DECK: _("Another player took that card"),
        Refusal.ALREADY_CHOSEN: _("You've played a card; Backspace takes it back"),
        Refusal.NOTHING_LAID: _("There's no card to take back"),
        Refusal.NOT_SEATED: _("You're watching; only players can do that"),
        Refusal.NOT_OWNER: _("Only the host can do that"),
        Refusal.NOT_IN_LOBBY: _("That can only be changed between games"),
        Refusal.NOT_PLAYING: _("No game is being played"),
        Refusal.TOO_FEW_PLAYERS: _("A game needs at least two players"),
        Refusal.TABLE_FULL: _("Every chair is taken"),
        Refusal.BAD_RULES: _("No game can be played with these rules"),
        Refusal.NO_SUCH_SEAT: _("That chair has changed in the meantime"),
        Refusal.PAUSED: _("The table is paused; wait for the host to resume"),
        Refusal.TOO_FAST: _("Too fast: wait a moment and try again"),
        Refusal.EMPTY_TEXT: _("That text is empty or can't be used here"),
        Refusal.HAD_SEAT: _("You, or somebody at your address, saw another hand this round"),
    }[code]
