"""The person that a command line means, and one sentence where there is none."""

from collections.abc import Mapping, Sequence

from sixqp_protocol.text import clean
from sixqp_tui.features.history import words as words
from sixqp_tui.features.history.statistics import PersonScore
from sixqp_tui.features.history.summary import person_code
from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import Failure

MAX_SHOWN = 100
"""Characters of what was typed that a sentence repeats."""


def choose_person(people: Sequence[PersonScore], joined: Mapping[str, str], wanted: str) -> PersonScore:
    """Who is meant by this name or code, also by that of a key that was joined. Raises Failure."""
    by_key = {each.person: each for each in people}
    keys = {**joined, **{key: key for key in by_key}}
    coded = {keys[key] for key in keys if wanted.casefold() in (key, person_code(key))} & by_key.keys()
    if len(coded) == 1:
        return by_key[coded.pop()]
    named = [each for each in people if not each.bot and each.name.casefold() == wanted.casefold()]
    shown = clean(wanted, MAX_SHOWN)
    if not named:
        raise Failure(
            _("Nobody in your games is called “{wanted}”. To see everybody, type sixqp persons.").format(
                wanted=shown
            ),
            code=2,
        )
    if len(named) > 1:
        raise Failure(_several_persons(shown, ", ".join(person_code(each.person) for each in named)), code=2)
    return named[0]


def _several_persons(wanted: str, codes: str) -> str:
    # Translators: {codes} are what tells people of one name apart, such as “3f0a12bc, anna@k3f9”
    return _("Several people are called “{wanted}”. Choose one of {codes}.").format(wanted=wanted, codes=codes)
