#!/usr/bin/env bash
# Installs what the verb `track` runs: MediaPipe's shared library, from its official wheel in the Python
# Package Index, of the one version whose structures the program knows, held against its SHA-256; then the
# models, by install-models.sh. Of the wheel only the library, its record and its licences are kept. What is
# there already is left alone.
#
# usage: install-tracker.sh [--models TASKS] [--to DIR] [WHEEL]
#   --models TASKS  which of the models face, hand and gesture; "none" for the library alone. All by default
#   --to DIR        where both are put: DIR/tracker and DIR/Models
#   WHEEL           the wheel's file, for machines without a network
#
# Without --to, in a checkout the library goes into .tracker and the models into Models. As part of an
# installation the script puts them, for root, into /usr/local/share/avatar-overlay, for a user into the
# user's own $XDG_DATA_HOME/avatar-overlay; AVATAR_OVERLAY_SHARE names another folder.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
version=1.2.2
library=mediapipe/tasks/c/libmediapipe.so
# The SHA-256 of the library in the wheels mediapipe-1.2.2-py3-none-manylinux_2_28_*.whl.
case $(uname -m) in
  x86_64) expected=022f20f556e1148d6be05672475a483ba6358347fee8236e70ce8ef6a48aff72 ;;
  aarch64) expected=7bce0f87cc523035450a0d3a426c60149feae2c9f7d53583ccf74ca073778681 ;;
  *) echo "error: there is no wheel of mediapipe $version for $(uname -m)" >&2 && exit 69 ;;
esac
wheel='' models='face hand gesture' share=''
while [ $# -gt 0 ]; do
  case $1 in
    --models)
      [ $# -ge 2 ] || { echo "error: --models needs face, hand, gesture or none" >&2 && exit 64; }
      models=$2 && shift 2
      ;;
    --to)
      [ $# -ge 2 ] || { echo "error: --to needs a folder" >&2 && exit 64; }
      share=$2 && shift 2
      ;;
    -*) echo "error: expected --models TASKS, --to DIR or a wheel, found \"$1\"" >&2 && exit 64 ;;
    *) wheel=$1 && shift ;;
  esac
done
if [ -z "$share" ] && [ -e "$scripts/../Package.swift" ]; then
  share=$(dirname "$scripts") folder=$share/.tracker
else
  own=/usr/local/share/avatar-overlay
  [ "$(id -u)" = 0 ] || own=${XDG_DATA_HOME:-$HOME/.local/share}/avatar-overlay
  [ -n "$share" ] || share=${AVATAR_OVERLAY_SHARE:-$own}
  folder=$share/tracker
fi

# Whether a folder holds the library, whole, and the record that says its version.
is_whole() {
  [ -f "$1/$library" ] && [ -f "$1/mediapipe-$version.dist-info/RECORD" ] &&
    [ "$(sha256sum < "$1/$library" | cut -d ' ' -f 1)" = "$expected" ]
}

# The models come after the library, so that one that cannot be fetched leaves the library installed. The
# program, where it started this, then says whether a clip can be tracked.
install_models() {
  local tasks
  read -r -a tasks <<< "${models//,/ }"
  [ "${tasks[*]}" != none ] || return 0
  "$scripts/install-models.sh" --to "$share/Models" "${tasks[@]}"
  [ -z "${AVATAR_OVERLAY_PROGRAM:-}" ] || exec "$AVATAR_OVERLAY_PROGRAM" tracker status
}

if is_whole "$folder"; then
  echo "the tracker is there: $folder (mediapipe $version)"
  install_models
  exit
fi
# What fetches and unpacks is needed here, what the library loads only where it runs: a user who cannot
# install packages gets the files, and `tracker status` names the packages.
fetching=(unzip)
[ -n "$wheel" ] || fetching+=(python3-pip)
"$scripts/install-packages.sh" --only libegl1 libgles2 "${fetching[@]}" || {
  command -v unzip >/dev/null && { [ -n "$wheel" ] || python3 -m pip --version >/dev/null 2>&1; } || {
    echo "error: ${fetching[*]} of Debian must be installed first, by root: apt-get install" \
      "--no-install-recommends libegl1 libgles2 ${fetching[*]}" >&2
    exit 69
  }
  echo "note: libegl1 and libgles2, which the library loads, have to be installed by root: apt-get install" \
    "--no-install-recommends libegl1 libgles2" >&2
}
mkdir -p "$share" 2>/dev/null && [ -w "$share" ] || {
  echo "error: $share: cannot be written by this user; name another folder with --to DIR" >&2
  exit 73
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch" "$folder.new"' EXIT
if [ -z "$wheel" ]; then
  echo "fetching mediapipe $version from the Python Package Index"
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
    --dest "$scratch" "mediapipe==$version" || {
    echo "error: mediapipe $version cannot be fetched; without a network, name its wheel:" \
      "avatar-overlay tracker install --wheel mediapipe-$version-....whl" >&2
    exit 69
  }
  wheel=$(echo "$scratch"/*.whl)
fi
rm -rf "$folder.new"
mkdir "$folder.new"
unzip -q "$wheel" "$library" "mediapipe-$version.dist-info/*" -d "$folder.new" || {
  echo "error: $wheel: not a wheel of mediapipe $version" >&2
  exit 69
}
is_whole "$folder.new" || {
  echo "error: $wheel: the library is not the official one of mediapipe $version (its SHA-256 differs)" >&2
  exit 69
}
rm -rf "$folder"
mv "$folder.new" "$folder"
echo "installed the tracker: $folder (mediapipe $version, $(du -sh "$folder" | cut -f1))"
rm -rf "$scratch"
install_models
