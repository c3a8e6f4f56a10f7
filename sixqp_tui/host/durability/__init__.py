"""What a table keeps on its disk."""
