"""Finds and announces tables on the LAN."""
