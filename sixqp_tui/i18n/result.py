"""What is printed when somebody leaves the program: how the game stands, and the way back."""


def line(rank: int, name: str, total: int) -> str:
    return f"  {rank:>2}  {name}  {total:>4}"
