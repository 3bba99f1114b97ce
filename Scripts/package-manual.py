#!/usr/bin/env python3
"""Makes the manual pages and the completions for bash, zsh and fish from a built program.

The program's table of options is read through its own help (`--help all` lists the whole table in one
fixed layout, and every line that does not fit it is a fault here) and through its own parser, which is
asked what the help does not show: which flags have an opposite (`--no-mirror`), and which options may be
repeated. So nothing is listed twice by hand, and a new option needs no change here.

usage: package-manual.py [--help-only] PROGRAM FOLDER
  --help-only  asks the help alone, in a second: no opposites, no repeats
  writes FOLDER/man1/*.1, FOLDER/bash/avatar-overlay, FOLDER/zsh/_avatar-overlay,
  FOLDER/fish/avatar-overlay.fish. SOURCE_DATE_EPOCH, where set, dates the pages.
"""
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import time

from package_completions import bash, fish, zsh

NAME = "avatar-overlay"
WIDTH = 30  # of the help's left column


@dataclasses.dataclass
class Option:
    name: str
    short: str = ""
    placeholder: str = ""
    help: str = ""
    opposite: str = ""
    repeats: bool = False

    @property
    def choices(self):
        """The words that its value may be; none where it is free text or may be a file too."""
        words = self.placeholder.split("|")
        if len(words) < 2 or not all(re.fullmatch(r"[a-z0-9][A-Za-z0-9-]*", word) for word in words):
            return []
        return words

    @property
    def words(self):
        """The fixed words among what it takes, such as `ideal` in `ideal|FILE`."""
        return [w for w in self.placeholder.split("|") if re.fullmatch(r"[a-z][A-Za-z0-9-]*", w)]

    @property
    def kind(self):
        """What completes its value: choices, avatars, cards, folders, files or nothing."""
        if self.choices:
            return "choices"
        if not self.placeholder:
            return ""
        if self.name in ("--avatar", "--card") and "NAME" in self.placeholder:
            return self.name[2:] + "s"
        if re.search(r"\bDIR\b|FOLDER", self.placeholder) or self.name in ("--data", "--avatars"):
            return "folders"
        if re.search(r"FILE|PATH", self.placeholder) or re.search(r"-(model|library)$", self.name):
            return "files"
        return "choices" if self.words else ""


@dataclasses.dataclass
class Verb:
    verb: str
    usage: str
    summary: str
    examples: list
    groups: list  # (heading, [Option])

    @property
    def options(self):
        return [option for _, options in self.groups for option in options]

    @property
    def page(self):
        return f"{NAME}-{self.verb.replace(' ', '-')}"


