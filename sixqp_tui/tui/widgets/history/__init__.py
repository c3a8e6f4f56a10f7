"""What the screens of games that are over show."""
