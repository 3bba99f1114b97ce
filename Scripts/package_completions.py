"""The completions for bash, zsh and fish of the verbs and options that package-manual.py has read."""
import re

NAME = "avatar-overlay"


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
