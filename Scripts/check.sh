#!/usr/bin/env bash
# Finds the faults that `make test` has no time for. Each step is a row of the table below: `make check`
# runs those of a check, `make check-release` all of them, before a release.
#
#   Scripts/check.sh [STEP...]            the named steps; without any, those of a check
#   Scripts/check.sh --release            all steps
#   Scripts/check.sh --changed [COMMIT]   those whose layers changed since COMMIT (default: origin/main,
#                                         or HEAD~1 without it), files that are not committed included
#   --list, with any of these             prints the steps and runs none
#
# AVATAR_OVERLAY_CHECK_SEED is the first seed of the random cases. The default is the time, which is
# printed; a failure states the seed that repeats it. Exits with 0, with 1 after all steps if one
# failed, with 64 for a wrong argument.
set -uo pipefail
cd "$(dirname "$0")/.."

# name | runs in | touched by | minutes | finds
# Touched by: a layer stands for its sources and its tests, `LAYER+` also for all layers below it, anything
# else for the paths that begin with it. Minutes: the limit on two cores; a step that takes longer is
# reported. Those of a check are 39 together, without the release build, which `make test` leaves.
table='
lint         | check   | any | 1 | wrong format, a dependency that is undeclared, unused or points up
homographies | check   | Pixels Proof/Registration | 3 | kernels that differ, moves that registration misses: 1,000 random maps
neon         | check   | Pixels Proof/Comparison Checks/ Scripts/check-neon.sh | 1 | NEON kernels that differ from x86-64, undefined behaviour in C kernels
memory       | check   | Ground/Digests Face Pixels Avatar/AvatarFiles Video Engine/ShareCards Proof/Comparison Service/HTTPServer Service/HTTPMessages Service/Store Service/SQLiteStorage Service/Transfers Service/S3Blobs Service/Webhooks | 14 | addresses and undefined behaviour in codecs, kernels, C shims and readers
faults       | check   | Ground/Isolation Engine/Tracker Engine/MediaPipe Service Tool Scripts/fault | 11 | service: limits, framing, hostile bodies, lost clients, memory, full disk, 15 kills, backups
conformance  | check   | Engine/Requests Service Tool Scripts/conformance Scripts/service.sh Scripts/clients Scripts/check-clients Examples/clients | 9 | service: answers that its OpenAPI document does not describe, generated clients that cannot use it
homographies-all | release | Pixels Proof/Registration | 12 | as homographies, with 10,000 random maps
numbers      | release | Proof+ Avatars/ | 20 | changed numbers of avatars that compare does not name, on all recordings
cases        | release | Tool+ | 20 | all cases of which make test takes samples
memory-all   | release | Tool+ | 30 | as memory, with all cases, in every target that uses pointers
threads      | release | Proof+ Scripts/tsan | 25 | data races
kills        | release | Ground/Isolation Engine/Tracker Service Tool Scripts/fault | 13 | service: 50 kills at random moments, 40 of backups and restores, floods of one tenant
cards        | release | Ground/Geometry Pixels/Features Pixels/CFeatures Engine/CardTracker Scenes/ Benchmarks/Cards/ | 25 | printed cards that are followed less exactly than promised: 27 drawn clips
example      | release | Proof+ Examples/MaskTests/ | 8 | a package with goldens of its own that does not build or pass
'
# Changes of these touch every step.
shared='Package.swift Scripts/check.sh Tests/TestSupport/ Tests/AllocationCounter/'
layers=(Ground Face Pixels Avatar Video Engine Demo Proof Service Tool)

swift=${SWIFT:-swift}
flags=(--explicit-target-dependency-import-check error)
export AVATAR_OVERLAY_CHECK_SEED=${AVATAR_OVERLAY_CHECK_SEED:-$(date +%s)}
logs=.build/check
# A crash under a sanitizer is to end the process; Swift's own backtrace of it never ends.
export SWIFT_BACKTRACE=enable=no

# Targets whose readers, codecs, kernels or C libraries touch memory by pointers, and which need no program.
memory_targets='Digests TrackingFiles Imaging Lottie Compositing Filters Drawing Matting Features PointTracking AvatarFiles ModelFiles Video Sound ShareCards'
memory_targets+=' Comparison HTTPServer Store S3Blobs Webhooks'
unsafe_targets="$memory_targets Hud Timelines Shot Passes Rendering SampleRecording Templates Registration Explaining MediaComparison Goldens"
unsafe_targets+=' Review Access Blobs Backup'
# Not those of the service: the sanitizer of threads does not see a `Synchronization.Mutex` taken that
# had to wait (tsan-suppressions.txt), and all that these share is behind one.
thread_targets='TrackingFiles Imaging Compositing Filters Matting AvatarFiles Video Timelines Passes Rendering'
thread_targets+=' Comparison Registration Explaining MediaComparison Alignment Goldens Review'

