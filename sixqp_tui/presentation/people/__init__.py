"""Who is at a table: what is offered to them, what they said and won, and the signs that tell them apart."""
