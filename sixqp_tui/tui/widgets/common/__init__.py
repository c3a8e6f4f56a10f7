"""Widgets of several screens."""
