"""The scores of all games as lines of text: figures, bars and a curve."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from sixqp_protocol.text import cells
from sixqp_tui.analysis.words import signed_tenths
from sixqp_tui.features.history import words
from sixqp_tui.features.history.decision_sheet import decision_lines
from sixqp_tui.features.history.rating import MIN_GAMES, Rating
from sixqp_tui.features.history.statistics import (
    ALL_GAMES,
    Companion,
    Count,
    Lead,
    ParScore,
    PersonDetails,
    PersonScore,
    PlaceCount,
    Scores,
    Selection,
    Standings,
)
from sixqp_tui.features.history.summary import BOT, Evening, person_code
from sixqp_tui.i18n import _, console as console_words, ngettext, pgettext, phrases, tally as tally_words
from sixqp_tui.i18n.local_time import format_day, format_when
from sixqp_tui.i18n.phrases import decimal
from sixqp_tui.presentation.plot import averages, bar, columns
from sixqp_tui.presentation.spans import Line, Span, pad, wrap

MAX_COMPANY: Final = 8
"""Others with whom somebody is compared: those they played most with."""
MAX_TALLIED: Final = 6
"""Winners of an evening's games who are listed."""
CERTAINTY: Final = "95 %"
MAX_BAR: Final = 24
"""Cells."""
MIN_BAR: Final = 6
"""Cells of a full bar, however long the rest of the line is."""
CURVE_HEIGHT: Final = 5
"""Lines of a curve in a small window."""
SCALE: Final = 5
"""Cells before a curve."""
INDENT: Final = 2
MIN_NAME: Final = 10
"""Cells of a name in a narrow list."""


class Bar(NamedTuple):
    """`share` is from 0 to 1; `own`: the bar is about the selected person."""

    label: str
    text: str
    share: float
    own: bool = False


class ScoreLines(NamedTuple):
    person: tuple[Line, ...]
    everybody: tuple[Line, ...]

    @property
    def in_one_column(self) -> tuple[Line, ...]:
        return (*self.person, (), *self.everybody) if self.person else self.everybody


def score_lines(
    scores: Scores,
    width: int,
    selection: Selection = ALL_GAMES,
    curve_height: int = CURVE_HEIGHT,
    *,
    with_bots: bool = True,
    with_ratings: bool = True,
) -> ScoreLines:
    people = [each for each in scores.people if with_bots or not each.bot]
    if not people:
        nothing = words.nobody_yet() if selection.everything else _("No games match.")
        return ScoreLines((), tuple(_sentence(nothing, width, "ink")))
    called, details = _names(scores.people), scores.details
    person = _person_lines(details, called, width, curve_height, with_ratings) if details else ()
    everybody = [*_standings(scores.standings, called, width)]
    ranked = [each for each in scores.ranked if with_bots or not each.bot]
    if ranked and with_ratings:
        everybody += _ratings(ranked, called, width)
    everybody += (*_people(people, called, width), *_evenings(scores.evenings, called, width))
    if note := _note(scores, selection):
        everybody += ((), *_sentence(note, width, "dim"))
    return ScoreLines(_trimmed(person), _trimmed(everybody))


def _trimmed(lines: Iterable[Line]) -> tuple[Line, ...]:
    kept = tuple(lines)
    return kept[1:] if kept and not kept[0] else kept


def _heading_lines(title: str) -> Iterator[Line]:
    yield ()
    yield (Span(title, "strong", bold=True),)


def _sentence(sentence: str, width: int, ink: str) -> Iterator[Line]:
    for line in wrap(sentence, width):
        yield (Span(line, ink),)


def _note(scores: Scores, selection: Selection) -> str:
    if not selection.everything:
        return _("Who is ahead, ratings and evenings count all games.")
    return (
        ""
        if scores.ranked
        else _("Ratings appear after {n} games. Before that, they mostly show luck.").format(n=MIN_GAMES)
    )


def person_called(person: str, name: str, own: bool = False) -> str:
    """A bot goes by its level, because its name changes from table to table."""
    if person.startswith(BOT):
        return console_words.person(pgettext("chair", "bot"), [phrases.level_name(person.removeprefix(BOT))])
    return console_words.person(name, [pgettext("chair", "you")] if own else [])


def _names(people: Sequence[PersonScore]) -> dict[str, str]:
    """Namesakes, except this user, get what tells them apart."""
    shared = {name for name, count in Counter(each.name for each in people if not each.bot).items() if count > 1}
    return {
        each.person: console_words.person(each.name, [person_code(each.person).rpartition("@")[2]])
        if each.name in shared and not (each.own or each.bot)
        else person_called(each.person, each.name, each.own)
        for each in people
    }


