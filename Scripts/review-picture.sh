#!/usr/bin/env bash
# Takes a picture of a review page, as a browser shows it.
#
#   Scripts/review-picture.sh PAGE.html OUT.jpg [FRAGMENT]    FRAGMENT: case=NAME&view=slider
set -euo pipefail
page=$(realpath "$1")
out=$2
fragment=${3:-}
command -v chromium >/dev/null || {
  echo "error: chromium is missing; Scripts/install-packages.sh installs it" >&2
  exit 69
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A profile of its own: nothing of the person's browser shows in the picture.
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-color-profile=srgb \
  --user-data-dir="$work/profile" --window-size=1360,900 --virtual-time-budget=4000 \
  --screenshot="$work/page.png" "file://$page${fragment:+#$fragment}" 2>"$work/log" ||
  { cat "$work/log" >&2; exit 1; }
[ -s "$work/page.png" ] || { echo "error: chromium made no picture of $page" >&2; exit 1; }
# Small enough for a repository; its text stays readable.
ffmpeg -y -loglevel error -i "$work/page.png" -vf scale=1200:-2 -q:v 7 "$out"
