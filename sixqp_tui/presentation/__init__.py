"""What screens and lines of text show alike: pure functions from a session's knowledge to what is to be shown."""
