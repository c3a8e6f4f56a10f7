"""What the decisions of a finished game have cost: the strong bot judges them, from what each seat could see."""
