#!/usr/bin/env bash
# Takes a picture of a review page, as a browser shows it; the tests' own browser does it, which
# waits until the page's pictures are there. The tests must have been built.
#
#   Scripts/review-picture.sh PAGE.html OUT.jpg [FRAGMENT]    FRAGMENT: case=NAME&view=slider
set -euo pipefail
page=$(realpath "$1")
out=$(realpath "$2")
cd "$(dirname "$0")/.."
export AVATAR_OVERLAY_REVIEW_ADDRESS="file://$page${3:+#$3}"
export AVATAR_OVERLAY_REVIEW_PICTURE=$out
"${SWIFT:-swift}" test -c release --skip-build --disable-xctest --filter ReviewPictureTests >&2
[ -s "$out" ] || { echo "error: $out was not made" >&2; exit 1; }
