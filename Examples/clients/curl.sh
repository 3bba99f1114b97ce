#!/usr/bin/env bash
# The service from a shell. usage: curl.sh URL FOLDER
#
# FOLDER holds picture.png with tracking.jsonl (one sample), and clip.mkv with clip.jsonl; results go
# there too. With keys, set AVATAR_OVERLAY_KEY.
set -euo pipefail
url=$1
cd "$2"
avatar=${AVATAR:-dragon}
auth=()
[ -z "${AVATAR_OVERLAY_KEY:-}" ] || auth=(-H "Authorization: Bearer $AVATAR_OVERLAY_KEY")
call() { curl -sS --fail-with-body "${auth[@]}" "$@"; }

# A frame: the picture comes back, what it shows stands in a header.
call "$url/v1/frames" -F picture=@picture.png -F tracking=@tracking.jsonl -F avatar="$avatar" \
  -D frame.head -o frame.png
grep -i '^avatar-overlay-alt-text' frame.head

# A picture to share, from the clip.
call "$url/v1/snapshots" -F video=@clip.mkv -F tracking=@clip.jsonl \
  -F "options={\"avatar\": \"$avatar\", \"frame\": 2, \"format\": \"jpeg\"};type=application/json" \
  -o share.jpg

# A render: submit, wait for its end by its events, fetch.
render=$(call "$url/v1/renders" -H "Idempotency-Key: curl-$$" -F video=@clip.mkv \
  -F tracking=@clip.jsonl -F avatar="$avatar" | sed -n 's/.*"id": "\([0-9a-f]*\)".*/\1/p')
call -N "$url/v1/renders/$render/events" | grep '^event' | tail -1
call "$url/v1/renders/$render/output" -o render.mp4
echo "render $render: $(wc -c < render.mp4) bytes"
