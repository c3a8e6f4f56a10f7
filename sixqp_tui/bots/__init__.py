"""Players that are programs, and see only a view."""
