"""Tables found on the LAN: announcing and browsing."""
