"""What a search needs: deals, rollouts, what counts as loss, and which candidate does best."""
