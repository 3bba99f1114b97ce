#!/usr/bin/env bash
# Makes demo/showreel.mp4, 30 seconds: each scene on the card that the sample's girl holds, as it opens and as a tap
# on it begins what it begins. ffmpeg only joins the clips.
#
#   Scripts/showreel.sh [TOOL]
set -euo pipefail
cd "$(dirname "$0")/.."
tool=${1:-.build/release/avatar-overlay}
out=demo/showreel
mkdir -p $out

: >$out/clips.txt
for scene in start-of-spring rain-water awakening-of-insects spring-equinox clear-and-bright grain-rain; do
  echo "rendering $out/$scene.mp4"
  [ -e $out/$scene/recording.json ] || "$tool" sample --story card --scene $scene --scenes Scenes -o $out/$scene
  "$tool" render $out/$scene --scenes Scenes --avatar none --cues $out/$scene/cues.jsonl --start 1.8 --end 6.8 \
    -o $out/$scene.mp4 --overwrite
  echo "file '$scene.mp4'" >>$out/clips.txt
done
ffmpeg -y -loglevel error -f concat -safe 0 -i $out/clips.txt -c copy demo/showreel.mp4
echo "the showreel:      demo/showreel.mp4"
