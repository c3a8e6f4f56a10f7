"""The games that this user has played to their end: files that hold them, and an index of these files."""
