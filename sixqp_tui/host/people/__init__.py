"""Who is at the table: participants, their chairs and names, and the bots that play for them."""
