"""Several people at one keyboard."""
