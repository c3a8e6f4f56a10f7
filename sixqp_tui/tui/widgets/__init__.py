"""What the screens are made of. A widget draws itself, and says by messages what was clicked."""
