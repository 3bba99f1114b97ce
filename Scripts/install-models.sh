#!/usr/bin/env bash
# Fetches MediaPipe's official model bundles, which the verb `track` uses, into a folder `Models`. Each is
# held against its SHA-256 below before it gets its name; what is there already is left alone.
#
# usage: install-models.sh [--to DIR] [TASK...]
#   --to DIR  where they are put: Models in the project by default
#   TASK      face, hand or gesture: all three by default. Gesture finds the hands too, so that the hand
#             bundle is used only without it
#
# AVATAR_OVERLAY_MODELS_ADDRESS is the address of a mirror with the same paths, such as
# https://example.org/mediapipe-models or file:///media/usb/mediapipe-models.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
folder=$(dirname "$scripts")/Models
address=${AVATAR_OVERLAY_MODELS_ADDRESS:-https://storage.googleapis.com/mediapipe-models}
address=${address%/}

# The bundles of version 1, which do not change: task, path, bytes, SHA-256. That of the face is the file
# that the tests run on; the others are the digests that public projects which pin these files agree on.
bundles="
face face_landmarker/face_landmarker/float16/1/face_landmarker.task 3758596 64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff
hand hand_landmarker/hand_landmarker/float16/1/hand_landmarker.task 7819105 fbc2a30080c3c557093b5ddfc334698132eb341044ccee322ccf8bcf3607cde1
gesture gesture_recognizer/gesture_recognizer/float16/1/gesture_recognizer.task 8373440 97952348cf6a6a4915c2ea1496b4b37ebabc50cbbf80571435643c455f2b0482
"

tasks=()
while [ $# -gt 0 ]; do
  case $1 in
    --to)
      [ $# -ge 2 ] || { echo "error: --to needs a folder" >&2 && exit 64; }
      folder=$2 && shift 2
      ;;
    face | hand | gesture) tasks+=("$1") && shift ;;
    *) echo "error: expected --to DIR, face, hand or gesture, found \"$1\"" >&2 && exit 64 ;;
  esac
done
[ ${#tasks[@]} -gt 0 ] || tasks=(face hand gesture)

digest() { sha256sum < "$1" | cut -d ' ' -f 1; }

partial=''
trap '[ -z "$partial" ] || rm -f "$partial"' EXIT
for task in "${tasks[@]}"; do
  read -r _ path size expected < <(grep "^$task " <<< "$bundles")
  file=$folder/$(basename "$path")
  if [ -e "$file" ]; then
    if [ "$(digest "$file")" = "$expected" ]; then
      echo "the model is there: $file"
    else
      echo "note: $file is not the official model (its SHA-256 differs) and is left as it is; remove it" \
        "to fetch the official one" >&2
    fi
    continue
  fi
  command -v curl >/dev/null || "$scripts/install-packages.sh" --only curl
  mkdir -p "$folder"
  partial=$(mktemp "$folder/.model-XXXXXX")
  echo "fetching $address/$path ($((size / 1000)) kB)"
  # Longer files are refused, so that nothing fills the disk; all is over after ten minutes.
  reason=$(curl --fail --silent --show-error --location --retry 2 --connect-timeout 20 --max-time 600 \
    --max-filesize "$size" --proto '=https,http,file' --proto-redir '=https' \
    --output "$partial" "$address/$path" 2>&1) || {
    echo "error: $address/$path: cannot be fetched (${reason##*) }); set AVATAR_OVERLAY_MODELS_ADDRESS to" \
      "a mirror, or put $(basename "$path") into $folder" >&2
    exit 69
  }
  found=$(digest "$partial")
  [ "$found" = "$expected" ] || {
    echo "error: $address/$path: found $(stat -c %s "$partial") bytes with SHA-256 $found, expected $size" \
      "bytes with SHA-256 $expected; nothing was installed" >&2
    exit 65
  }
  chmod 644 "$partial"
  mv "$partial" "$file"
  partial=''
  echo "installed $file"
done
