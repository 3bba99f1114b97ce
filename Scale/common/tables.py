"""Tables of text: how far a batch is, and what failed."""

import shutil
import time

from .verdicts import meaning

# A table of progress has at most this many recordings; the totals count all.
SHOWN = 15


def table(header, rows):
    """Lines of columns: words to the left, numbers to the right."""
    cells = [header, *[[str(cell) for cell in row] for row in rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    numeric = [all(isinstance(row[column], int) for row in rows) for column in range(len(header))]
    return [
        "  ".join(
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, is_number in zip(row, widths, numeric)).rstrip()
        for row in cells]


def progress_lines(recordings, seconds):
    """The state of each recording that is under way, and of all together."""
    states = [recording.state for recording in recordings]
    under_way = [
        recording for recording, state in zip(recordings, states)
        if state not in ("done", "waiting", "failed")]
    rows = [_row(recording.name, recording.state, [recording]) for recording in under_way[:SHOWN]]
    if len(under_way) > SHOWN:
        rows.append(_row(f"and {len(under_way) - SHOWN} more", "", under_way[SHOWN:]))
    ended = f"{states.count('done')} done, {states.count('failed')} failed"
    rows.append(_row(f"all {len(recordings)}", ended, recordings))
    lines = table(
        ["recording", "state", "parts", "done", "handed out", "tried again", "frames", "% done"], rows)
    return [f"after {seconds:.0f} s", *lines]


def _row(name, state, recordings):
    planned = [recording for recording in recordings if recording.plan]
    frames = sum(sum(recording.plan.frames) for recording in planned)
    frames_done = sum(recording.frames_done for recording in planned)
    return [
        name, state,
        sum(len(recording.plan.frames) for recording in planned),
        sum(len(recording.done) for recording in planned),
        sum(recording.running for recording in recordings),
        sum(recording.retries for recording in recordings),
        frames, 100 * frames_done // frames if frames else 0]


def failure_lines(failures):
    """What failed, and why: a line each."""
    return table(
        ["recording", "what", "exit", "tries", "on", "why"],
        [[failure.recording.name, failure.what,
          "lost" if failure.code is None else str(failure.code), failure.tries, failure.host,
          failure.why or meaning(failure.code)] for failure in failures])


class Progress:
    """Writes the table of progress: in its place on a terminal, else again at intervals if it differs."""

    def __init__(self, stream, interval=None):
        """`interval` in seconds; by default 1 on a terminal and 10 elsewhere."""
        self._stream, self._is_terminal = stream, stream.isatty()
        self._interval = interval or (1 if self._is_terminal else 10)
        self._begun, self._due, self._shown = time.monotonic(), 0.0, []

    def show(self, recordings, is_last=False):
        """Writes the table if it is due, or the last one."""
        now = time.monotonic()
        if now < self._due and not is_last:
            return
        self._due = now + self._interval
        lines = progress_lines(recordings, now - self._begun)
        if lines[1:] == self._shown[1:] and not self._is_terminal:
            return
        if self._is_terminal:
            # A line that is wrapped would count as two.
            width = shutil.get_terminal_size().columns
            lines = [line[:width - 1] for line in lines]
        # Up by the lines of the last table, and everything from there is erased.
        up = f"\x1b[{len(self._shown)}F\x1b[J" if self._is_terminal and self._shown else ""
        self._stream.write(up + "\n".join(lines) + "\n")
        self._stream.flush()
        self._shown = lines
