"""What the command line and lines of text say."""
