#!/usr/bin/env bash
# Checks the manual pages and the completions of a built program: pages by mandoc and by groff, each
# completion in the shell that it is for, asked as a person asks it.
#
# usage: check-manual.sh PROGRAM
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "$1")
Scripts/install-packages.sh mandoc man-db groff zsh fish python3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
Scripts/package-manual.py "$program" "$work"
mkdir "$work/bin"
ln -s "$program" "$work/bin/avatar-overlay"
export PATH="$work/bin:$PATH"

faults=0
fault() {
  echo "error: $1" >&2
  faults=$((faults + 1))
}
# Whether what is offered has all of some words, and none of others (those after a --).
offers() {
  local asked=$1 offered=$2 wanted=yes word
  shift 2
  for word in "$@"; do
    if [ "$word" = / ]; then
      wanted=no
    elif grep -qxF -e "$word" <<< "$offered"; then
      [ $wanted = yes ] || fault "$asked: offers $word"
    else
      [ $wanted = no ] || fault "$asked: does not offer $word, but: $(head -c 300 <<< "$offered" | tr '\n' ' ')"
    fi
  done
}

# Pages: no warning of either program, and none longer than its help is.
for page in "$work"/man1/*.1; do
  mandoc -Tlint -Wwarning "$page" || fault "$page: mandoc"
  said=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null |
    grep -v 'cannot adjust line' || true) # a long word at a line's end, which nothing can be done about
  [ -z "$said" ] || fault "$page: $said"
done
MANWIDTH=80 man -l "$work/man1/avatar-overlay-render.1" > "$work/render.txt" 2>/dev/null
grep -q -e '--mirror, --no-mirror' "$work/render.txt" ||
  fault "the page of render has no --no-mirror"

# bash: COMP_WORDS as the shell sets them, = as a word of its own.
in_bash() {
  # shellcheck disable=SC2016 # bash's own
  bash -uc 'source "$1/bash/avatar-overlay"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _avatar_overlay; printf "%s\n" "${COMPREPLY[@]}"' bash "$work" avatar-overlay "$@"
}
bash -n "$work/bash/avatar-overlay"
offers 'bash: verbs' "$(in_bash '')" render serve keys --version / list
offers 'bash: r' "$(in_bash r)" render report / serve
offers 'bash: keys' "$(in_bash keys '')" create rotate / lint
offers 'bash: render --m' "$(in_bash render --m)" --mirror --mediapipe-library / --no-mirror
offers 'bash: render --no-m' "$(in_bash render --no-m)" --no-mirror
offers 'bash: render --fit' "$(in_bash render --fit '')" stretch pad cover / --fit
offers 'bash: render --fit=p' "$(in_bash render --fit = p)" pad / cover
offers 'bash: render --avatar' "$(in_bash render --avatar d)" dragon / ox
offers 'bash: keys create' "$(in_bash keys create --)" --tenant --scopes / --mirror
offers 'bash: render a file' "$(in_bash render LIC)" LICENSE

# fish: its own `complete -C`.
in_fish() { HOME=$work fish -c "source $work/fish/avatar-overlay.fish; complete -C '$1'" | cut -f 1; }
fish -n "$work/fish/avatar-overlay.fish"
offers 'fish: verbs' "$(in_fish 'avatar-overlay ')" render serve keys / list
offers 'fish: keys' "$(in_fish 'avatar-overlay keys ')" create rotate / lint render
offers 'fish: render --no-m' "$(in_fish 'avatar-overlay render --no-m')" --no-mirror
offers 'fish: render --fit' "$(in_fish 'avatar-overlay render --fit ')" stretch pad cover / render
offers 'fish: render --avatar' "$(in_fish 'avatar-overlay render --avatar d')" dragon
offers 'fish: keys create' "$(in_fish 'avatar-overlay keys create --')" --tenant --scopes / --mirror

# zsh: in a terminal of its own, which lists what it would insert.
cat > "$work/ask.zsh" <<'ZSH'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1= PROMPT_EOL_MARK= LISTMAX=1000; stty -echo cols 200 rows 300"
zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -d $1/dump"
zpty -w shell "zstyle ':completion:*' list-grouped false; zstyle ':completion:*' verbose false"
zpty -w shell "zstyle ':completion:*:default' list-colors no=; bindkey '^D' list-choices; print READY"
zpty -r -m shell answer '*READY*'
zpty -w -n shell "$2"$'\x04'
sleep 0.2
zpty -w -n shell $'\x15'"print DO''NE"$'\n'
zpty -r -m shell answer '*DONE*'
print -r -- "$answer"
ZSH
in_zsh() { (timeout 60 zsh -f "$work/ask.zsh" "$work/zsh" "$1" | sed 's/\x1b\[[0-9;?]*[A-Za-z]//g; s/avatar-overlay/\n&/g' | tr -d '\r' | tr -s ' ' '\n') || true; }
zsh -n "$work/zsh/_avatar-overlay"
offers 'zsh: verbs' "$(in_zsh 'avatar-overlay ')" render serve keys / list
offers 'zsh: keys' "$(in_zsh 'avatar-overlay keys ')" create rotate / lint
offers 'zsh: render --no-m' "$(in_zsh 'avatar-overlay render --no-')" --no-mirror
offers 'zsh: render --fit' "$(in_zsh 'avatar-overlay render --fit ')" stretch pad cover
offers 'zsh: keys create' "$(in_zsh 'avatar-overlay keys create --')" --tenant --scopes / --mirror

[ $faults -eq 0 ] || exit 1
echo "manual pages and completions: no fault"
