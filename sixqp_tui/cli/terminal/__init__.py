"""What a command writes to the terminal outside of a screen, and what it asks there."""
