"""The setup of a table that a successor takes over, from what it has stored (`SPEC.md`, 3.12)."""

from sixqp_tui.engine.kept_table import KeptTable
from sixqp_tui.host.commands import Setup, Sitter


class NothingInherited(ValueError):
    """This program was no successor, so it doesn't know what people need to return."""


def inherited_setup(kept: KeptTable, key: bytes, new_table: str | None = None) -> Setup:
    """At once as a new table with this id, or for when enough have promised.

    `key` is the SHA-256 of the successor's own token. Raises NothingInherited.
    """
    left = kept.inheritance
    if left is None or not left.seats:
        raise NothingInherited("expected an inheritance from the host, got none")
    owner_seat, owner = next(((seat, each) for seat, each in enumerate(left.seats) if each.owner), (0, None))
    return Setup(
        table=new_table or kept.table,
        title=kept.title,
        settings=left.settings,
        sitters=tuple(
            Sitter(each.name, each.level or "medium", key=each.key, person=each.person)
            for each in left.seats
            if each is not owner
        ),
        expected=left.expected,
        owner=owner.key if owner else None,
        owner_name=owner.name if owner else "",
        owner_seat=owner_seat,
        owner_person=owner.person if owner else None,
        autostart=left.autostart,
        kept=kept,
        host=key,
        continues=kept.table if new_table else None,
    )