# column NAME NUMBER: a column of a step's row.
column() { awk -F ' *[|] *' -v name="$1" -v number="$2" '$1 == name { print $number }' <<<"$table"; }
names() { awk -F ' *[|] *' -v when="$1" 'NF && (when == "release" || $2 == when) { print $1 }' <<<"$table"; }

# prefixes TOKEN...: the paths that the tokens of the third column stand for, as beginnings.
prefixes() {
  local token layer
  for token in "$@"; do
    case $token in
    any) echo "" ;;
    *+)
      for layer in "${layers[@]}"; do
        prefixes "$layer"
        [ "$layer+" != "$token" ] || break
      done
      ;;
    *)
      case " ${layers[*]} " in
      *" ${token%%/*} "*) printf 'Sources/%s/\nTests/%s\n' "$token" "$token" ;;
      *) echo "$token" ;;
      esac
      ;;
    esac
  done
}

# changed COMMIT STEP...: those of the steps that a change since the commit touches.
changed() {
  local base files name prefix file
  base=$(git merge-base "$1" HEAD) || return
  files=$(git diff --name-only --no-renames "$base" && git ls-files --others --exclude-standard) || return
  shift
  for name in "$@"; do
    # shellcheck disable=SC2046,SC2086 # lists of words
    while read -r prefix; do
      while read -r file; do
        [ -z "$file" ] || case $file in "$prefix"*) echo "$name" && continue 3 ;; esac
      done <<<"$files"
    done < <(prefixes $(column "$name" 3) $shared)
  done
}

# run NAME COMMAND...: runs a command, prints its result and how long it took.
run() {
  local name=$1 start=$SECONDS
  shift
  printf '%-52s' "$name"
  if "$@" >"$logs/log" 2>&1; then
    printf 'passed  %4d s\n' $((SECONDS - start))
    return 0
  fi
  printf 'FAILED  %4d s\n' $((SECONDS - start))
  cp "$logs/log" "$logs/${name//[^a-z]/-}.log"
  grep -aE '(error:|recorded an issue|^↳ .*SEED|ERROR: AddressSanitizer|SUMMARY:|Fatal error|signal|^error: )' \
    "$logs/log" | cut -c1-300 | awk '!seen[$0]++' | head -8
  echo "  all of it: $logs/${name//[^a-z]/-}.log"
  failed+=("$name")
  return 1
}

# released NAME ROUNDS FILTER: tests of the release build.
released() {
  AVATAR_OVERLAY_CHECK_ROUNDS=$2 run "$1" \
    "$swift" test --skip-build --disable-xctest -c release "${flags[@]}" --filter "$3"
}

# sanitized FOLDER SANITIZER TARGETS ROUNDS [FLAG...]: a build of its own for each sanitizer, then the targets' tests, with
# all cases where ROUNDS is given. MemoryTests measure how much memory a process keeps, and a sanitizer keeps what is freed,
# to watch it.
sanitized() {
  local folder=(-c release --scratch-path ".build/$1" --sanitize="$2" "${flags[@]}" "${@:5}") kind=$2 rounds=$4
  local -x AVATAR_OVERLAY_SHARED_RUNTIME=1 # see `staticRuntime` in Package.swift
  run "build with the $kind sanitizer" "$swift" build --build-tests "${folder[@]}" || return
  local tests=("$swift" test --skip-build --disable-xctest --skip MemoryTests "${folder[@]}")
  [ -z "$rounds" ] || local -x AVATAR_OVERLAY_CHECK_ROUNDS=$rounds
  run "tests with the $kind sanitizer" "${tests[@]}" --skip RandomHomographyTests \
    --filter "^(${3// /|})Tests\\."
  # A homography takes fifty times as long under a sanitizer.
  AVATAR_OVERLAY_CHECK_ROUNDS=${rounds:-20} run "homographies with the $kind sanitizer" \
    "${tests[@]}" --filter RandomHomographyTests
}

# addresses TARGETS ROUNDS: undefined behaviour in C ends the process by a trap, which needs no library at run time.
# Leaks are left out: what lives as long as the process would be among them.
addresses() {
  local undefined=() flag
  for flag in -fsanitize=undefined -fno-sanitize=vptr,function -fsanitize-trap=undefined; do
    undefined+=(-Xcc "$flag" -Xcxx "$flag")
  done
  ASAN_OPTIONS=detect_leaks=0 sanitized asan address "$1" "$2" "${undefined[@]}"
}

