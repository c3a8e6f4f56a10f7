"""What a window says that is too small for the game: how large it must be, and what goes on unseen."""
