#!/usr/bin/env bash
# Measures a photo that the service tracks itself, and a clip that is tracked before it is rendered, beside
# MediaPipe's Python package and OpenCV, each in one run, and writes the sections "A photo alone" and "A clip alone"
# of Benchmarks/SERVICE.md.
#
#   Scripts/bench-tracker.sh PHOTO RECORDING FACE_MODEL
#
# PHOTO shows one face, RECORDING is a folder, FACE_MODEL is the Face Landmarker's; the library is that of
# `make tracker`. `ROUNDS` (300 photos, 5 clips) makes it longer or shorter, `TOOL` names a tool that is built already.
set -euo pipefail
photo=$(realpath "$1")
recording=$(realpath "$2")
model=$(realpath "$3")
cd "$(dirname "$0")/.."
tool=$PWD/${TOOL:-.build/release/avatar-overlay}
environment=.build/bench-tracker
modules="mediapipe==1.2.2 opencv-python-headless numpy"

Scripts/install-packages.sh python3-venv libegl1 libgles2
# shellcheck disable=SC2086 # a list of names
Scripts/python-environment.sh $environment $modules
[ -n "${TOOL:-}" ] || swift build -c release --product avatar-overlay >&2

# Complete, or not at all.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
  sed '/^## A photo alone/,$d' Benchmarks/SERVICE.md
  echo "## A photo alone"
  echo
  echo "Written by \`Scripts/bench-tracker.sh\`. $(grep -m1 'model name' /proc/cpuinfo | sed 's/.*: //'), $(nproc) cores;"
  echo "$(. /etc/os-release && echo "$PRETTY_NAME"); $(swift --version 2>/dev/null | head -1)."
  echo
  $environment/bin/python Benchmarks/Peers/photo.py "$tool" "$photo" "$model" "$PWD/.tracker" 2>"$work/errors" || {
    cat "$work/errors" >&2
    exit 1
  }
  echo
  echo "## A clip alone"
  echo
  echo "Written by \`Scripts/bench-tracker.sh\` on the same machine."
  echo
  $environment/bin/python Benchmarks/Peers/tracking.py "$tool" "$recording" "$model" "$PWD/.tracker" \
    2>"$work/errors" || {
    cat "$work/errors" >&2
    exit 1
  }
} >"$work/results"
cp "$work/results" Benchmarks/SERVICE.md
sed -n '/^## A photo alone/,$p' Benchmarks/SERVICE.md
