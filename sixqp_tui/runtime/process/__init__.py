"""The processes of a table: starting, watching and stopping them, and where they log."""