# -- one person -------------------------------------------------------------------------------------------


def _person_lines(
    details: PersonDetails, called: Mapping[str, str], width: int, curve_height: int, with_rating: bool
) -> Iterator[Line]:
    # Translators: a heading; {name} is a player
    yield (Span(_("SCORES OF {name}").format(name=called[details.score.person]), "gold", bold=True),)
    yield ()
    figures = tuple(_figures(details, with_rating))
    longest = max(cells(label) for label, _text in figures) + 2
    for label, figure in figures:
        for at, part in enumerate(wrap(figure, width - longest)):
            yield Span(pad("" if at else label, longest), "dim"), Span(part)
    if len(details.curve) > 1:
        yield from _curve_lines([point.mean for point in details.curve], width, curve_height)
    if details.decisions:
        yield from _heading_lines(_("WHAT YOUR DECISIONS COST"))
        yield from decision_lines(details.decisions, width, curve_height)
    by_variant = [(phrases.variant_name(each.variant), each.count) for each in details.variants]
    yield from _bars(_("HEADS A ROUND BY VARIANT"), _means(by_variant), width)
    by_size = [(words.players(each.players), each.count) for each in details.sizes]
    yield from _bars(_("HEADS A ROUND BY NUMBER OF PLAYERS"), _means(by_size), width)
    company = [_company(each, called) for each in details.companions[:MAX_COMPANY]]
    # Translators: a heading: those with whom somebody has played, and how often they were ahead of them
    yield from _bars(_("HEAD TO HEAD"), company, width)


def _figures(details: PersonDetails, with_rating: bool) -> Iterator[tuple[str, str]]:
    score, count = details.score, details.score.count
    # Translators: a label of at most 18 letters, and so are the next ones; what stands beside it is a number or two
    yield pgettext("scores", "Games"), words.won_of(count.wins, count.games)
    yield pgettext("scores", "Heads a round"), phrases.decimal(count.mean)
    yield pgettext("scores", "Best and worst"), f"{count.best} · {count.worst}"
    yield pgettext("scores", "Rows a round"), _taken(count)
    yield from _place(details.places)
    yield from _par(score.par)
    if with_rating:
        yield from _rating(score.rating)


def _place(places: Sequence[PlaceCount]) -> Iterator[tuple[str, str]]:
    if games := sum(each.games for each in places):
        mean = phrases.decimal(sum(each.place * each.games for each in places) / games)
        last = sum(each.last for each in places)
        listed = " · ".join(f"{phrases.ordinal(each.place)} {each.games}" for each in places)
        # Translators: {mean} is an average place; {listed} is “1st 12 · 2nd 9”, how often each place was taken
        text = ngettext(
            "{mean} on average ({listed}); last {n} time", "{mean} on average ({listed}); last {n} times", last
        )
        yield pgettext("scores", "Place"), text.format(mean=mean, listed=listed, n=last)


def _par(par: ParScore | None) -> Iterator[tuple[str, str]]:
    if par:
        heads = phrases.decimal(abs(par.mean))
        # Translators: par is what sensible play would lose with the same hands
        text = _("{n} heads a round above par") if par.mean > 0 else _("{n} heads a round below par")
        yield pgettext("scores", "Par"), text.format(n=heads)


def _taken(count: Count) -> str:
    rows = (count.sixth + count.too_low, count.sixth, count.too_low)
    rows_taken, sixth, too_low = (phrases.decimal(each / count.rounds) for each in rows)
    # Translators: rows taken a round, such as “1.2 taken: 0.8 with a sixth card, 0.4 with a card that was too low”
    sentence = _("{rows} taken: {sixth} with a sixth card, {too_low} with a card that was too low")
    return sentence.format(rows=rows_taken, sixth=sixth, too_low=too_low)


def _rating(rating: Rating | None) -> Iterator[tuple[str, str]]:
    if rating is not None:
        missing = "" if rating.listed else f" ({_not_rated_yet(rating.games, MIN_GAMES)})"
        yield pgettext("scores", "Rating"), _format_rating(rating) + missing


def _format_rating(rating: Rating) -> str:
    return f"{phrases.decimal(rating.value)} ± {phrases.decimal(rating.within)}"


def _not_rated_yet(games: int, least: int) -> str:
    left = least - games
    return ngettext("{n} more game until it is reliable", "{n} more games until it is reliable", left).format(
        n=left
    )


