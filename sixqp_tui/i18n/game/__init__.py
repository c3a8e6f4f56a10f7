"""What is said of a game and its table, everywhere alike."""
