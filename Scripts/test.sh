#!/usr/bin/env bash
# Builds everything, warnings being errors, and runs the tests. What failed is said again at the end:
# the tests run side by side, so a failure stands thousands of lines before the runner's own last line.
# Before that line stands how many tests were skipped because there are no recordings.
# Tests are built like the product (release), so that both share their objects.
# A run that says nothing for long is ended, with what its threads wait in.
# At the end stand the slowest suites, and what the tests took in all.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=$1
shift
"$swift" build --build-tests "$@"
mkdir -p .build/attachments
log=.build/test.log
events=.build/test-events.jsonl
# What documents show is run where the documents, the tool or its options have changed since that passed last; their
# words are tested always.
documents=.build/documents.tested
documents_now=$(find README.md Documentation Examples Avatars Scenes Cards Sources/Tool Sources/Engine/Requests \
  Tests/Tool/DocumentExamplesTests -type f -print0 |
  sort -z | xargs -0 sha256sum | sha256sum)
quiet_seconds=600
# So many tests at a time, where Swift can limit them: their times are their own then, not those of a queue.
width=()
if "$swift" test --help-hidden 2>/dev/null | grep -q -- --experimental-maximum-parallelization-width; then
  width=(--experimental-maximum-parallelization-width 4)
fi
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
rm -f "$log.hang" "$events"
: >"$log"
end_when_quiet &
watch=$!
trap 'kill $watch 2>/dev/null || true' EXIT
run_tests() {
  "$swift" test --skip-build --disable-xctest --event-stream-version 0 \
    --event-stream-output-path "$events" "${width[@]}" "${skipped[@]}" "$@" 2>&1 | tee "$log" | awk "$closing"
}
skipped=()
if [ "$(cat "$documents" 2>/dev/null)" = "$documents_now" ]; then
  skipped=(--skip "DocumentExamplesTests.(Console|HelpExample|Tutorial)Tests")
  echo "what the documents show was run with these documents and this tool, and is not run again"
fi
if run_tests "$@"; then
  Scripts/slow-suites.py "$events" || echo "the stream of events cannot be read" >&2
  echo "$documents_now" >"$documents"
  exit 0
fi
printf '\nwhat failed (the whole output: %s):\n' "$log"
grep -E -A 3 '^✘|^error:|[Ff]atal error' "$log" | grep -v '^[◇✔]' || true
[ ! -e "$log.hang" ] || cat "$log.hang"
exit 1
