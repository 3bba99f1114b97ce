#!/bin/sh
# Prints the table of Benchmarks/SMOOTHING.md: what each smoothing leaves of the
# jitter, and what it costs in lag. Usage: Scripts/smoothing-table.sh RECORDING...
# Needs jq; builds the program first, or takes the one that AVATAR_OVERLAY names.
set -eu

if [ $# -eq 0 ]; then
  echo "usage: $0 RECORDING..." >&2
  exit 64
fi
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
if [ -z "${AVATAR_OVERLAY:-}" ]; then
  swift build -c release --package-path "$root" --product avatar-overlay >&2
  AVATAR_OVERLAY=$root/.build/release/avatar-overlay
fi

echo '| recording | smoothing | jitter, % of face | gone | shake, % of face | gone | jerk, eyes/s³ | lag, ms | deviation, % of eyes |'
echo '|---|---|---|---|---|---|---|---|---|'
for recording; do
  for smoothing in none ema one-euro offline; do
    "$AVATAR_OVERLAY" align "$recording" --smoothing "$smoothing" --json --summary |
      jq -r --arg name "$(basename -- "$recording")" --arg smoothing "$smoothing" '
        def figure($digits):
          if . == null then "-"
          else . * pow(10; $digits) | round / pow(10; $digits) | tostring end;
        .metrics |
        "| `\($name)` | `\($smoothing)` | \(.jitter | figure(3)) | "
        + "\(if .jitter then (.jitterReduction | figure(0)) + " %" else "-" end) | "
        + "\(.shake | figure(3)) | "
        + "\(if .shake then (.shakeReduction | figure(0)) + " %" else "-" end) | "
        + "\(.jerk | figure(1)) | "
        + "\(if .lagMs then (.lagMs | figure(0)) + " ± " + (.lagErrorMs | figure(0)) else "-" end) | "
        + "\(.deviation | figure(2)) |"'
  done
done
