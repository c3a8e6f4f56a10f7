"""What the screen of a review is made of."""
