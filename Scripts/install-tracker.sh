#!/usr/bin/env bash
# Installs what the verb `track` runs: MediaPipe's shared library, from its official wheel in the Python
# Package Index, of the one version whose structures the program knows, held against its SHA-256; then the
# models, by install-models.sh. Of the wheel only the library, its record and its licences are kept. What is
# there already is left alone.
#
# usage: install-tracker.sh [--models TASKS] [WHEEL]
#   --models TASKS  which of the models face, hand and gesture; "none" for the library alone. All by default
#   WHEEL           the wheel's file, for machines without a network
#
# In a checkout the library goes into .tracker and the models into Models. As part of an installation the
# script puts them into /usr/local/share/avatar-overlay, or where AVATAR_OVERLAY_SHARE says, as root.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
if [ -e "$scripts/../Package.swift" ]; then
  share=$(dirname "$scripts") folder=$share/.tracker
else
  share=${AVATAR_OVERLAY_SHARE:-/usr/local/share/avatar-overlay} folder=$share/tracker
fi
version=1.2.2
library=mediapipe/tasks/c/libmediapipe.so
# The SHA-256 of the library in the wheels mediapipe-1.2.2-py3-none-manylinux_2_28_*.whl.
case $(uname -m) in
  x86_64) expected=022f20f556e1148d6be05672475a483ba6358347fee8236e70ce8ef6a48aff72 ;;
  aarch64) expected=7bce0f87cc523035450a0d3a426c60149feae2c9f7d53583ccf74ca073778681 ;;
  *) echo "error: there is no wheel of mediapipe $version for $(uname -m)" >&2 && exit 69 ;;
esac
wheel='' models='face hand gesture'
while [ $# -gt 0 ]; do
  case $1 in
    --models)
      [ $# -ge 2 ] || { echo "error: --models needs face, hand, gesture or none" >&2 && exit 64; }
      models=$2 && shift 2
      ;;
    -*) echo "error: expected --models TASKS or a wheel, found \"$1\"" >&2 && exit 64 ;;
    *) wheel=$1 && shift ;;
  esac
done

# Whether a folder holds the library, whole, and the record that says its version.
is_whole() {
  [ -f "$1/$library" ] && [ -f "$1/mediapipe-$version.dist-info/RECORD" ] &&
    [ "$(sha256sum < "$1/$library" | cut -d ' ' -f 1)" = "$expected" ]
}

# The models come after the library, so that one that cannot be fetched leaves the library installed.
install_models() {
  local tasks
  read -r -a tasks <<< "$models"
  [ "${tasks[*]}" = none ] || exec "$scripts/install-models.sh" --to "$share/Models" "${tasks[@]}"
}

if is_whole "$folder"; then
  echo "the tracker is there: $folder (mediapipe $version)"
  install_models
  exit 0
fi
"$scripts/install-packages.sh" --only libegl1 libgles2 python3-pip unzip
mkdir -p "$share"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch" "$folder.new"' EXIT
if [ -z "$wheel" ]; then
  echo "fetching mediapipe $version from the Python Package Index"
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
    --dest "$scratch" "mediapipe==$version" || {
    echo "error: mediapipe $version cannot be fetched; without a network, name its wheel:" \
      "Scripts/install-tracker.sh mediapipe-$version-....whl" >&2
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
