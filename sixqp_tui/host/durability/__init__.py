"""Nothing is sent before its cause is on the disk."""
