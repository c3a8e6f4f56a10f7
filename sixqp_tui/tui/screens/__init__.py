"""The screens: each takes a session or the services it needs, and follows what it is told."""
