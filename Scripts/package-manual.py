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
    if not option.placeholder:
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
    ("AVATAR_OVERLAY_AVATARS", "The folder of avatars, instead of Avatars here or the built-in ones."),
    ("AVATAR_OVERLAY_CARDS", "The folder of share cards."),
    ("AVATAR_OVERLAY_SCENES", "The folder of scenes for printed cards."),
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


# Completions


def first_words(verbs):
    """The words after the program's name, and what each does."""
    words = {}
    for verb in verbs:
        first, *second = verb.verb.split()
        if second:
            others = [v.verb.split()[1] for v in verbs if v.verb.startswith(first + " ")]
            words[first] = ", ".join(others)
        else:
            words[first] = verb.summary.rstrip(".")
    return words


def names_of(option):
    return [name for name in (option.short, option.name, option.opposite) if name]


BASH = r"""# bash completion for avatar-overlay; made by Scripts/package-manual.py
_avatar_overlay() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}
  local options='' kind=''
  COMPREPLY=()
  # --name=value comes as three words.
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]]; then
    prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W '@FIRST@ --help --version' -- "$cur")
    return
  fi
  case $verb in
@GROUPS@
  esac
  case $verb in
@VERBS@
    *) return ;;
  esac
  case $verb:$prev in
@KINDS@
  esac
  case $kind in
    '') ;;
    avatars | cards)
      mapfile -t COMPREPLY < <(
        compgen -W "$(avatar-overlay "$kind" list 2>/dev/null | cut -d ' ' -f 1)" -- "$cur"
        compgen -f -- "$cur")
      compopt -o filenames 2>/dev/null
      return ;;
    folders) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ; compopt -o filenames 2>/dev/null ; return ;;
    files) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ; compopt -o filenames 2>/dev/null ; return ;;
    text) return ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$kind" -- "$cur") ; return ;;
  esac
  if [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _avatar_overlay avatar-overlay
"""


def bash(verbs):
    first = first_words(verbs)
    groups, cases, kinds = [], [], []
    for word in first:
        second = [v.verb.split()[1] for v in verbs if v.verb.startswith(word + " ")]
        if second:
            groups.append(
                f"    {word})\n      if ((COMP_CWORD == 2)); then\n"
                f"        mapfile -t COMPREPLY < <(compgen -W '{' '.join(second)} --help' -- \"$cur\")\n"
                "        return\n      fi\n      verb=\"$verb ${COMP_WORDS[2]}\" ;;")
    for verb in verbs:
        options = " ".join(name for option in verb.options for name in names_of(option))
        cases.append(f"    '{verb.verb}') options='{options}' ;;")
        by_kind = {}
        for option in verb.options:
            if option.placeholder:
                kind = " ".join(option.words) if option.kind == "choices" else option.kind or "text"
                for name in filter(None, (option.short, option.name)):
                    by_kind.setdefault(kind, []).append(name)
        for kind, names in by_kind.items():
            patterns = " | ".join(f"'{verb.verb}:{name}'" for name in names)
            kinds.append(f"    {patterns}) kind='{kind}' ;;")
    text = BASH
    for mark, value in (("@FIRST@", " ".join(first)), ("@GROUPS@", "\n".join(groups)),
                        ("@VERBS@", "\n".join(cases)), ("@KINDS@", "\n".join(kinds))):
        text = text.replace(mark, value)
    return text


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_text(text):
    return re.sub(r"([\\\[\]:])", r"\\\1", text)


ZSH_ACTIONS = {
    "avatars": "_avatar_overlay_named avatars", "cards": "_avatar_overlay_named cards",
    "folders": "_files -/", "files": "_files", "": " "}


def zsh_option(option):
    names = names_of(option)
    action = f"({' '.join(option.words)})" if option.kind == "choices" else ZSH_ACTIONS[option.kind]
    value = f":{zsh_text(option.placeholder)}:{action}" if option.placeholder else ""
    specs = []
    for name in names:
        repeat = "*" if option.repeats else f"({' '.join(names)})" if len(names) > 1 else ""
        help_text = option.help if name != option.opposite else f"take back {option.name}"
        joint = "=" if option.placeholder and name.startswith("--") else ""
        specs.append("      " + quoted(f"{repeat}{name}{joint}[{zsh_text(help_text)}]{value}"))
    return specs