def _curve_lines(values: Sequence[float], width: int, height: int) -> Iterator[Line]:
    # Translators: a heading: a curve over all games follows, the oldest on the left
    yield from _heading_lines(_("HEADS A ROUND, GAME BY GAME"))
    values = averages(values, width - SCALE - 2)
    highest = max(*values, 0.1)
    lines = columns(values, highest, height)
    for at, line in enumerate(lines):
        scale = decimal(highest) if at == 0 else "0" if at == len(lines) - 1 else ""
        yield Span(f"{scale:>{SCALE}}  ", "dim"), Span(line, "gold")


def _means(parts: Sequence[tuple[str, Count]]) -> list[Bar]:
    highest = max((count.mean for _label, count in parts), default=0.0)
    return [
        Bar(
            label,
            f"{phrases.decimal(count.mean):>4}  {words.won_of(count.wins, count.games)}",
            count.mean / highest if highest else 0.0,
        )
        for label, count in parts
    ]


def _company(companion: Companion, called: Mapping[str, str]) -> Bar:
    share = companion.ahead / companion.games
    level = companion.games - companion.ahead - companion.behind
    # Translators: of {n} games together, {ahead} with a better place than the other, {behind} with a worse one
    text = ngettext("{ahead} to {behind} in {n} game", "{ahead} to {behind} in {n} games", companion.games)
    standing = text.format(ahead=companion.ahead, behind=companion.behind, n=companion.games)
    if level:
        # Translators: after “5 to 3 in 9 games”: this many with equal places
        standing += ", " + pgettext("games", "{n} level").format(n=level)
    return Bar(called[companion.person], f"{standing} · {format_day(companion.last)}", share)


def _bars(title: str, bars: Sequence[Bar], width: int) -> Iterator[Line]:
    """Bars that are compared with each other."""
    if not bars:
        return
    yield from _heading_lines(title)
    widest = max(cells(each.text) for each in bars)
    longest = max(cells(each.label) for each in bars)
    above = longest > width - widest - MIN_BAR - 4
    longest = 0 if above else longest
    room = max(MIN_BAR, min(MAX_BAR, width - longest - widest - 4))
    for each in bars:
        ink = "gold" if each.own else "ink"
        if above:
            yield (Span(pad(each.label, width).rstrip(), ink),)
        yield (
            Span(pad("" if above else each.label, longest + 2), ink),
            Span(pad(bar(each.share, room), room), "gold" if each.own else "green"),
            Span(f"  {each.text}", ink),
        )


# -- everybody --------------------------------------------------------------------------------------------


def _standings(found: Sequence[Standings], called: Mapping[str, str], width: int) -> Iterator[Line]:
    for standings in found:
        # Translators: a heading in capitals: who is the stronger player
        title = _("WHO IS AHEAD")
        if standings.variant:
            # Translators: {title} is “WHO IS AHEAD”, {variant} “draft”
            title = _("{title} ({variant})").format(title=title, variant=phrases.variant_name(standings.variant))
        yield from _heading_lines(title)
        for lead in standings.leads:
            yield from _sentence(_lead(lead, called), width, "ink")
        if not standings.leads:
            yield from _sentence(_("Nobody is clearly ahead: it may be chance."), width, "ink")


def _lead(lead: Lead, called: Mapping[str, str]) -> str:
    names = {"ahead": called[lead.ahead], "behind": called[lead.behind]}
    # Translators: {n} is from 7 to 9
    sure = _("{ahead} is ahead of {behind}: {n} chances in 10.").format(**names, n=min(9, int(10 * lead.sure)))
    if not lead.games:
        return sure + " " + _("They have never played together.")
    # Translators: of {n} games in which both played, the one who is ahead finished before the other in {before}
    why = ngettext(
        "Better place in {before} of {n} game together.",
        "Better place in {before} of {n} games together.",
        lead.games,
    ).format(before=lead.before, n=lead.games)
    return f"{sure} {why}"


def _ratings(people: Sequence[PersonScore], called: Mapping[str, str], width: int) -> Iterator[Line]:
    ranked = [(each, each.rating) for each in people if each.rating]
    lowest = min(0.0, *(rating.value for _each, rating in ranked))
    room = max(1.0, *(rating.value for _each, rating in ranked)) - lowest
    bars = [
        Bar(called[each.person], _format_rating(rating), (rating.value - lowest) / room, each.own)
        for each, rating in ranked
    ]
    yield from _bars(_("RATING"), bars, width)
    # Translators: {certainty} is “95 %”; the rating has the name of its method, Plackett-Luce, which stays as it is
    sentence = _(
        "Everybody starts at 25 (Plackett-Luce); ± covers {certainty}. Listed after {least} games; bots by level."
    )
    yield from _sentence(sentence.format(certainty=CERTAINTY, least=MIN_GAMES), width, "dim")


