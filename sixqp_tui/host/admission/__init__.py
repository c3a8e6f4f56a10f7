"""Who may come in: the handshake, and the room code of a locked table."""
