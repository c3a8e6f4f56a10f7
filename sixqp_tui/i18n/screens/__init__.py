"""What the screens and the page say besides."""
