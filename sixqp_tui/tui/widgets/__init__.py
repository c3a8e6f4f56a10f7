"""What is drawn on the felt: each widget draws itself and says what was clicked."""
