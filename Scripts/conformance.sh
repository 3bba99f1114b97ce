#!/usr/bin/env bash
# Holds the real service against its OpenAPI document by schemathesis: all checks, all phases, every
# operation; once open, as it is without keys, and once with them. Before that the document itself is
# looked at: by OpenAPI's own schema, and its examples by their schemas. Scripts/check-clients.sh looks at it by
# generators of clients.
#
#   Scripts/conformance.sh [FURTHER OPTIONS OF schemathesis run]
#
# TOOL names a tool that is built already. Reports lie in .build/conformance.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/service.sh
tool=$PWD/${TOOL:-.build/release/avatar-overlay}
environment=.build/conformance/python
# Pinned: what a release newly checks is looked at when it is taken, not when somebody else commits.
modules="schemathesis==4.32.5 openapi-spec-validator==0.9.0"

Scripts/install-packages.sh python3-venv ffmpeg curl zip
# shellcheck disable=SC2086 # a list of names
Scripts/python-environment.sh $environment $modules
[ -n "${TOOL:-}" ] || swift build -c release --product avatar-overlay >&2
bin=$PWD/$environment/bin

work=$(mktemp -d)
trap 'stop_service; rm -rf "$work"' EXIT

# The service over a data folder of its own.
serve() { # FOLDER
  start_service "$work/service" "$tool" --log none --data "$1" --avatars Avatars \
    --scenes "$work/scenes" --webhook-hosts hooks.example.org --rate-per-minute 1000000 --rate-burst 1000000 \
    --max-queue 1000000 --max-queue-per-key 1000000
}

# A scene of the project's, and one with a field for a text and one for a photo.
make_scenes() { # FOLDER
  mkdir -p "$1/fields"
  cp -r Scenes/start-of-spring "$1/"
  cp Scenes/start-of-spring/card.png "$1/fields/"
  cat >"$1/fields/scene.json" <<'JSON'
{
  "version": 1,
  "picture": {"name": "fields", "image": "card.png", "widthMm": 105},
  "items": [
    {"name": "words", "type": "text", "field": "greeting", "text": "Hello", "size": 9, "box": [70, 14], "at": [0, -60, 0]},
    {"name": "photo", "type": "photo", "field": "face", "box": [20, 20]},
    {"name": "card", "type": "art", "image": "card.png", "width": 20, "at": [30, 0, 0], "on": {"cue": "tap"}}
  ]
}
JSON
}

# A fit profile that requests may name.
keep_profile() { # further options of curl
  curl -fsS -X PUT "$url/v1/fit-profiles/kept" -H "Content-Type: application/json" "$@" \
    -d '{"format": "avatar-fit/1", "all": {"scale": 1.2}}' -o /dev/null
}

# What hooks.py gives to requests that are meant to be valid; made by the service itself and FFmpeg.
make_data() { # FOLDER
  mkdir -p "$1"
  curl -fsS "$url/sample/picture.jpg" -o "$1/large.jpg"
  # With a printed card, on which a scene is drawn.
  curl -fsS "$url/sample/tracking.jsonl" | "$bin/python" -c 'import json, sys
header, *samples = [json.loads(line) for line in sys.stdin]
for sample in samples:
    sample["images"] = [{"name": "fields", "id": 1, "corners": [[0.4, 0.3], [0.6, 0.3], [0.6, 0.8], [0.4, 0.8]]}]
print(*map(json.dumps, [header, *samples]), sep="\n")' >"$1/tracking.jsonl"
  echo '{"timestampMs": 40, "cue": "tap"}' >"$1/cues.jsonl"
  echo '{"timestampMs": 80, "avatar": "dragon", "scale": 1.2}' >>"$1/cues.jsonl"
  local format small='"avatar": "none", "size": "192x108"'
  for format in png jpeg webp; do
    curl -fsS "$url/v1/frames" -F "picture=@$1/large.jpg" \
      -F "options={$small, \"format\": \"$format\"}" -o "$1/picture.${format/jpeg/jpg}"
  done
  curl -fsS "$url/v1/frames" -H "Accept: application/json" -F "picture=@$1/picture.png" \
    -F "tracking=@$1/tracking.jsonl" -F avatar=dragon |
    "$bin/python" -c 'import json, sys; print(json.dumps(json.load(sys.stdin)["placements"]))' \
      >"$1/placements.jsonl"
  for format in mp4 webm; do
    ffmpeg -v error -loop 1 -framerate 25 -i "$1/picture.png" -frames:v 4 -pix_fmt yuv420p \
      "$1/clip.$format"
  done
  cp Avatars/dragon/avatar.json Scenes/start-of-spring/card.png "$1/"
  (cd Avatars/crown && zip -q "$1/avatar.zip" avatar.json ./*.png)
}

# Runs schemathesis against the service at `url`.
hold() { # NAME, further options
  local name=$1
  shift
  echo "== $name"
  # What it keeps between runs lies in the folder where it runs.
  (cd .build/conformance && CONFORMANCE_DATA=$work/files PYTHONPATH=../../Scripts/conformance \
    PYTHONDONTWRITEBYTECODE=1 \
    "$bin/schemathesis" --config-file ../../Scripts/conformance/schemathesis.toml run \
    "$url/openapi.json" --report junit --report-junit-path "$name.xml" "$@")
}

echo "== the document"
document=$work/openapi.json
"$tool" serve --print-openapi >"$document"
"$bin/openapi-spec-validator" "$document"
"$bin/python" Scripts/conformance/document.py "$document"

make_scenes "$work/scenes"
serve "$work/open"
make_data "$work/files"
keep_profile
hold open "$@"
stop_service

key=$(make_key "$tool" "$work/closed" frames,renders,avatars:write,scenes:write,admin)
serve "$work/closed"
keep_profile --header "Authorization: Bearer $key"
CONFORMANCE_KEY=$key hold closed --header "Authorization: Bearer $key" "$@"
stop_service
echo "the service conforms to its document"
