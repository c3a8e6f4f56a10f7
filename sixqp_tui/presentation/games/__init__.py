"""What lists, scores, replays and reviews show, pure."""
