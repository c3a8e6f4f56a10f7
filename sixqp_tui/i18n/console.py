"""The game told line by line, for people who listen: short sentences, commas where a voice should pause."""

from collections.abc import Sequence

from sixqp_protocol.facts import Rules
from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.phrases import cards, heads, level_name, listed, one_of, ordinal, rounds_told
from sixqp_tui.i18n.settings import variant_told


def you_are_in(number: int) -> str:
    return _("A game is being played: round {number}.").format(number=number)


def you_are_in_draft(number: int) -> str:
    return _("A game is being played: round {number}, everybody picks cards.").format(number=number)


def turn(number: int) -> str:
    return _("Turn {number} of 10.").format(number=number)


def row_ends(row: int, end: int, count: int, cost: int) -> str:
    """A row at the start of a turn, what matters first (rows from 0)."""
    full = count == 5
    sentence = (
        # Translators: read aloud: {card} is a number, {cards} “5 cards”, {heads} “6 heads”; a full row
        # has five cards
        _("Row {row} ends in {card}, {cards}, {heads}, full")
        if full
        else _("Row {row} ends in {card}, {cards}, {heads}")
    )
    return sentence.format(row=row + 1, card=end, cards=cards(count), heads=heads(cost))


def whole_row(row: int, held: Sequence[int], cost: int) -> str:
    """All cards of a row, on demand (rows from 0)."""
    sentence = _("Row {row}: {numbers}. {cards}, {heads}")
    return sentence.format(row=row + 1, numbers=numbers(held), cards=cards(len(held)), heads=heads(cost))


def numbers(held: Sequence[int]) -> str:
    return ", ".join(map(str, held))


def card_with_heads(card: int, cost: int) -> str:
    return str(card) if cost == 1 else _("{card} with {heads}").format(card=card, heads=heads(cost))


def your_hand(held: Sequence[str]) -> str:
    return _("Your hand: {cards}.").format(cards=", ".join(held)) if held else _("Your hand is empty.")


def hand_of(name: str, held: Sequence[int]) -> str:
    """A public hand (5.2)."""
    # Translators: {cards} are numbers with commas, or “no card yet”
    return _("{name}: {cards}").format(name=name, cards=numbers(held) or _("no card yet"))


def laid(card: int, names: Sequence[str], first: bool) -> str:
    """The reader's card lies face down; the `first` time with what can be done about it."""
    sentences = [_("{card} is laid.").format(card=card), waiting(names)]
    # Translators: back is a word to type, and stays as it is
    return " ".join([*sentences, _("Type back to take it back.")] if first else sentences)


def taken_back(card: int) -> str:
    return _("{card} is back in your hand.").format(card=card)


def to_decide(names: Sequence[str]) -> str:
    """Who is to decide; the reader may be among them."""
    return _("Still to decide: {names}.").format(names=listed(names, 10))


def waiting(names: Sequence[str]) -> str:
    return _("Waiting for {names}.").format(names=listed(names, 10))


def seconds_left(seconds: int) -> str:
    return ngettext("{n} second is left.", "{n} seconds are left.", seconds).format(n=seconds)


def bank_runs(seconds: int) -> str:
    """The clock of the reader's decision has run out, and the time bank runs."""
    sentence = ngettext(
        "Your clock has run out: your time bank of {n} second runs.",
        "Your clock has run out: your time bank of {n} seconds runs.",
        seconds,
    )
    return sentence.format(n=seconds)


def and_bank(seconds: int) -> str:
    return ngettext("The time bank has {n} second.", "The time bank has {n} seconds.", seconds).format(n=seconds)


def round_waits(number: int, names: Sequence[str]) -> str:
    """In a pause between rounds: whom the next round waits for; the reader may be among them."""
    return _("Round {number} waits for {names}.").format(number=number, names=listed(names, 10))


def round_comes(seconds: int) -> str:
    """In a pause between rounds: when the next round is dealt at the latest."""
    sentence = ngettext(
        "It is dealt in {n} second at the latest.", "It is dealt in {n} seconds at the latest.", seconds
    )
    return sentence.format(n=seconds)


def is_ready(name: str) -> str:
    return _("{name} is ready.").format(name=name)


def rematch_of_guest(may_wish: bool) -> str:
    """After a game, to who is no host; `may_wish`: they can say that they would like another one."""
    if may_wish:
        # Translators: ready and quit are words to type, and stay as they are
        return _("The host may start another game: ready says that you would like one, quit leaves.")
    return _("The host may start another game; quit leaves.")


def wants_a_game(name: str) -> str:
    return _("{name} would like to play a game.").format(name=name)


def rows_cost(card: int, costs: Sequence[int]) -> str:
    """What each row would cost the reader, whose card is too low."""
    told = ", ".join(
        _("row {row}: {heads}").format(row=row, heads=heads(cost)) for row, cost in enumerate(costs, 1)
    )
    return _("Your {card} is lower than every row. What they cost: {told}.").format(card=card, told=told)


def deck_left(cards_left: str) -> str:
    return _("In the deck: {cards_left}.").format(cards_left=cards_left)


def run(first: int, last: int) -> str:
    """Numbers without a gap."""
    if last > first + 1:
        # Translators: a run of numbers: “31 to 35”
        return _("{first} to {last}").format(first=first, last=last)
    return str(first) if first == last else f"{first}, {last}"


def totals(shares: Sequence[tuple[str, int]]) -> str:
    """Everybody's total, the best first."""
    # Translators: {shares} is a list such as “Ann 12, Bo 20”
    return _("Totals: {shares}").format(shares=_shared(shares))


