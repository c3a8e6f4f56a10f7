"""Which card? Positions of games in which one card is clearly the best, to be found."""
