"""Files on disk: their places, config.txt, keys."""
