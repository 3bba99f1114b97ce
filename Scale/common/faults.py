"""A fault of what was asked for: one line, and the exit code that goes with it."""

USAGE, UNFIT, MISSING, NOT_INSTALLED, INTERRUPTED = 64, 65, 66, 69, 130


class Fault(Exception):
    """Ends the program with a message, or one on each line, and an exit code."""

    def __init__(self, message, code=UNFIT):
        super().__init__(message)
        self.code = code
