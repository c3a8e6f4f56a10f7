"""What happens by itself as time goes on: clocks, games that begin and end, those who are away."""
