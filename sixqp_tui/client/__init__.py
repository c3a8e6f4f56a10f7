"""The client's end of the wire: conversation, link, session."""
