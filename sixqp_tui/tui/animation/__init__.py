"""What just happened, shown card by card."""
