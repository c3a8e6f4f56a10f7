"""What can be typed behind the command, and what comes of it: the parser, options, files that stand for them."""
