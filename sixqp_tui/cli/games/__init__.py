"""Games that are over, at the command line: one file a command."""
