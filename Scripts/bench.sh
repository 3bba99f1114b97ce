#!/usr/bin/env bash
# Measures the tool beside its peers, all in one run, and writes Benchmarks/RESULTS.md. The clip is
# the recording `gesture` where it stands beside the checkout, else the sample that the tool draws.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${ROUNDS:-3}
results=Benchmarks/RESULTS.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# GNU time tells a process's peak memory.
command -v /usr/bin/time >/dev/null || {
  [ "$(id -u)" -eq 0 ] && sudo= || sudo=sudo
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends time >/dev/null
}
swift build -c release --product avatar-overlay >/dev/null
swift build -c release --package-path Benchmarks >/dev/null
tool=.build/release/avatar-overlay
[ -e demo/sample/recording.json ] || "$tool" sample -o demo/sample --progress none

# cpu NAME COMMAND...: the least CPU time of the rounds so far, in seconds, in $work/NAME.cpu, and
# the peak memory in $work/NAME.kb.
cpu() {
  local name=$1
  shift
  /usr/bin/time -o "$work/time" -f '%U %S %M' "$@" >/dev/null 2>"$work/log" || {
    cat "$work/log" >&2
    exit 1
  }
  tail -1 "$work/time" | awk '{print $1 + $2}' >>"$work/$name.all"
  tail -1 "$work/time" | awk '{print $3}' >"$work/$name.kb"
  sort -n "$work/$name.all" | head -1 >"$work/$name.cpu"
}
get() { cat "$work/$1"; }
ratio() { awk -v a="$(get "$1.cpu")" -v b="$(get "$2.cpu")" 'BEGIN {printf "%.2f", a / b}'; }
megabytes() { awk -v k="$(get "$1.kb")" 'BEGIN {printf "%.0f", k / 1024}'; }

recording=../shared/recordings/gesture
[ -e $recording/clip.mp4 ] || recording=demo/sample
avatars="ox dragon sheep monkey pig bear-hood shark-hat crown"
echo "rendering $recording, $rounds rounds"
for _ in $(seq "$rounds"); do
  cpu transcode ffmpeg -y -loglevel error -i $recording/clip.mp4 -c:v libx264 -preset veryfast \
    -crf 20 -c:a copy "$work/transcode.mp4"
  for avatar in $avatars; do
    cpu "$avatar" "$tool" render $recording --avatar "$avatar" --placement matrix \
      -o "$work/render.mp4" --overwrite --progress none
  done
  cpu none "$tool" render $recording --avatar none -o "$work/render.mp4" --overwrite --progress none
done

# Memory: the same recording, 10 s and 300 s of it.
echo "rendering 10 s and 300 s of the sample"
lengthen() { # SECONDS: the sample, over and over
  local folder=$work/long$1 times=$((($1 + 11) / 12))
  mkdir -p "$folder"
  ffmpeg -y -loglevel error -stream_loop $((times - 1)) -i demo/sample/clip.mp4 -t "$1" -c copy \
    "$folder/clip.mp4"
  head -1 demo/sample/tracking.jsonl >"$folder/clip.jsonl"
  for ((i = 0; i < times; i++)); do
    tail -n +2 demo/sample/tracking.jsonl | awk -v shift=$((i * 12000)) '{
      match($0, /"timestampMs": ?[0-9.]+/)
      text = substr($0, RSTART, RLENGTH); number = text; sub(/.*:/, "", number)
      printf "%s\"timestampMs\": %.3f%s\n", substr($0, 1, RSTART - 1), number + shift,
        substr($0, RSTART + RLENGTH)
    }' >>"$folder/clip.jsonl"
  done
}
for seconds in 10 300; do
  lengthen $seconds
  cpu memory$seconds "$tool" render "$work/long$seconds/clip.mp4" --avatar dragon \
    -o "$work/render.mp4" --overwrite --progress none
done

{
  echo "# Results"
  echo
  echo "Written by \`make bench\`. $(grep -m1 'model name' /proc/cpuinfo | sed 's/.*: //'), $(nproc) cores;"
  echo "$(. /etc/os-release && echo "$PRETTY_NAME"); $(swift --version 2>/dev/null | head -1);"
  echo "$("$tool" --version); $(ffmpeg -version | head -1 | cut -d' ' -f1-3)."
  echo
  echo "## A whole render beside a plain transcode"
  echo
  echo "CPU time of $(basename "$recording"), H.264 veryfast, quality 20, the least of $rounds interleaved rounds;"
  echo "the peer is \`ffmpeg -c:v libx264 -preset veryfast -crf 20 -c:a copy\` without an overlay."
  echo
  echo "| | CPU s | ratio |"
  echo "|---|---|---|"
  echo "| ffmpeg, no overlay | $(get transcode.cpu) | 1 |"
  echo "| avatar-overlay, no avatar | $(get none.cpu) | $(ratio none transcode) |"
  for avatar in $avatars; do
    echo "| avatar-overlay, $avatar by matrix | $(get "$avatar.cpu") | $(ratio "$avatar" transcode) |"
  done
  echo
  echo "## Memory"
  echo
  echo "| clip, 1280 x 720, dragon mask | peak MB |"
  echo "|---|---|"
  echo "| 10 s | $(megabytes memory10) |"
  echo "| 300 s | $(megabytes memory300) |"
  echo
  echo "## Parsing of tracking files"
  echo
  echo '```'
  swift run -c release --skip-build --package-path Benchmarks tracking-parse $recording/tracking.jsonl
  echo '```'
} | tee $results
