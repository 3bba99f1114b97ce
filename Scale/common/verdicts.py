"""What the exit code of a verb means for its work: done, worth another try, or never again."""

import enum
import signal

# What an exit code says where the verb said nothing itself.
MEANINGS = {
    64: "the command is wrong",
    65: "the input is unfit: nothing that another try would change",
    66: "an input is missing",
    69: "something that the verb needs is not installed",
    70: "an internal fault",
    73: "the output cannot be written",
    74: "the store cannot be reached now, or parts are missing",
    75: "a limit is exceeded",
}
TRY_AGAIN = 74


class Verdict(enum.Enum):
    """What follows from how a try ended."""

    DONE = "done"
    AGAIN = "again"
    NEVER = "never"


def verdict(code):
    """The verdict on an exit code; negative for a signal, None for a worker or a node that was lost.

    A shell, and a verb that handled a signal, report it as 128 and its number.
    """
    if code == 0:
        return Verdict.DONE
    if code is None or code < 0 or code > 128 or code == TRY_AGAIN:
        return Verdict.AGAIN
    return Verdict.NEVER


def meaning(code):
    """A sentence about an exit code."""
    if code is None:
        return "the worker or its node was lost"
    number = -code if code < 0 else code - 128
    if number > 0:
        try:
            return f"ended by {signal.Signals(number).name}"
        except ValueError:
            pass
    return MEANINGS.get(code, f"ended with {code}")