class Program:
    def __init__(self, path):
        self.path = os.path.abspath(path)

    def run(self, *words):
        """The exit code and the two texts of a call, which must not read a terminal."""
        done = subprocess.run(
            [self.path, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8"}, check=False)
        return done.returncode, done.stdout, done.stderr

    def text(self, *words):
        code, text, error = self.run(*words)
        if code != 0:
            raise SystemExit(f"error: {NAME} {' '.join(words)}: exit code {code}: {error.strip()}")
        return text.rstrip("\n").split("\n")


def columns(lines, place):
    """The rows of two columns; a long left side has a line of its own."""
    rows, left = [], None
    for line in lines:
        if left is not None:
            if line[: WIDTH + 4].strip():
                raise SystemExit(f"error: {place}: no right column after \"{left}\": {line}")
            rows.append((left, line[WIDTH + 4:]))
            left = None
        elif line[2 + WIDTH: 4 + WIDTH] == "  " and line[4 + WIDTH: 5 + WIDTH].strip():
            rows.append((line[2: 2 + WIDTH].strip(), line[4 + WIDTH:]))
        elif line.startswith("  ") and len(line) > 2 + WIDTH:
            left = line.strip()
        else:
            raise SystemExit(f"error: {place}: a line that is no row of two columns: {line}")
    if left is not None:
        raise SystemExit(f"error: {place}: no right column after \"{left}\"")
    return rows


def sections(lines, place):
    """The lines below each heading."""
    found, heading = [], None
    for line in lines:
        if not line:
            heading = None
        elif not line.startswith(" "):
            heading = []
            found.append((line.rstrip(":"), heading))
        elif heading is None:
            raise SystemExit(f"error: {place}: a line without a heading: {line}")
        else:
            heading.append(line)
    return found


def read_option(left, text, place):
    parts = re.fullmatch(r"(?:(-\w), )?(--[a-z0-9-]+)(?: (\S.*))?", left)
    if not parts:
        raise SystemExit(f"error: {place}: no option: {left}")
    return Option(parts[2], parts[1] or "", parts[3] or "", text)


def read_verb(program, verb):
    lines = program.text(*verb.split(), "--help", "all")
    place = f"{NAME} {verb} --help all"
    head, rest = lines[:4], lines[4:]
    if not head[0].startswith(f"{NAME} {verb}") or head[1] or head[3] or rest[0] != "Examples:":
        raise SystemExit(f"error: {place}: the layout of the help has changed")
    parts = sections(rest, place)
    examples = [line[2:] for line in parts[0][1]]
    groups = [
        (heading, [read_option(*row, place) for row in columns(lines, place)])
        for heading, lines in parts[1:]
    ]
    return Verb(
        verb, head[0], head[2],
        [(does[2:], line) for does, line in zip(examples[::2], examples[1::2])], groups)


def ask_parser(program, verb, option):
    """Asks the parser for what the help does not show. `--help` is never the value of what is asked."""
    words, value = verb.verb.split(), ["1"] if option.placeholder else []
    once = [option.name, *value]
    code, _, error = program.run(*words, *once, *once, "--help")
    if code != 0 and "is given twice" not in error:
        raise SystemExit(f"error: {NAME} {verb.verb}: {option.name}: {error.strip()}")
    option.repeats = code == 0
    # A flag that may be followed by a number, `[N]`, is taken back as others are.
    if not option.placeholder or option.placeholder.startswith("["):
        name = option.name
        opposite = "--" + name[5:] if name.startswith("--no-") else "--no-" + name[2:]
        taken = any(other.name == opposite for other in verb.options)
        if not taken and program.run(*words, opposite, "--help")[0] == 0:
            option.opposite = opposite


def read_tool(program, help_only):
    parts = dict(sections(program.text("--help")[2:], f"{NAME} --help")[:1])
    rows = columns(parts["Verbs"], f"{NAME} --help")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        verbs = list(pool.map(lambda row: read_verb(program, row[0]), rows))
        asked = [(verb, option) for verb in verbs for option in verb.options if option.name != "--help"]
        list(pool.map(lambda pair: ask_parser(program, *pair), [] if help_only else asked))
    text = program.text("--help")
    begin = text.index("Exit codes:") + 1
    codes = [re.fullmatch(r" +(\d+) +(.+)", line).groups() for line in text[begin:]]
    version = program.text("--version")[0].split()[1]
    return verbs, codes, version


# Manual pages


def roff(text):
    """A text as roff has it: dashes that can be copied, no line that begins with a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("^", "\\(ha").replace("~", "\\(ti")
    text = re.sub(r"\S{30,}", lambda word: re.sub(r"([,|])(?=\S)", r"\1\\:", word[0]), text)
    return re.sub(r"(?m)^([.'])", r"\\&\1", text.replace("`", "\\(ga"))


def title(name, about, version, date):
    return [
        f'.TH {name.upper()} 1 {date} "{NAME} {version}" "User Commands"',
        ".SH NAME", f"{roff(name)} \\- {roff(about)}"]


def short_summary(text):
    """What `apropos` shows: in small letters, without the full stop."""
    return text[0].lower() + text[1:].rstrip(".")


def example_lines(examples):
    lines = [".SH EXAMPLES"]
    for does, line in examples:
        lines += [".TP", roff(does), ".nf", f".B {roff(line)}", ".fi"]
    return lines


def option_lines(option):
    names = [name for name in (option.short, option.name, option.opposite) if name]
    tag = ", ".join(f"\\fB{roff(name)}\\fR" for name in names)
    if option.placeholder:
        tag += f" \\fI{roff(option.placeholder)}\\fR"
    text = option.help[0].upper() + option.help[1:]
    lines = [".TP", tag, roff(text) + ("" if text.endswith(".") else ".")]
    if option.opposite:
        lines.append(f"\\fB{roff(option.opposite)}\\fR takes it back.")
    if option.repeats and "repeat" not in option.help:
        lines.append("May be repeated.")
    return lines


def verb_page(verb, version, date):
    usage = verb.usage.removeprefix(f"{NAME} {verb.verb}").strip()
    lines = title(verb.page, short_summary(verb.summary), version, date)
    lines += [".SH SYNOPSIS", f".B {NAME.replace('-', chr(92) + '-')} {roff(verb.verb)}"]
    lines += [roff(usage)] if usage else []
    if "OPTION" not in usage:
        lines.append("[\\fIOPTION\\fR ...]")
    lines += [".SH DESCRIPTION", roff(verb.summary), ".SH OPTIONS"]
    for heading, options in verb.groups:
        lines.append(f".SS \"{roff(heading)}\"")
        for option in options:
            lines += option_lines(option)
    lines += example_lines(verb.examples)
    lines += [
        ".SH EXIT STATUS", f"As of \\fB{roff(NAME)}\\fR(1).",
        ".SH SEE ALSO", f"\\fB{roff(NAME)}\\fR(1)"]
    return "\n".join(lines) + "\n"


ENVIRONMENT = [
    ("AVATAR_OVERLAY_AVATARS", "A folder of avatars, instead of Avatars here, over the built-in ones."),
    ("AVATAR_OVERLAY_CARDS", "A folder of share cards, instead of Cards here, over the built-in ones."),
    ("AVATAR_OVERLAY_SCENES", "A folder of scenes for printed cards, instead of Scenes here, over the built-in ones."),
    ("AVATAR_OVERLAY_MEDIAPIPE",
     "MediaPipe's library, or the folder that its wheel is installed in; no package has it."),
    ("AVATAR_OVERLAY_ISA", "The kernels: scalar, sse2, avx2 or neon. The bytes are the same with each."),
]
FILES = [
    ("/usr/share/avatar-overlay", "The avatars, share cards and scenes that came with the program."),
    ("/etc/avatar-overlay/environment",
     "Settings of the service: lines such as AVATAR_OVERLAY_PORT=9000, one for each option of serve."),
    ("/var/lib/avatar-overlay", "The service's database, jobs and uploaded avatars."),
]


def main_page(verbs, codes, version, date):
    name = roff(NAME)
    lines = title(NAME, "put avatars on the faces of recorded video", version, date)
    lines += [
        ".SH SYNOPSIS", f".B {name}", "\\fIVERB\\fR [\\fIARGUMENT\\fR ...]", ".br", f".B {name}",
        "\\fIVERB\\fR \\fB\\-\\-help\\fR [\\fBall\\fR]", ".br", f".B {name} \\-\\-version",
        ".SH DESCRIPTION",
        f"\\fB{name}\\fR draws avatars on the faces in recorded video: a mask or a hat follows each face.",
        "It reads a clip and the output of a face tracker, and writes the clip with the avatars, or",
        "pictures of it. It is also an HTTP service.",
        "Results go to standard output only with \\fB\\-o \\-\\fR or \\fB\\-\\-json\\fR; messages and",
        "progress go to standard error. An existing output is kept unless \\fB\\-\\-overwrite\\fR is given.",
        ".SH VERBS"]
    for verb in verbs:
        lines += [".TP", f"\\fB{roff(verb.verb)}\\fR", f"{roff(verb.summary)}",
                  f"See \\fB{roff(verb.page)}\\fR(1)."]
    lines.append(".SH ENVIRONMENT")
    for variable, text in ENVIRONMENT:
        lines += [".TP", f".B {variable}", roff(text)]
    lines.append(".SH FILES")
    for path, text in FILES:
        lines += [".TP", f".I {roff(path)}", roff(text)]
    lines.append(".SH EXIT STATUS")
    for code, text in codes:
        lines += [".TP", f".B {code}", roff(text[0].upper() + text[1:] + ".")]
    lines += [
        ".SH EXAMPLES", ".nf", f".B {name} sample \\-o sample",
        f".B {name} render sample \\-\\-avatar dragon \\-o dragon.mp4", ".fi"]
    pages = [f"\\fB{roff(verb.page)}\\fR(1)" for verb in verbs]
    return "\n".join(lines + [".SH SEE ALSO", ",\n".join(pages)]) + "\n"


def main():
    words = [word for word in sys.argv[1:] if word != "--help-only"]
    if len(words) != 2:
        raise SystemExit("usage: package-manual.py [--help-only] PROGRAM FOLDER")
    program, folder = Program(words[0]), pathlib.Path(words[1])
    verbs, codes, version = read_tool(program, "--help-only" in sys.argv)
    date = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))
    files = {f"man1/{NAME}.1": main_page(verbs, codes, version, date)}
    files |= {f"man1/{verb.page}.1": verb_page(verb, version, date) for verb in verbs}
    files |= {
        f"bash/{NAME}": bash(verbs), f"zsh/_{NAME}": zsh(verbs), f"fish/{NAME}.fish": fish(verbs)}
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    print(f"{len(verbs)} verbs, {sum(len(v.options) for v in verbs)} options: {folder}")


if __name__ == "__main__":
    main()
