#!/usr/bin/env bash
# Builds everything, warnings being errors, and runs the tests. What failed is said again at the end:
# the tests run side by side, so a failure stands thousands of lines before the runner's own last line.
# Before that line stands how many tests were skipped because there are no recordings.
# Tests are built like the product (release), so that both share their objects.
# A run that says nothing for long is ended, with what its threads wait in.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=$1
shift
"$swift" build --build-tests "$@"
mkdir -p .build/attachments
log=.build/test.log
quiet_seconds=600
bundle='PackageTests\.xctest .*--disable-xctest'

# Ends the run where the log stays as it is.
end_when_quiet() {
  while sleep 20; do
    [ $(($(date +%s) - $(stat -c %Y "$log"))) -ge $quiet_seconds ] || continue
    {
      printf '\nerror: the tests said nothing for %d s; they run:\n' "$quiet_seconds"
      ps -eo pid,ppid,etimes,stat,wchan:24,args --forest | cut -c1-200
      for test in $(pgrep -f "$bundle"); do
        timeout 120 lldb --batch -o "thread backtrace all -c 30" -p "$test" 2>&1 | grep -E '^ *\*? *(thread|frame) #' | cut -c1-200
      done
    } >>"$log.hang"
    pkill -KILL -f "$bundle"
    return
  done
}

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
rm -f "$log.hang"
: >"$log"
end_when_quiet &
watch=$!
trap 'kill $watch 2>/dev/null || true' EXIT
if "$swift" test --skip-build --disable-xctest "$@" 2>&1 | tee "$log" | awk "$closing"; then exit 0; fi
printf '\nwhat failed (the whole output: %s):\n' "$log"
grep -E -A 3 '^✘|^error:|[Ff]atal error' "$log" | grep -v '^[◇✔]' || true
[ ! -e "$log.hang" ] || cat "$log.hang"
exit 1
