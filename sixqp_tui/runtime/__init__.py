"""Processes and wiring: tables in their own process or in this one, and the ways to them."""
