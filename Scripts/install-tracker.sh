#!/usr/bin/env bash
# Installs MediaPipe's shared library, which the verb `track` runs, into the folder .tracker of the
# project: the official wheel from the Python Package Index, of the one version whose structures the
# program knows. Of the wheel only the library, its record and its licences are kept. What is there
# already is left alone.
#
# usage: install-tracker.sh [WHEEL]
#   WHEEL  the wheel's file, for machines without a network
set -euo pipefail
cd "$(dirname "$0")/.."
version=1.2.2
library=mediapipe/tasks/c/libmediapipe.so
record=mediapipe-$version.dist-info/RECORD

# Whether a folder holds the library, whole, as its own record says.
is_whole() {
  local recorded
  recorded=$(awk -F, -v name=$library '$1 == name { sub("sha256=", "", $2); print $2 }' \
    "$1/$record" 2>/dev/null) || return 1
  [ -n "$recorded" ] && [ -f "$1/$library" ] &&
    [ "$(openssl dgst -sha256 -binary "$1/$library" | basenc --base64url | tr -d '=\n')" = "$recorded" ]
}

if is_whole .tracker; then
  echo "the tracker is there: .tracker (mediapipe $version)"
  exit 0
fi
Scripts/install-packages.sh libegl1 libgles2 python3-pip unzip
scratch=$(mktemp -d)
trap 'rm -rf "$scratch" .tracker.new' EXIT
wheel=${1:-}
if [ -z "$wheel" ]; then
  echo "getting mediapipe $version from the Python Package Index"
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
    --dest "$scratch" "mediapipe==$version" || {
    echo "error: mediapipe $version cannot be had; without a network, give its wheel:" \
      "Scripts/install-tracker.sh mediapipe-$version-....whl" >&2
    exit 69
  }
  wheel=$(echo "$scratch"/*.whl)
fi
rm -rf .tracker.new
mkdir .tracker.new
unzip -q "$wheel" "$library" "mediapipe-$version.dist-info/*" -d .tracker.new || {
  echo "error: $wheel: not a wheel of mediapipe $version" >&2
  exit 69
}
is_whole .tracker.new || {
  echo "error: $wheel: the library is not the one that the wheel's record names" >&2
  exit 69
}
rm -rf .tracker
mv .tracker.new .tracker
echo "installed the tracker: .tracker (mediapipe $version, $(du -sh .tracker | cut -f1))"
