"""The screens of games that are over."""
