#!/usr/bin/env bash
# Tracks the drawn clips of Benchmarks/Cards and holds what was tracked against their truth: exits with 1
# where a figure that is promised is missed. The clips are kept, and made again where the cards changed.
#
# usage: check-cards.sh [CLIPS]   CLIPS: their folder (default: .build/cards)
set -euo pipefail
cd "$(dirname "$0")/.."

clips=${1:-.build/cards}
python=/usr/bin/python3
[ -x $python ] || python=python3
Scripts/install-packages.sh python3-numpy python3-pil ffmpeg
mkdir -p "$clips/tracks"
state=$(cat Scenes/*/card.png Benchmarks/Cards/*.py | sha256sum)
if [ "$state" != "$(cat "$clips/made" 2>/dev/null)" ]; then
  $python Benchmarks/Cards/make_clips.py "$clips"
  echo "$state" >"$clips/made"
fi
for clip in "$clips"/*.mp4; do
  .build/release/avatar-overlay track "$clip" --detect-cards Scenes --no-faces --progress none --overwrite \
    -o "$clips/tracks/$(basename "$clip" .mp4).jsonl"
done
$python Benchmarks/Cards/judge.py "$clips" "$clips/tracks" | tee "$clips/figures.txt"
! grep '^MISS' "$clips/figures.txt"
