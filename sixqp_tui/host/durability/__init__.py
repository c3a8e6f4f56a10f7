"""Nothing is sent before what it follows from is on the disk."""
