#!/usr/bin/env bash
# Shows the main job: makes the sample recording, renders it in both placements, plain and mirrored,
# and lays frames of all four side by side in a contact sheet.
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

echo
echo "the video:         $out/demo.mp4"
echo "the contact sheet: $out/contact-sheet.png"