def _evenings(evenings: Sequence[Evening], called: Mapping[str, str], width: int) -> Iterator[Line]:
    if evenings:
        yield from _heading_lines(_("LAST EVENINGS"))
    for evening in evenings:
        yield from _sentence(_evening(evening, called), width, "ink")
        won = [(called[line.person], line.wins) for line in evening.lines if line.wins]
        for line in wrap(tally_words.summary(won, MAX_TALLIED), width - INDENT):
            yield Span(" " * INDENT), Span(line, "dim")


def _evening(evening: Evening, called: Mapping[str, str]) -> str:
    facts = {
        "date": format_when(evening.ended),
        "title": phrases.table_title(evening.title),
        "games": words.games_played(len(evening.games)),
    }
    if not evening.winners:
        return _("{date}  {title}: {games}").format(**facts)
    winners = phrases.listed([called[line.person] for line in evening.winners])
    # Translators: {games} is “3 games”, {winners} are the names of who has won the evening
    return _("{date}  {title}: {games}, evening won by {winners}").format(**facts, winners=winners)


def _people(people: Sequence[PersonScore], called: Mapping[str, str], width: int) -> Iterator[Line]:
    heads, rows = _columns(), [_cells(each) for each in people]
    widest = [max(map(cells, column)) for column in zip(heads, *rows, strict=True)]
    longest = max(cells(called[each.person]) for each in people)
    if longest + sum(widest) + len(widest) > width or not any(row[-1] for row in rows):
        widest = widest[:-OPTIONAL]
    gap = 2 if longest + sum(widest) + 2 * len(widest) <= width else 1
    name = max(MIN_NAME, min(longest, width - sum(widest) - gap * len(widest)))
    # Translators: a heading: a list of all who have played follows
    yield from _heading_lines(_("EVERYBODY"))
    above = "".join(_above(at, widest, gap) for at in range(len(widest)))
    yield (Span(" " * name + above.rstrip(), "dim"),)
    yield (
        Span(" " * name),
        *(Span(f"{head:>{room + gap}}", "dim") for head, room in zip(heads, widest, strict=False)),
    )
    for each, row in zip(people, rows, strict=True):
        ink = "gold" if each.own else "ink"
        figures = (f"{cell:>{room + gap}}" for cell, room in zip(row, widest, strict=False))
        yield Span(pad(called[each.person], name), ink), *(Span(figure, ink) for figure in figures)


def _cells(score: PersonScore) -> tuple[str, ...]:
    count = score.count
    return (
        str(count.games),
        str(count.wins),
        phrases.decimal(count.mean),
        str(count.best),
        str(count.worst),
        phrases.decimal(count.sixth / count.rounds),
        phrases.decimal(count.too_low / count.rounds),
        "" if score.place is None else phrases.decimal(score.place),
        "" if score.par is None else signed_tenths(round(10 * score.par.mean)),
    )


def _above(at: int, widest: Sequence[int], gap: int) -> str:
    room = widest[at] + gap
    # Translators: above the columns “mean”, “best” and “worst”: at most 15 letters
    heads = pgettext("score columns", "heads a round")
    # Translators: rows taken a round, above the columns “6th” and “low”: at most 7 letters
    titles = {2: (3, heads), 5: (2, pgettext("score columns", "rows"))}
    covered = next((first for first, (count, _title) in titles.items() if first < at < first + count), None)
    if covered is not None:
        return ""
    if at not in titles:
        return " " * room
    count, title = titles[at]
    return title.rjust(sum(widest[at : at + count]) + gap * count)


OPTIONAL: Final = 2
"""The last columns, which need a wide window and a reviewed game."""


def _columns() -> tuple[str, ...]:
    """Headings of at most 6 letters."""
    return (
        # Translators: the context “score column” is the head of a column of numbers, at most 6 letters
        pgettext("score column", "games"),
        pgettext("score column", "won"),
        # Translators: heads a round, on average
        pgettext("score column", "mean"),
        # Translators: heads of the best round
        pgettext("score column", "best"),
        # Translators: heads of the worst round
        pgettext("score column", "worst"),
        # Translators: rows taken a round by a sixth card
        pgettext("score column", "6th"),
        # Translators: rows taken a round with a card that was too low
        pgettext("score column", "low"),
        # Translators: the place at the end of a game, on average
        pgettext("score column", "place"),
        # Translators: heads a round above or below what sensible play would lose with the same hands
        pgettext("score column", "par"),
    )
