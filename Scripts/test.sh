#!/usr/bin/env bash
# Builds everything, warnings being errors, and runs the tests. What failed is said again at the end:
# the tests run side by side, so a failure stands thousands of lines before the runner's own last line.
# Before that line stands how many tests were skipped because there are no recordings.
# Tests are built like the product (release), so that both share their objects.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=$1
shift
"$swift" build --build-tests "$@"
mkdir -p .build/attachments
log=.build/test.log
# `SharedData.absent` in Tests/TestSupport is what such a test says.
closing='
  /Test run with [0-9]+ tests? .*(passed|failed) after/ { last = $0; next }
  { print; fflush() }
  /^➜ +(Test|Suite) .* skipped: "needs \.\.\/shared \(models\)/ { untracked++ }
  /^➜ +Test .* skipped: "needs \.\.\/shared \(real/ { skipped++ }
  END {
    printf "%d test%s skipped for want of the recordings\n", skipped, skipped == 1 ? "" : "s"
    if (untracked) print "the tests of the real tracker were skipped for want of it, or of its models"
    if (last != "") print last
  }'
if "$swift" test --skip-build --disable-xctest "$@" 2>&1 | tee "$log" | awk "$closing"; then exit 0; fi
printf '\nwhat failed (the whole output: %s):\n' "$log"
grep -E -A 3 '^✘|^error:|[Ff]atal error' "$log" | grep -v '^[◇✔]' || true
exit 1
