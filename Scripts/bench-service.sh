#!/usr/bin/env bash
# Measures the service's frames beside Pillow and OpenCV under Starlette, and thumbor, all in one run, and
# writes Benchmarks/SERVICE.md. `ROUNDS` (3) and `DURATION` (6, seconds) make it longer or shorter, `TOOL` names a
# tool that is built already.
#
# With `BASE`, another avatar-overlay, it measures the two binaries in turns instead, without the peers, and prints
# their ratios with the spread of `ROUNDS` (6) rounds; no document is written:
#
#   BASE=before/avatar-overlay TOOL=after/avatar-overlay Scripts/bench-service.sh
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(realpath -m "${TOOL:-.build/release/avatar-overlay}")
environment=.build/bench-service
modules="opencv-python-headless pillow numpy uvicorn[standard] starlette python-multipart thumbor"
debian="python3-dev gcc libc6-dev libcurl4-openssl-dev"
# Of the peers' modules the two binaries need what writes the picture that is sent.
[ -z "${BASE:-}" ] || { environment=.build/bench-pair modules=pillow debian="gcc libc6-dev"; }

# shellcheck disable=SC2086 # a list of names
Scripts/install-packages.sh python3-venv $debian
# shellcheck disable=SC2086
Scripts/python-environment.sh $environment $modules
[ -n "${TOOL:-}" ] || swift build -c release --product avatar-overlay >&2
cc -O2 -D_GNU_SOURCE -o .build/http-load Benchmarks/Sources/http-load/main.c
[ -e demo/sample/recording.json ] || "$tool" sample -o demo/sample --progress none
export SAMPLE=$PWD/demo/sample AVATARS=$PWD/Avatars

if [ -n "${BASE:-}" ]; then
  exec $environment/bin/python Benchmarks/Peers/service_pair.py "$(realpath "$BASE")" "$tool" "$PWD/.build/http-load"
fi

# Complete, or not at all.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
  echo "# The service under load"
  echo
  echo "Written by \`Scripts/bench-service.sh\`. $(grep -m1 'model name' /proc/cpuinfo | sed 's/.*: //'), $(nproc) cores;"
  echo "$(. /etc/os-release && echo "$PRETTY_NAME"); $(swift --version 2>/dev/null | head -1)."
  $environment/bin/pip list --format freeze 2>/dev/null |
    grep -iE '^(opencv-python-headless|pillow|numpy|uvicorn|starlette|thumbor)==' | paste -sd, | sed 's/,/, /g; s/$/./'
  $environment/bin/python Benchmarks/Peers/service.py "$tool" "$PWD/.build/http-load"
  # Scripts/bench-tracker.sh wrote the rest.
  echo
  sed -n '/^## A photo alone/,$p' Benchmarks/SERVICE.md
} >"$work/results"
cp "$work/results" Benchmarks/SERVICE.md
cat Benchmarks/SERVICE.md
