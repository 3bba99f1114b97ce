#!/usr/bin/env bash
# Measures how long review pages of 500 cases take to open in headless Chromium: one where all passed,
# one where every tenth failed. The pictures are frames of the sample at 1280 x 720, compared by the tool.
# Prints the table of Documentation/review.md. The tool and the tests must have been built.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=${TOOL:-.build/release/avatar-overlay}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -e demo/sample/recording.json ] || "$tool" sample -o demo/sample --progress none >&2
mkdir "$work"/{distinct,golden,same,tenth}
for i in $(seq 0 9); do
  at=(snapshot demo/sample --at "$((i * 2 / 3)).$i" --size 1280x720)
  "$tool" "${at[@]}" --avatar ox -o "$work/distinct/ox$i.png" >&2
  "$tool" "${at[@]}" --avatar dragon -o "$work/distinct/dragon$i.png" >&2
done
for i in $(seq -w 0 499); do
  digit=${i: -1}
  [ "$digit" = 0 ] && other=dragon || other=ox
  tens=${i:1:1}
  ln "$work/distinct/ox$tens.png" "$work/golden/$i.png"
  ln "$work/distinct/ox$tens.png" "$work/same/$i.png"
  ln "$work/distinct/$other$tens.png" "$work/tenth/$i.png"
done
echo "$(grep -m1 'model name' /proc/cpuinfo | sed 's/.*: //'), $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg)"
echo
echo "| what | cases | file | first words | all loaded | first thumbnails |"
echo "|---|---|---|---|---|---|"
for kind in same tenth; do
  # A comparison over its thresholds exits with 1.
  "$tool" compare "$work/golden" "$work/$kind" --report "$work/$kind.html" >/dev/null 2>"$work/log" \
    || [ $? = 1 ] || { cat "$work/log" >&2; exit 1; }
  AVATAR_OVERLAY_OPEN_PAGE="$work/$kind.html" AVATAR_OVERLAY_OPEN_FIGURES="$work/figures" \
    "${SWIFT:-swift}" test -c release --skip-build --disable-xctest --filter ReviewOpeningTests >&2
  [ $kind = same ] && what="all passed" || what="every tenth failed"
  echo "| $what $(cat "$work/figures")"
done
