"""Runs one verb as a process that does not outlive the process that started it.

It depends on nothing but the standard library: Ray sends it to its workers as it is.
"""

import dataclasses
import os
import shutil
import socket
import subprocess
import tempfile
import time

NOT_INSTALLED, TRY_AGAIN = 69, 74
# Of what a process says, this much of its end is kept.
KEPT_BYTES = 8192
# In a command: the path of the plan.
PLAN = "{plan}"


@dataclasses.dataclass
class Outcome:
    """How a process ended: `code` is negative for a signal, None where the worker was lost."""

    code: int | None
    said: str = ""
    output: bytes = b""
    host: str = ""
    seconds: float = 0.0


def last_words(text):
    """The line that says why: the last that begins with "error:", or else the last."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("error:")]
    return (errors or lines or [""])[-1].removeprefix("error:").strip()


def placed(plan, folder):
    """The path of a file with the plan: its own where this machine has it, else a copy in `folder`."""
    path, content = plan
    try:
        with open(path, "rb") as file:
            if file.read() == content:
                return path
    except OSError:
        pass
    copy = os.path.join(folder, os.path.basename(path))
    with open(copy, "wb") as file:
        file.write(content)
    return copy


def run(command, plan=None, folder=None, started=None):
    """Runs a command to its end, and says how that was; see `_run` for the parameters."""
    begun, host = time.monotonic(), socket.gethostname()
    try:
        outcome = _run(command, plan, folder, started)
    except OSError as error:
        # No room for scratch files, no more processes: of this machine at this moment.
        outcome = Outcome(TRY_AGAIN, str(error))
    return dataclasses.replace(outcome, host=host, seconds=time.monotonic() - begun)


def _run(command, plan, folder, started):
    """Runs a command to its end.

    The kernel kills it when the thread that called this ends, be it by `kill -9`: a render whose worker
    is gone would use a core for nothing, beside the one that does it again. `setpriv` asks for that between
    fork and exec, where Python code is not safe in a process with threads, as Ray's workers are.

    plan: path and content of the file that `PLAN` in the command stands for
    folder: where the process runs, for relative paths in its command
    started: is called with the `subprocess.Popen`, for those who may want to end it
    """
    with tempfile.TemporaryDirectory(prefix="avatar-overlay-") as scratch:
        for program in ("setpriv", command[0]):
            if shutil.which(program) is None:
                return Outcome(NOT_INSTALLED, f"{program}: no such program on {socket.gethostname()}")
        if plan is not None:
            path = placed(plan, scratch)
            command = [path if word == PLAN else word for word in command]
        with open(f"{scratch}/output", "w+b") as output, open(f"{scratch}/said", "w+b") as said:
            process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", "--", *command],
                cwd=folder,
                stdin=subprocess.DEVNULL, stdout=output, stderr=said)
            if started is not None:
                started(process)
            code = process.wait()
            output.seek(0)
            said.seek(max(0, said.seek(0, os.SEEK_END) - KEPT_BYTES))
            return Outcome(
                code, last_words(said.read().decode("utf-8", "replace")),
                output.read())
