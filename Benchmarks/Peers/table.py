"""Markdown tables, and whether targets are reached."""


def at_most(value, target):
    """The mark of a figure that should not be larger."""
    return "reached" if value <= target else "**not reached**"


def at_least(value, target):
    """The mark of a figure that should not be smaller."""
    return "reached" if value >= target else "**not reached**"


def markdown(header, rows):
    """A table of texts; what is None stays empty."""
    lines = [header, ["---"] * len(header)]
    lines += [["" if cell is None else cell for cell in row] for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"
