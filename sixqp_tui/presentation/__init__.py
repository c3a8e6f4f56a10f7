"""What the screens, text mode and page have in common. Pure."""
