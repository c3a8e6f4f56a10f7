"""How the app looks, as far as the terminal can show it."""
