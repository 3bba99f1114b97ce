#!/usr/bin/env bash
# Shows the main job: makes the sample recording, renders it in both placements, plain and mirrored,
# and lays frames of all four side by side in a contact sheet; then the game's session in the picture,
# and the scene on a card that somebody holds.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$1
out=demo
mkdir -p $out

[ -e $out/sample/recording.json ] || "$tool" sample -o $out/sample

strips=()
for placement in matrix landmarks; do
  for mirror in "" --mirror; do
    name=$placement${mirror:+-mirrored}
    echo "rendering $out/$name.mp4"
    "$tool" render $out/sample --avatar dragon --avatar bear-hood --placement $placement $mirror \
      -o $out/$name.mp4 --overwrite
    "$tool" snapshot $out/sample --avatar dragon --avatar bear-hood --placement $placement $mirror \
      --sheet 6x1 --label "$name" -o $out/$name.png --overwrite
    strips+=(-i $out/$name.png)
  done
done
mv $out/matrix.mp4 $out/demo.mp4
ffmpeg -y -loglevel error "${strips[@]}" -filter_complex vstack=inputs=4 $out/contact-sheet.png
rm $out/matrix.png $out/matrix-mirrored.png $out/landmarks.png $out/landmarks-mirrored.png

# What a layer that moved looks like in the review: the ox's horns, turned.
moved=$out/moved
rm -rf $moved
mkdir -p $moved
cp -r Avatars/ox $moved/ox
sed -i 's/"name": "horns",/"name": "horns", "rotation": 4,/' $moved/ox/avatar.json
echo "comparing the ox with one whose horns are turned by 4 degrees; the comparison is meant to fail"
picture() { # AVATAR NAME
  "$tool" snapshot $out/sample --avatar "$1" --at 7.4 --size 960x540 \
    --placements "$moved/$2.jsonl" -o "$moved/$2.png"
}
picture ox golden
picture $moved/ox actual
"$tool" compare $moved/golden.png $moved/actual.png --placements $moved/golden.jsonl \
  --placements-b $moved/actual.jsonl --report $out/review.html --overwrite || [ $? -eq 1 ]
echo "it failed as it is meant to: the review shows what differs (the demo goes on)"

# The brushing game: what the player was asked for and how it went, drawn into the clip as a selfie shows it.
[ -e $out/brushing/session.json ] || "$tool" sample --story brushing -o $out/brushing --overwrite
echo "rendering $out/session.mp4"
"$tool" render $out/brushing --avatar bear-hood --session $out/brushing/session.json --annotate hud \
  --occlude hands --mirror -o $out/session.mp4 --overwrite

# What comes alive on a printed card that somebody holds, with a tap on it; then in some poses, at some times.
[ -e $out/card/recording.json ] || "$tool" sample --story card --scenes Scenes -o $out/card
echo "rendering $out/scene.mp4"
scene=(--scenes Scenes --avatar none --cues $out/card/cues.jsonl)
"$tool" render $out/card "${scene[@]}" -o $out/scene.mp4 --overwrite
"$tool" snapshot $out/card "${scene[@]}" --sheet 6x2 -o $out/scene-sheet.png --overwrite
echo "drawing the scene of a card"
"$tool" scenes preview start-of-spring -o $out/scene.png --overwrite

# A picture to share.
echo "making a share card"
"$tool" snapshot $out/sample --avatar dragon --avatar bear-hood --best --start 6 --end 9 --card zodiac --card-ratio 1:1 \
  --title 立春 --subtitle "Start of spring" --date 2026-02-04 --link https://example.org/s/8Fk2 -o $out/card.jpg --overwrite

echo
echo "the video:         $out/demo.mp4"
echo "the session:       $out/session.mp4"
echo "the contact sheet: $out/contact-sheet.png"
echo "the scene:         $out/scene.mp4, $out/scene-sheet.png, $out/scene.png"
echo "the share card:    $out/card.jpg"
echo "the review:        $out/review.html"
