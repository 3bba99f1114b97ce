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
# Files may be elsewhere (-L), where curl does not send the key.
call() { curl -sSL --fail-with-body "${auth[@]}" "$@"; }

# A frame: the picture comes back, and a header says what it shows.
call "$url/v1/frames" -F picture=@picture.png -F tracking=@tracking.jsonl -F avatar="$avatar" \
  -D frame.head -o frame.png
grep -i '^avatar-overlay-alt-text' frame.head

# A problem: the status is 4xx or 5xx, and `code` says which it is; branch on that.
if ! call "$url/v1/frames" -F picture=@picture.png -F avatar=nobody -o problem.json 2>/dev/null; then
  echo "problem: $(sed -n 's/.*"code": "\([a-z_]*\)".*/\1/p' problem.json)"
fi

# A picture to share, from the clip.
call "$url/v1/snapshots" -F video=@clip.mkv -F tracking=@clip.jsonl \
  -F "options={\"avatar\": \"$avatar\", \"frame\": 2, \"crop\": \"1:1\", \"format\": \"jpeg\"};type=application/json" \
  -o share.jpg

# A render: submit, follow its events to the end, fetch. With the same Idempotency-Key it may be
# sent again, after a connection that broke, and is still one render.
call "$url/v1/renders" -H "Idempotency-Key: curl-$$-$RANDOM" -F video=@clip.mkv \
  -F tracking=@clip.jsonl -F avatar="$avatar" -o render.json
render=$(sed -n 's/^{"id": "\([0-9a-f]*\)".*/\1/p' render.json)
call -N "$url/v1/renders/$render/events" | tee events.txt | grep '^event'
state=$(sed -n 's/^data: .*"state": "\([a-z]*\)".*/\1/p' events.txt | tail -1)
echo "render $render: $state"
[ "$state" = done ] || exit 1
call "$url/v1/renders/$render/output" -o render.mp4
