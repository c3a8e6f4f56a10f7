"""What the other players are taken for: how they choose, and which hands explain what they have laid."""
