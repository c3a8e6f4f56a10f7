"""Several people around one keyboard."""
