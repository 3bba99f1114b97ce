#!/usr/bin/env bash
# Takes the picture of the service's page that stands in the documents, as a browser shows it; the
# tests' own browser does it, which waits until all of the page is there. The tests must have been
# built.
#
#   Scripts/web-page-picture.sh OUT.jpg [TOOL]
set -euo pipefail
out=$(realpath "$1")
cd "$(dirname "$0")/.."
tool=${2:-.build/release/avatar-overlay}
work=$(mktemp -d)
"$tool" serve --port 0 --data "$work/data" --log none 2> "$work/log" &
service=$!
trap 'kill "$service" 2> /dev/null; wait "$service" || true; rm -rf "$work"' EXIT
for _ in $(seq 100); do
  grep -q "listening on" "$work/log" && break
  kill -0 "$service" 2> /dev/null || break
  sleep 0.1
done
address=$(sed -n 's/.*listening on //p' "$work/log")
[ -n "$address" ] || { echo "error: the service did not start: $(cat "$work/log")" >&2; exit 1; }
export AVATAR_OVERLAY_WEB_PAGE_ADDRESS="$address/"
export AVATAR_OVERLAY_WEB_PAGE_PICTURE=$out
"${SWIFT:-swift}" test -c release --skip-build --disable-xctest --filter WebPagePictureTests >&2
[ -s "$out" ] || { echo "error: $out was not made" >&2; exit 1; }