def totals_so_far(shares: Sequence[tuple[str, int]]) -> str:
    """The same in the midst of a round, its heads included."""
    # Translators: {shares} is a list such as “Ann 12, Bo 20”; said behind “This round so far: …”
    return _("Totals, this round included: {shares}").format(shares=_shared(shares))


def this_round(shares: Sequence[tuple[str, int]]) -> str:
    return _("This round so far: {shares}").format(shares=_shared(shares))


def _shared(shares: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {count}" for name, count in shares)


def ranked(rank: int, name: str, total: int) -> str:
    """A line of the final ranks (4.4)."""
    # Translators: a line of the final ranks: “1st: Ann, 12 heads”
    return _("{rank}: {name}, {heads}").format(rank=ordinal(rank), name=name, heads=heads(total))


def section(heading: str, text: str) -> str:
    # Translators: a heading of the rules, and its text
    return _("{heading}: {text}").format(heading=heading, text=text)


def sit_at(title: str, name: str) -> str:
    return _("You sit at the table “{title}” as {name}.").format(title=title, name=name)


def watch_at(title: str) -> str:
    return _("You watch the table “{title}”.").format(title=title)


def others_join(join_line: str) -> str:
    return _("Others join with: {join_line}").format(join_line=join_line)


def at_the_table(people: Sequence[str], free: int) -> str:
    """Who sits here, and how many chairs are free."""
    here = _("At the table: {names}.").format(names=", ".join(people))
    return f"{here} {chairs_free(free)}." if free else here


def chairs_free(free: int) -> str:
    return ngettext("{n} chair is free", "{n} chairs are free", free).format(n=free)


def person(name: str, marks: Sequence[str]) -> str:
    return f"{name} ({', '.join(marks)})" if marks else name


def the_game(rules: Rules, time: str) -> str:
    """What the table plays (4.2, 4.3, 5)."""
    # Translators: {variant} is “classic: all 104 cards”; {ends} “when somebody has more than 66 heads”;
    # {time} “90 s a turn”
    sentence = _("The game is {variant}. It ends {ends}. {time}.")
    return sentence.format(variant=variant_told(rules.variant), ends=_ends(rules), time=time.capitalize())


def pauses(seconds: int | None) -> str:
    """There are pauses between the rounds."""
    if seconds is None:
        return _("Between rounds it pauses until everybody is ready.")
    return _("Between rounds it pauses for {seconds} s at most.").format(seconds=seconds)


def _ends(rules: Rules) -> str:
    over = rules.limit_rule == "over"
    limit = _("when somebody has more than {heads}") if over else _("when somebody reaches {heads}")
    after = _("after {rounds}")
    ends = (
        limit.format(heads=heads(rules.limit)) if rules.limit else "",
        after.format(rounds=rounds_told(rules.rounds)) if rules.rounds else "",
    )
    return one_of([end for end in ends if end])


def role_bot(level: str | None) -> str:
    # Translators: read aloud behind a name; {level} is easy, medium, hard or expert
    return pgettext("told", "bot, {level}").format(level=level_name(level)) if level else pgettext("chair", "bot")


def sits_down(name: str) -> str:
    return _("{name} sits down.").format(name=name)


def has_left(name: str) -> str:
    return _("{name} has left.").format(name=name)


def is_away(name: str) -> str:
    return _("{name} has lost the connection; the seat is kept.").format(name=name)


def is_back(name: str) -> str:
    return _("{name} is back.").format(name=name)


def bot_plays_for(name: str) -> str:
    return _("{name} has left the game: a bot plays that seat.").format(name=name)


def renamed(before: str, after: str) -> str:
    return _("{before} is called {after} now.").format(before=before, after=after)


def takes_over(name: str, before: str) -> str:
    return _("{name} takes over the seat of {before}.").format(name=name, before=before)


def bot_plays(name: str, level: str) -> str:
    return _("{name} plays {level} now.").format(name=name, level=level)


def watching(count: int) -> str:
    """How many look on."""
    if count == 0:
        return _("Nobody is watching now.")
    # Translators: people who look on without a seat
    return ngettext("{n} is watching.", "{n} are watching.", count).format(n=count)


def says(name: str, text: str) -> str:
    return _("{name} says: {text}").format(name=name, text=text)


def you_say(text: str) -> str:
    return _("You say: {text}").format(text=text)


def reacts(name: str, words: str) -> str:
    # Translators: {words} is one of the quick reactions, such as “Well played!”
    return _("{name} reacts: {words}").format(name=name, words=words)


def you_react(words: str) -> str:
    return _("You react: {words}").format(words=words)


def prompt_card(held: Sequence[int]) -> str:
    return _("Your card ({cards}): ").format(cards=" ".join(map(str, held)))


def prompt_row(cheapest: Sequence[int], cost: int) -> str:
    """The reader is to choose a row (rows from 0)."""
    rows = listed([str(row + 1) for row in cheapest])
    # Translators: {rows} is a list of row numbers, such as “1 and 3”; {heads} what each of them costs
    sentence = ngettext(
        "Which row do you take (1 to 4; {rows} costs least: {heads})? ",
        "Which row do you take (1 to 4; {rows} cost least: {heads})? ",
        len(cheapest),
    )
    return sentence.format(rows=rows, heads=heads(cost))


def prompt_pick(number: int) -> str:
    return _("Your pick ({number} of 10): ").format(number=number)


def prompt_ready(number: int) -> str:
    # Translators: ready is a word to type, and stays as it is
    return _("Ready for round {number} (ready)? ").format(number=number)


def prompt_start(seated: int) -> str:
    """The owner may begin."""
    sentence = ngettext(
        "{n} is seated (start begins, help tells more): ",
        "{n} are seated (start begins, help tells more): ",
        seated,
    )
    return sentence.format(n=seated)
