#!/usr/bin/env bash
# Generates clients from the service's OpenAPI document and uses them on the real service: openapi-python-client
# renders a frame, a snapshot and a job, and openapi-generator has binary file parts in TypeScript. Skipped, with the
# reason, where the generators cannot be installed.
#
#   Scripts/check-clients.sh
#
# TOOL names a tool that is built already.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/service.sh
tool=$PWD/${TOOL:-.build/release/avatar-overlay}
environment=.build/clients/python
modules="openapi-python-client==0.29.1 openapi-generator-cli==7.14.0"

Scripts/install-packages.sh python3-venv ffmpeg curl zip
# shellcheck disable=SC2086 # a list of names
if ! Scripts/python-environment.sh $environment $modules; then
  echo "skipped: the generators of clients cannot be installed from PyPI" >&2
  exit 0
fi
[ -n "${TOOL:-}" ] || swift build -c release --product avatar-overlay >&2
bin=$PWD/$environment/bin

work=$(mktemp -d)
trap 'stop_service; rm -rf "$work"' EXIT
"$tool" serve --print-openapi >"$work/openapi.json"

echo "== openapi-python-client"
PATH=$bin:$PATH "$bin/openapi-python-client" generate --path "$work/openapi.json" --meta none \
  --config Scripts/clients/client.yml --output-path "$work/overlay_client" --fail-on-warning
key=$(make_key "$tool" "$work/data" frames,renders,avatars:write)
start_service "$work/service" "$tool" --log none --data "$work/data" --avatars Avatars
# What it sends: the sample of the web page, and a clip of it that has its tracking at every frame.
mkdir "$work/files"
curl -fsS "$url/sample/picture.jpg" -o "$work/files/picture.jpg"
curl -fsS "$url/sample/tracking.jsonl" -o "$work/files/tracking.jsonl"
ffmpeg -v error -i "$work/files/picture.jpg" -vf scale=320:180 "$work/files/other.png"
ffmpeg -v error -loop 1 -framerate 25 -i "$work/files/picture.jpg" -frames:v 4 -pix_fmt yuv420p \
  "$work/files/clip.mp4"
"$bin/python" - "$work/files" <<'PYTHON'
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
header, sample = (folder / "tracking.jsonl").read_text().splitlines()
lines = [header] + [json.dumps({**json.loads(sample), "timestampMs": 40 * frame}) for frame in range(4)]
(folder / "clip.jsonl").write_text("\n".join(lines) + "\n")
PYTHON
(cd Avatars/crown && zip -q "$work/files/avatar.zip" avatar.json ./*.png)
PYTHONPATH=$work PYTHONDONTWRITEBYTECODE=1 "$bin/python" -W ignore::SyntaxWarning Scripts/clients/render.py "$url" "$key" "$work/files"
stop_service

echo "== openapi-generator"
if ! command -v java >/dev/null; then
  echo "skipped: openapi-generator needs java" >&2
  exit 0
fi
"$bin/openapi-generator-cli" generate -g typescript-fetch -i "$work/openapi.json" -o "$work/typescript" \
  >"$work/log" 2>&1 || { tail -20 "$work/log" >&2 && exit 1; }
"$bin/python" Scripts/clients/typescript.py "$work/typescript/apis"
