"""The review of a game that is over: what each decision cost, and what was luck. Pure."""
