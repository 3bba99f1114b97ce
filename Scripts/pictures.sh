#!/usr/bin/env bash
# Makes the README's pictures anew, with the tool itself; ffmpeg only crops, tiles and packs them.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=${1:-.build/release/avatar-overlay}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -e demo/sample/recording.json ] || "$tool" sample -o demo/sample

"$tool" snapshot demo/sample --avatar dragon --avatar bear-hood --at 7.4 --size 960x540 \
  -o "$work/hero.png"
ffmpeg -y -loglevel error -i "$work/hero.png" -q:v 3 Documentation/hero.jpg

"$tool" snapshot demo/sample --avatar dragon --avatar bear-hood --sheet 6x4 -o "$work/sheet.png"
ffmpeg -y -loglevel error -i "$work/sheet.png" -vf scale=1200:-2 -q:v 4 Documentation/sheet.jpg

inputs=() tiles="" index=0
for avatar in ox dragon sheep monkey pig bear-hood shark-hat crown opera tiger-cub lion-dance paper-crown; do
  "$tool" snapshot demo/sample --avatar $avatar --at 5.7 -o "$work/$avatar.png"
  inputs+=(-i "$work/$avatar.png")
  tiles+="[$index]crop=620:720:330:0,scale=310:360[t$index];"
  index=$((index + 1))
done
ffmpeg -y -loglevel error "${inputs[@]}" -filter_complex \
  "$tiles[t0][t1][t2][t3][t4][t5]hstack=6[upper];[t6][t7][t8][t9][t10][t11]hstack=6[lower];[upper][lower]vstack" \
  -q:v 4 Documentation/avatars.jpg

# A puppet: what a face does, without the face.
inputs=()
for at in 1.2 3.4 5.7 7.9; do
  "$tool" snapshot demo/sample --avatar panda --puppet --at $at --size 480x360 --fit cover -o "$work/puppet-$at.png"
  inputs+=(-i "$work/puppet-$at.png")
done
ffmpeg -y -loglevel error "${inputs[@]}" -filter_complex hstack=4,scale=1200:-2 -q:v 4 Documentation/puppet.jpg

# Layers with volume, from the side: the first row of each sheet.
inputs=() tiles="" index=0
for avatar in dragon bear-hood opera; do
  "$tool" avatars preview $avatar -o "$work/turn-$avatar.png"
  inputs+=(-i "$work/turn-$avatar.png")
  tiles+="[$index]crop=iw:304:0:0[t$index];"
  index=$((index + 1))
done
ffmpeg -y -loglevel error "${inputs[@]}" -filter_complex \
  "$tiles[t0][t1][t2]vstack=3,scale=1200:-2:flags=lanczos" -q:v 5 Documentation/surfaces.jpg

inputs=() tiles="" index=0
for filter in instant comic oil vangogh season:kind=petals,amount=1 season:kind=summer,amount=1 \
  season:kind=leaves,amount=1 snow; do
  "$tool" snapshot demo/sample --avatar dragon --avatar bear-hood --at 7.4 --filter $filter \
    -o "$work/filter-$index.png"
  inputs+=(-i "$work/filter-$index.png")
  tiles+="[$index]crop=640:640:100:60,scale=360:360:flags=lanczos[t$index];"
  index=$((index + 1))
done
ffmpeg -y -loglevel error "${inputs[@]}" -filter_complex \
  "$tiles[t0][t1][t2][t3]hstack=4[upper];[t4][t5][t6][t7]hstack=4[lower];[upper][lower]vstack" \
  -q:v 6 Documentation/filters.jpg

# The brushing game, in four moments.
[ -e demo/brushing/session.json ] || "$tool" sample --story brushing -o demo/brushing
inputs=()
for at in 2.75 5.1 7.2 8.9; do
  "$tool" snapshot demo/brushing --avatar bear-hood --session demo/brushing/session.json \
    --annotate hud --occlude hands --at $at -o "$work/session-$at.png"
  inputs+=(-i "$work/session-$at.png")
done
ffmpeg -y -loglevel error "${inputs[@]}" -filter_complex \
  "[0][1]hstack[a];[2][3]hstack[b];[a][b]vstack,scale=1000:-2:flags=lanczos" -q:v 5 Documentation/session.jpg

