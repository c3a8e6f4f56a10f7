"""The same game as a page for phones: a gateway with one session a guest, and the page that it serves."""
