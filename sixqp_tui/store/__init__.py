"""What is kept on disk: places, config.txt, keys, tokens."""
