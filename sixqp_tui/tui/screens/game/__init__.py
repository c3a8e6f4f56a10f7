"""The screens of a game: the table, the draft and the scores, and what lies over them."""
