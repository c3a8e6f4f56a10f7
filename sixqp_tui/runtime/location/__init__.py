"""Where a table is: typed, found on the LAN, invited to, or looked for again when its host has moved."""
