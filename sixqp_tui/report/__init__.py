"""A game that is over as one file to give away: a page that shows all of it and loads nothing."""
