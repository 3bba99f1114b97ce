#!/usr/bin/env bash
# Builds everything, warnings being errors, and runs the tests. What failed is said again at the end:
# the tests run side by side, so a failure stands thousands of lines before the runner's own last line.
# Tests are built like the product (release), so that both share their objects.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=$1
shift
"$swift" build --build-tests "$@"
mkdir -p .build/attachments
log=.build/test.log
if "$swift" test --skip-build --disable-xctest "$@" 2>&1 | tee "$log"; then exit 0; fi
printf '\nwhat failed (the whole output: %s):\n' "$log"
grep -E -A 3 '^✘|^error:|[Ff]atal error' "$log" | grep -v '^[◇✔]' || true
exit 1
