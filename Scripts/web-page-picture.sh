#!/usr/bin/env bash
# Takes the picture of the service's page that stands in the documents, as a browser shows it; the
# tests' own browser does it, which waits until all of the page is there. The tests must have been
# built.
#
#   Scripts/web-page-picture.sh OUT.jpg [TOOL]
set -euo pipefail
out=$(realpath "$1")
cd "$(dirname "$0")/.."
source Scripts/service.sh
tool=${2:-.build/release/avatar-overlay}
work=$(mktemp -d)
trap 'stop_service; rm -rf "$work"' EXIT
start_service "$work/log" "$tool" --data "$work/data" --log none
export AVATAR_OVERLAY_WEB_PAGE_ADDRESS="$url/"
export AVATAR_OVERLAY_WEB_PAGE_PICTURE=$out
"${SWIFT:-swift}" test -c release --skip-build --disable-xctest --filter WebPagePictureTests >&2
[ -s "$out" ] || { echo "error: $out was not made" >&2; exit 1; }
