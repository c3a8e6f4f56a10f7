"""The host's end of the wire: the authoritative room and its server."""
