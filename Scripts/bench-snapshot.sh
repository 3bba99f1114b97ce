#!/usr/bin/env bash
# Measures one picture from a cold start beside ImageMagick, Pillow and skia-python, and prints the
# table. The recording `gesture` where it stands beside the checkout, else the sample.
set -euo pipefail
cd "$(dirname "$0")/.."
environment=.build/bench-peers

if [ -x Scripts/install-bench-peers.sh ]; then
  Scripts/install-bench-peers.sh
elif [ ! -x $environment/bin/python ]; then
  python3 -m venv $environment
  PIP_DISABLE_PIP_VERSION_CHECK=1 $environment/bin/pip install -q pillow skia-python
fi
tool=${TOOL:-.build/release/avatar-overlay}
[ -n "${TOOL:-}" ] || swift build -c release --product avatar-overlay >/dev/null
recording=../shared/recordings/gesture
if [ ! -e $recording/clip.mp4 ]; then
  recording=demo/sample
  [ -e $recording/recording.json ] || "$tool" sample -o $recording --progress none
fi
PYTHONPATH=Benchmarks/Peers PYTHONDONTWRITEBYTECODE=1 \
  $environment/bin/python Benchmarks/Peers/snapshot_table.py "$tool" "$recording" "${ROUNDS:-10}"
