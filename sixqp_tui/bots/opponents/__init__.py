"""Models of the other players: how they choose, and which hands explain what they played."""
