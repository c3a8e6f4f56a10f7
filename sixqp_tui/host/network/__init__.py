"""Connections from the network: who is let in, how much they may send, and the asyncio shell of the room."""
