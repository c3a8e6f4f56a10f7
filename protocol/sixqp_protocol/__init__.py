"""The language spoken at a table of 6 qui prend!, as `SPEC.md` defines it."""
