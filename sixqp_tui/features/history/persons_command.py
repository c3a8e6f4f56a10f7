"""`sixqp persons`: everybody who has played, and joining those who are one person."""

import argparse

from sixqp_protocol.text import cells
from sixqp_tui.features.history import score_words as score_words
from sixqp_tui.features.history import words as words
from sixqp_tui.features.history.access import consult_history
from sixqp_tui.features.history.persons import join_persons, joined_persons, own_keys, separate_person
from sixqp_tui.features.history.scores import person_called
from sixqp_tui.features.history.statistics import PersonScore, Scores, count_scores
from sixqp_tui.features.history.summary import person_code
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.terminal.output import print_line
from sixqp_tui.terminal.person import choose_person


def run(parsed: argparse.Namespace) -> int:
    """List everybody, or join or separate persons; the exit code."""
    scores = consult_history(
        lambda index, show: count_scores(index, joined_persons(), own_keys(), on_progress=show)
    )
    if parsed.join:
        _join(scores, *parsed.join)
    elif parsed.separate:
        _separate(scores, parsed.separate)
    else:
        _list(scores)
    return 0


def _join(scores: Scores, one: str, other: str) -> None:
    """Both are one person: this user, where one of them is, else the first."""
    joined = joined_persons()
    first, second = (choose_person(scores.people, joined, wanted) for wanted in (one, other))
    if first.bot or second.bot:
        raise Failure(_("Bots count by their level: only people can be merged."), code=2)
    into, gone = (second, first) if second.own else (first, second)
    with os_errors_as_failures():
        join_persons((gone.person,), into.person)
    print_line(_joined(*(f"{each.name} ({person_code(each.person)})" for each in (first, second))))


def _separate(scores: Scores, wanted: str) -> None:
    person = choose_person(scores.people, joined_persons(), wanted)
    with os_errors_as_failures():
        apart = separate_person(person.person)
    print_line(
        _separated(person.name, len(apart))
        if apart
        else _("Nobody has been merged with {name}.").format(name=person.name)
    )


def _list(scores: Scores) -> None:
    people = [each for each in scores.people if not each.bot]
    if not people:
        print_line(score_words.nobody_yet())
        return
    joined = list(joined_persons().values())
    names = [person_called(each.person, each.name, each.own) for each in people]
    codes = [person_code(each.person) for each in people]
    name_width, code_width = max(map(cells, names)), max(map(cells, codes))
    for each, name, code in zip(people, names, codes, strict=True):
        padded = name + " " * (name_width - cells(name)), code + " " * (code_width - cells(code))
        print_line("  ".join((*padded, *_about(each, joined.count(each.person)))))


def _about(person: PersonScore, others: int) -> tuple[str, ...]:
    games = score_words.games_played(person.count.games)
    return (
        (games, ngettext("merged with {n} other", "merged with {n} others", others).format(n=others))
        if others
        else (games,)
    )


def _joined(name: str, other: str) -> str:
    return _("{name} and {other} now count as one person.").format(name=name, other=other)


def _separated(name: str, count: int) -> str:
    """Persons who had been joined are several again; `count` is how many beside the first."""
    return ngettext(
        "{name} and {n} other are separate people again.",
        "{name} and {n} others are separate people again.",
        count,
    ).format(name=name, n=count)