# The share cards, each in its four shapes.
rows=()
for card in plain brushing zodiac; do
  case $card in
    plain) avatar=dragon fields=(--title "A dragon in the valley" --subtitle "Seen between the lanterns") ;;
    brushing) avatar=shark-hat fields=(--subtitle "Day 12 in a row" --badge 120) ;;
    zodiac) avatar=dragon fields=(--title 立春 --subtitle "Start of spring" --badge 龙) ;;
  esac
  shapes=()
  for ratio in 1:1 4:5 9:16 16:9; do
    picture="$work/$card-${ratio/:/x}.png"
    "$tool" snapshot demo/sample --avatar $avatar --at 5.7 --card $card --card-ratio $ratio \
      "${fields[@]}" --name Mei --date 2026-02-04 --link https://example.org/s/8Fk2 -o "$picture"
    shapes+=(-i "$picture")
  done
  ffmpeg -y -loglevel error "${shapes[@]}" -filter_complex \
    "[0]scale=-2:360[a];[1]scale=-2:360[b];[2]scale=-2:360[c];[3]scale=-2:360[d];[a][b][c][d]hstack=inputs=4" \
    "$work/$card.png"
  rows+=(-i "$work/$card.png")
done
ffmpeg -y -loglevel error "${rows[@]}" -filter_complex "[0][1][2]vstack=inputs=3,scale=1000:-2" \
  -q:v 8 Documentation/cards.jpg

# The scenes on their cards, six seconds after these were seen: a picture of each preview.
inputs=() cells=()
for scene in start-of-spring rain-water awakening-of-insects spring-equinox clear-and-bright grain-rain; do
  "$tool" scenes preview $scene -o "$work/$scene.png"
  number=${#cells[@]}
  inputs+=(-i "$work/$scene.png")
  cells+=("[$number]crop=320:326:976:450[c$number];")
done
ffmpeg -y -loglevel error "${inputs[@]}" -filter_complex \
  "${cells[*]}[c0][c1][c2]hstack=3[a];[c3][c4][c5]hstack=3[b];[a][b]vstack" -q:v 3 Documentation/scenes.jpg

# The tutorials: of what their readers make, step by step.
PATH="$(dirname "$(realpath "$tool")"):$PATH"
step() { # PICTURE QUALITY FILTER INPUT...
  local picture=$1 quality=$2 filter=$3 inputs=() input
  shift 3
  for input in "$@"; do inputs+=(-i "$input"); done
  ffmpeg -y -loglevel error "${inputs[@]}" -filter_complex "$filter" -q:v "$quality" "$picture"
}
# In one folder, one after the other, as their reader may do them.
mask=$work/tutorials scene=$work/tutorials
Scripts/run-tutorial.py Documentation/tutorial-mask.md "$mask"
step Documentation/tutorial-mask-1.jpg 4 \
  "[0]crop=560:560:360:110,scale=360:-2:flags=lanczos[a];[1]crop=560:560:360:110,scale=360:-2:flags=lanczos[b];[a][b]hstack" \
  "$mask/look-1.png" "$mask/look-2.png"
step Documentation/tutorial-mask-2.jpg 6 \
  "[0]crop=600:660:300:0,scale=330:-2:flags=lanczos[a];[1]crop=600:660:300:0,scale=330:-2:flags=lanczos[b];
  [2]crop=600:660:340:0,scale=330:-2:flags=lanczos[c];[a][b][c]hstack=3" \
  "$mask/look-3.png" "$mask/look-4.png" "$mask/look-5.png"
step Documentation/tutorial-mask-3.jpg 9 "scale=640:-2:flags=lanczos" "$mask/preview.png"
step Documentation/tutorial-mask-4.jpg 4 "scale=480:-2:flags=lanczos" "$mask/selfie.jpg"
Scripts/run-tutorial.py Documentation/tutorial-model.md "$mask"
step Documentation/tutorial-model-1.jpg 4 "crop=600:660:300:0,scale=400:-2:flags=lanczos" "$mask/crown-1.png"
step Documentation/tutorial-model-2.jpg 6 "crop=iw:304:0:0,scale=1050:-2:flags=lanczos" "$mask/poses.png"
step Documentation/tutorial-model-3.jpg 4 "scale=480:-2:flags=lanczos" "$mask/crown-2.jpg"
Scripts/run-tutorial.py Documentation/tutorial-scene.md "$scene"
step Documentation/tutorial-scene-1.jpg 4 \
  "[0]scale=300:423:flags=lanczos[a];[1]scale=300:423:flags=lanczos[b];[a][b]hstack" \
  "$scene/Scenes/summer-solstice/card.png" "$scene/maps/summer-solstice.png"
step Documentation/tutorial-scene-2.jpg 4 copy "$scene/found.png"
step Documentation/tutorial-scene-3.jpg 4 copy "$scene/alive-1.png"
step Documentation/tutorial-scene-4.jpg 4 copy "$scene/alive-2.png"

# Of the review page, where one was made.
if [ -e demo/review.html ]; then
  Scripts/review-picture.sh demo/review.html Documentation/review.jpg "${REVIEW_PLACE:-}"
fi

# Of the service's page.
Scripts/web-page-picture.sh Documentation/web-page.jpg "$tool"
ls -l Documentation/*.jpg
