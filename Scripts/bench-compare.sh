#!/usr/bin/env bash
# Measures the comparison of two pictures beside scikit-image and OpenCV, all in one run, and writes
# Benchmarks/COMPARE.md. The pictures are a frame of the recording `gesture` where it stands beside the
# checkout, else of the sample. `ROUNDS` (3) is how often everything takes its turn.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=.build/release/avatar-overlay
python=.build/bench-peers/bin/python
recording=../shared/recordings/gesture

Scripts/install-bench-peers.sh
if [ -n "${TOOL:-}" ]; then tool=$TOOL; else swift build -c release --product avatar-overlay >&2; fi
swift build -c release --package-path Benchmarks --product bench-bridge >&2
if [ ! -e $recording/clip.mp4 ]; then
  recording=demo/sample
  [ -e $recording/recording.json ] || "$tool" sample -o $recording --progress none
fi

# Complete, or not at all.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
snapshot=("$tool" snapshot "$recording" --at 1)
"${snapshot[@]}" --avatar none -o "$work/frame.png"
"${snapshot[@]}" --avatar dragon --overlay-only -o "$work/overlay.png"
{
  echo "# Comparing two pictures"
  echo
  echo "Written by \`Scripts/bench-compare.sh\`. $(grep -m1 'model name' /proc/cpuinfo | sed 's/.*: //'), $(nproc) cores;"
  echo "$(. /etc/os-release && echo "$PRETTY_NAME"); $(swift --version 2>/dev/null | head -1)."
  "$python" Benchmarks/Peers/compare.py "$work/frame.png" "$work/overlay.png"
} >"$work/results"
cp "$work/results" Benchmarks/COMPARE.md
cat Benchmarks/COMPARE.md
