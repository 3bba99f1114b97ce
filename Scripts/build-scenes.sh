#!/usr/bin/env bash
# Rebuilds the pictures of every scene from their vector sources: Scenes/<id>/art/NAME.svg -> Scenes/<id>/NAME.png, at
# the size that the drawing states in pixels. A file whose pixels are those already is left as it is, since it may be
# packed better. Models come from the executable ones of Scenes/<id>/art/*.py.
#
#   Scripts/build-scenes.sh                    all scenes
#   Scripts/build-scenes.sh rain-water         this scene
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in rsvg-convert:librsvg2-bin pngtopam:netpbm; do
  IFS=: read -r command debian <<<"$tool"
  if ! command -v "$command" >/dev/null; then
    echo "error: $command is missing. Install it with 'apt-get install $debian'." >&2
    exit 1
  fi
done

shopt -s nullglob
scenes=("$@")
if [ ${#scenes[@]} -eq 0 ]; then
  for folder in Scenes/*/art; do scenes+=("$(basename "$(dirname "$folder")")"); done
fi

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
drawn=0
kept=0
for id in "${scenes[@]}"; do
  drawings=("Scenes/$id/art/"*.svg)
  scripts=("Scenes/$id/art/"*.py)
  [ $((${#drawings[@]} + ${#scripts[@]})) -gt 0 ] || { echo "error: no drawing in Scenes/$id/art" >&2; exit 1; }
  for script in "${scripts[@]}"; do [ ! -x "$script" ] || python3 "$script"; done
  for svg in "${drawings[@]}"; do
    png="Scenes/$id/$(basename "${svg%.svg}").png"
    rsvg-convert --output "$temporary/new.png" "$svg"
    pngtopam -alphapam "$temporary/new.png" >"$temporary/new.pam"
    if [ -f "$png" ] && pngtopam -alphapam "$png" 2>/dev/null | cmp -s - "$temporary/new.pam"; then
      kept=$((kept + 1))
    else
      cp "$temporary/new.png" "$png"
      drawn=$((drawn + 1))
      printf '%-50s %8d bytes\n' "$png" "$(wc -c <"$png")"
    fi
  done
done
echo "$drawn pictures drawn, $kept as they were"
