#!/usr/bin/env bash
# Builds everything, warnings being errors, and runs the tests; the last line is the runner's own.
# Tests are built like the product (release), so that both share their objects.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=$1
shift
"$swift" build --build-tests "$@"
mkdir -p .build/attachments
exec "$swift" test --skip-build --disable-xctest "$@"