def zsh(verbs):
    first = first_words(verbs)
    lines = [
        "#compdef avatar-overlay", "# zsh completion for avatar-overlay; made by Scripts/package-manual.py", "",
        "_avatar_overlay_named() {", "  local -a names",
        "  names=(${(f)\"$(avatar-overlay $1 list 2>/dev/null | cut -d ' ' -f 1)\"})",
        "  _alternative \"$1:name:($names)\" 'files:file:_files'", "}", "",
        "_avatar_overlay() {", "  local verb=$words[2]", "  local -a found",
        "  if (( CURRENT == 2 )); then", "    found=("]
    lines += ["      " + quoted(f"{word}:{zsh_text(about)}") for word, about in first.items()]
    lines += ["    )", "    _describe verb found", "    return", "  fi", "  case $verb in"]
    for word in first:
        second = [v for v in verbs if v.verb.startswith(word + " ")]
        if second:
            lines += [f"    {word})", "      if (( CURRENT == 3 )); then", "        found=("]
            lines += ["          " + quoted(f"{v.verb.split()[1]}:{zsh_text(v.summary.rstrip('.'))}")
                      for v in second]
            lines += ["        )", "        _describe verb found", "        return", "      fi",
                      '      verb="$verb $words[3]"', "      shift words", "      (( CURRENT-- ))", "      ;;"]
    lines += ["  esac", "  shift words", "  (( CURRENT-- ))", "  case $verb in"]
    for verb in verbs:
        lines += [f"    {quoted(verb.verb)})", "      _arguments -S : \\"]
        specs = [spec for option in verb.options for spec in zsh_option(option)]
        lines += [f"  {spec} \\" for spec in specs] + ["        '*:file:_files' ;;"]
    lines += ["  esac", "}", "", '_avatar_overlay "$@"']
    return "\n".join(lines) + "\n"


FISH_ACTIONS = {
    "avatars": "-x -a '(__avatar_overlay_named avatars)'",
    "cards": "-x -a '(__avatar_overlay_named cards)'",
    "folders": "-x -a '(__fish_complete_directories)'", "files": "-r -F", "": "-x"}


def fish_quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish(verbs):
    first = first_words(verbs)
    groups = " ".join(dict.fromkeys(v.verb.split()[0] for v in verbs if " " in v.verb))
    lines = [
        "# fish completion for avatar-overlay; made by Scripts/package-manual.py", "",
        "function __avatar_overlay_verb", "  set -l words (commandline -opc)", "  set -e words[1]",
        f"  if contains -- \"$words[1]\" {groups}", '    echo "$words[1] $words[2]"', "  else",
        '    echo "$words[1]"', "  end", "end", "",
        "function __avatar_overlay_is", '  test (__avatar_overlay_verb) = "$argv[1]"', "end", "",
        "function __avatar_overlay_named",
        "  avatar-overlay $argv[1] list 2>/dev/null | string replace -r ' .*' ''",
        "  __fish_complete_path (commandline -ct)", "end", "",
        f"complete -c {NAME} -n '__avatar_overlay_is \"\"' -f",
        f"complete -c {NAME} -n '__avatar_overlay_is \"\"' -l version -d 'the versions of the program and its libraries'"]
    for word, about in first.items():
        lines.append(
            f"complete -c {NAME} -n '__avatar_overlay_is \"\"' -a {word} -d {fish_quoted(about)}")
    for verb in verbs:
        if " " in verb.verb:
            word, second = verb.verb.split()
            lines.append(
                f"complete -c {NAME} -n '__avatar_overlay_is \"{word} \"' -f -a {second}"
                f" -d {fish_quoted(verb.summary.rstrip('.'))}")
    for verb in verbs:
        condition = f"-n '__avatar_overlay_is \"{verb.verb}\"'"
        for option in verb.options:
            action = (f"-x -a {quoted(' '.join(option.words))}" if option.kind == "choices"
                      else FISH_ACTIONS[option.kind]) if option.placeholder else ""
            short = f" -s {option.short[1:]}" if option.short else ""
            lines.append(
                f"complete -c {NAME} {condition} -l {option.name[2:]}{short} {action}".rstrip()
                + f" -d {fish_quoted(option.help)}")
            if option.opposite:
                lines.append(f"complete -c {NAME} {condition} -l {option.opposite[2:]}"
                             f" -d {fish_quoted(f'take back {option.name}')}")
    return "\n".join(lines) + "\n"


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
