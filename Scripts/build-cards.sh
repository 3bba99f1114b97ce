#!/usr/bin/env bash
# Rebuilds the printed card of every scene from its vector source: Scenes/<id>/card.svg -> card.png,
# at 300 dots to the inch, opaque, kept in git; and card.pdf, a page of the card's own size to print, not kept.
#
#   Scripts/build-cards.sh                     all cards
#   Scripts/build-cards.sh rain-water          this card
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in rsvg-convert:librsvg2-bin:librsvg pngtopnm:netpbm:netpbm pnmtopng:netpbm:netpbm; do
  IFS=: read -r command debian macos <<<"$tool"
  if ! command -v "$command" >/dev/null; then
    echo "error: $command is missing. Install it with 'apt-get install $debian'" \
      "(Debian, Ubuntu) or 'brew install $macos' (macOS)." >&2
    exit 1
  fi
done

# The first number of the named attribute of the drawing's <svg> element, which is in millimetres.
attribute() { sed -n "s/.*<svg[^>]* $2=\"\([0-9]*\)mm\".*/\1/p" "$1" | head -n 1; }

# Millimetres in dots of 1/300 inch, to the nearest.
dots() { echo $((($1 * 3000 + 127) / 254)); }

shopt -s nullglob
drawings=()
if [ $# -eq 0 ]; then
  drawings=(Scenes/*/card.svg)
else
  for id in "$@"; do
    [ -f "Scenes/$id/card.svg" ] || { echo "error: no drawing in Scenes/$id" >&2; exit 1; }
    drawings+=("Scenes/$id/card.svg")
  done
fi
[ ${#drawings[@]} -gt 0 ] || { echo "error: no drawing in Scenes" >&2; exit 1; }

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

for svg in "${drawings[@]}"; do
  width=$(attribute "$svg" width)
  height=$(attribute "$svg" height)
  if [ -z "$width" ] || [ -z "$height" ]; then
    echo "error: $svg: <svg> states no width and height in whole millimetres" >&2
    exit 1
  fi
  width=$(dots "$width")
  height=$(dots "$height")
  png="${svg%.svg}.png"
  pdf="${svg%.svg}.pdf"
  rsvg-convert --width "$width" --height "$height" --output "$temporary/alpha.png" "$svg"
  # Without the alpha, and with the resolution: 11811 dots to the metre.
  pngtopnm -quiet "$temporary/alpha.png" >"$temporary/card.pnm"
  pnmtopng -quiet -compression 9 -size "11811 11811 1" "$temporary/card.pnm" >"$temporary/card.png"
  rsvg-convert --format pdf --output "$temporary/card.pdf" "$svg"
  cp "$temporary/card.png" "$png"
  cp "$temporary/card.pdf" "$pdf"
  printf '%-40s %4d x %-4d %8d bytes\n' "$png" "$width" "$height" "$(wc -c <"$png")"
  printf '%-40s %11s %8d bytes\n' "$pdf" "" "$(wc -c <"$pdf")"
done
