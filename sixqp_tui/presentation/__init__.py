"""What the screens, the text mode and the page have in common. Pure."""
