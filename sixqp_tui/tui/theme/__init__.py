"""Colours and signs, as far as the terminal can show them."""