perform() {
  case $1 in
  lint) run "format and structure" make --no-print-directory lint SWIFT="$swift" ;;
  homographies) released "1000 homographies, seed $AVATAR_OVERLAY_CHECK_SEED" 1000 \
    'RandomHomographyTests|RegistrationTests' ;;
  homographies-all) released "10000 homographies, seed $AVATAR_OVERLAY_CHECK_SEED" 10000 \
    'RandomHomographyTests|RegistrationTests' ;;
  # The same cases each time, so that a share of them that is named has a meaning.
  numbers) AVATAR_OVERLAY_CHECK_SEED=0 released "numbers of avatars that compare names" 1000 \
    'Rerendering(Kinds)?Tests' ;;
  cases)
    local cases='Tracker|CardTracker|MediaPipe|Rendering|Passes|Video|Compositing|Explaining|Alignment'
    released "all cases of the tests that have many" 330 "^($cases|CommandLineInterface)Tests\." ;;
  # Builds only these tests and what they depend on: see Package.swift.
  memory) TESTED_TARGETS=$memory_targets addresses "$memory_targets" "" ;;
  memory-all) addresses "$unsafe_targets" 200 ;;
  threads) TSAN_OPTIONS="suppressions=$PWD/Scripts/tsan-suppressions.txt" \
    sanitized tsan thread "$thread_targets" 200 ;;
  faults) KILLS=15 BACKUP_KILLS=5 run "faults of the service, seed $AVATAR_OVERLAY_CHECK_SEED" Scripts/faults.sh ;;
  kills) run "kills of the service, seed $AVATAR_OVERLAY_CHECK_SEED" Scripts/faults.sh kills backups tenants ;;
  neon)
    Scripts/install-packages.sh gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static ||
      echo "without these the kernels for NEON are only compiled" >&2
    run "kernels for NEON" Scripts/check-neon.sh "$swift" -c release "${flags[@]}"
    ;;
  cards) run "printed cards in drawn clips" Scripts/check-cards.sh ;;
  example) run "a package with goldens of its own" \
    "$swift" test -c release --disable-xctest --package-path Examples/MaskTests ;;
  conformance)
    run "the service and its OpenAPI document" Scripts/conformance.sh
    run "generated clients of the service" Scripts/check-clients.sh
    ;;
  esac
}

when=check list= since= steps=()
while [ $# -gt 0 ]; do
  case $1 in
  --release) when=release ;;
  --list) list=1 ;;
  --changed)
    since=HEAD~1
    ! git rev-parse -q --verify origin/main >/dev/null || since=origin/main
    if [ $# -gt 1 ] && git rev-parse -q --verify "$2^{commit}" >/dev/null; then since=$2 && shift; fi
    ;;
  *)
    if [ -z "$(column "$1" 1)" ]; then
      echo "error: \"$1\" is not a step or an option; steps: $(names release | xargs); options:" \
        "--release, --changed [COMMIT], --list" >&2
      exit 64
    fi
    steps+=("$1")
    ;;
  esac
  shift
done
[ ${#steps[@]} -gt 0 ] || mapfile -t steps < <(names "$when")
if [ -n "$since" ]; then
  touched=$(changed "$since" "${steps[@]}") || exit 64
  mapfile -t steps <<<"$touched"
  [ -n "$touched" ] || steps=()
fi
if [ -n "$list" ]; then
  echo "name | runs in | touched by | minutes | finds"
  for name in "${steps[@]}"; do grep "^$name " <<<"$table"; done
  exit 0
fi

mkdir -p "$logs"
failed=()
built=
for name in "${steps[@]}"; do
  case $name in homographies* | neon | numbers | cases)
    [ -n "$built" ] || run "release build" "$swift" build --build-tests -c release "${flags[@]}" || continue
    built=1
    ;;
  esac
  start=$SECONDS limit=$(column "$name" 4)
  perform "$name"
  [ $((SECONDS - start)) -le $((60 * limit)) ] ||
    echo "$name took $(((SECONDS - start) / 60)) min; its limit in the table is $limit" >&2
done
if [ ${#failed[@]} -gt 0 ]; then
  echo "error: ${#failed[@]} failed: $(printf '%s; ' "${failed[@]}" | sed 's/; $//')" >&2
  exit 1
fi
echo "passed: ${steps[*]:-no step, nothing that one is for changed}"
