#!/usr/bin/env bash
# Rebuilds the PNG of every avatar layer, and of the artwork of share cards, from its vector source:
# Avatars/<id>/<layer>.svg -> <layer>.png, Cards/<id>/<artwork>.svg -> <artwork>.png, at the size the drawing states in its own width and height.
# All models are made by Avatars/<id>/art/make.py.
#
#   Scripts/build-avatars.sh             all avatars and cards
#   Scripts/build-avatars.sh ox pig      these avatars or cards
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v rsvg-convert >/dev/null; then
  echo "error: rsvg-convert is missing. Install it with 'apt-get install librsvg2-bin'" \
    "(Debian, Ubuntu) or 'brew install librsvg' (macOS)." >&2
  exit 1
fi

# The first number of the named attribute of the drawing's <svg> element.
attribute() { sed -n "s/.*<svg[^>]* $2=\"\([0-9]*\)\(px\)*\".*/\1/p" "$1" | head -n 1; }

shopt -s nullglob
drawings=()
if [ $# -eq 0 ]; then
  drawings=(Avatars/*/*.svg Cards/*/*.svg)
  for script in Avatars/*/art/make.py; do python3 "$script"; done
else
  for id in "$@"; do
    of_avatar=("Avatars/$id/"*.svg "Cards/$id/"*.svg)
    [ ${#of_avatar[@]} -gt 0 ] || { echo "error: no drawing in Avatars/$id or Cards/$id" >&2; exit 1; }
    drawings+=("${of_avatar[@]}")
  done
fi
[ ${#drawings[@]} -gt 0 ] || { echo "error: no drawing in Avatars" >&2; exit 1; }

for svg in "${drawings[@]}"; do
  width=$(attribute "$svg" width)
  height=$(attribute "$svg" height)
  if [ -z "$width" ] || [ -z "$height" ]; then
    echo "error: $svg: <svg> states no width and height in whole pixels" >&2
    exit 1
  fi
  png="${svg%.svg}.png"
  rsvg-convert --width "$width" --height "$height" --output "$png" "$svg"
  printf '%-36s %4d x %-4d %7d bytes\n' "$png" "$width" "$height" "$(wc -c <"$png")"
done
