#!/usr/bin/env bash
# Measures the product beside its peers, all in one run, and writes Benchmarks/RESULTS.md: a list of
# stages, each of which prints its part of that file. `ROUNDS` (3) is how often everything takes its
# turn. The clip is the recording `gesture` where it stands beside the checkout, else the sample
# that the tool draws.
#
#     Scripts/bench.sh            all stages
#     Scripts/bench.sh STAGE...   those alone, to standard output
set -euo pipefail
cd "$(dirname "$0")/.."
stages=(composite planes faces fidelity flicker magnified filters snapshot frame whole-render wall suite memory tracking)
tool=.build/release/avatar-overlay
python=.build/bench-peers/bin/python
recording=../shared/recordings/gesture

machine() {
  echo "# Results"
  echo
  echo "Written by \`make bench\`. $(grep -m1 'model name' /proc/cpuinfo | sed 's/.*: //'), $(nproc) cores;"
  echo "$(. /etc/os-release && echo "$PRETTY_NAME"); $(swift --version 2>/dev/null | head -1);"
  echo "$("$tool" --version); $(ffmpeg -version | head -1 | cut -d' ' -f1-3)."
  "$python" Benchmarks/Peers/versions.py
  echo
}

stage() {
  case $1 in
  snapshot) if [ -x Scripts/bench-snapshot.sh ]; then Scripts/bench-snapshot.sh; fi ;;
  frame) "$python" Benchmarks/Peers/frame.py "$tool" demo/sample ;;
  whole-render) "$python" Benchmarks/Peers/whole_render.py "$tool" $recording ;;
  filters) Benchmarks/.build/release/filters ;;
  wall) "$python" Benchmarks/Peers/wall.py "$tool" $recording ;;
  suite) "$python" Benchmarks/Peers/suite.py "$tool" $recording ;;
  memory) "$python" Benchmarks/Peers/memory.py "$tool" demo/sample ;;
  tracking)
    echo "## Parsing of tracking files"
    echo
    echo '```'
    Benchmarks/.build/release/tracking-parse $recording/tracking.jsonl
    echo '```'
    ;;
  *) "$python" "Benchmarks/Peers/$1.py" ;;
  esac
}

Scripts/install-bench-peers.sh
swift build -c release --product avatar-overlay >&2
swift build -c release --package-path Benchmarks >&2
[ -e demo/sample/recording.json ] || "$tool" sample -o demo/sample --progress none
[ -e $recording/clip.mp4 ] || recording=demo/sample

if [ $# -gt 0 ]; then
  for name in "$@"; do stage "$name"; done
  exit
fi
# Complete, or not at all.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in "${stages[@]}"; do
  echo "$name: $(date +%T)" >&2
  stage "$name" >>"$work/stages"
done
{
  machine
  echo "Of the targets, $(grep -o '| reached' "$work/stages" | wc -l) are reached and" \
    "$(grep -o '\*\*not reached' "$work/stages" | wc -l) are not."
  echo
  cat "$work/stages"
} >"$work/results"
cp "$work/results" Benchmarks/RESULTS.md
cat Benchmarks/RESULTS.md
