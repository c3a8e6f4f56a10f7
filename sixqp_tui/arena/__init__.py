"""Bots against bots."""
