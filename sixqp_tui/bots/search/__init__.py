"""The parts of a search: deals, rollouts, the loss, and choosing the best candidate."""
