#!/usr/bin/env bash
# What `make test` has no time for: 10,000 random homographies over every kernel, more random moves
# that registration has to find, changed numbers of all avatars that `compare` has to name on all
# recordings, all cases of which `make test` takes samples (1,000 frames without people that the tracker finds
# nobody in, and others), the tests under the sanitizers of addresses, undefined behaviour (of C) and threads, the
# service under all that may befall it (Scripts/faults.sh), the example of a package whose tests keep
# goldens, and the service held against its OpenAPI document.
#
#   Scripts/check.sh [STEP...]     steps: homographies numbers cases addresses threads faults neon example conformance;
#                                  all without any
#
# AVATAR_OVERLAY_CHECK_ROUNDS and AVATAR_OVERLAY_CHECK_SEED say how many homographies and from
# which seed on; without one the seed is the time, which is printed. ALL_TESTS=1 runs under the
# sanitizers also the tests of what is plain Swift. Exits with 0, or with 1 after all steps.
set -uo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
flags=(--explicit-target-dependency-import-check error)
steps=("$@")
[ ${#steps[@]} -gt 0 ] || steps=(homographies numbers cases addresses threads faults neon example conformance)
export AVATAR_OVERLAY_CHECK_SEED=${AVATAR_OVERLAY_CHECK_SEED:-$(date +%s)}
rounds=${AVATAR_OVERLAY_CHECK_ROUNDS:-10000}
logs=.build/check
mkdir -p "$logs"
failed=()
# A crash under a sanitizer is to end the process; Swift's own backtrace of it never ends.
export SWIFT_BACKTRACE=enable=no

# Targets that touch memory by pointers or share it among threads; the others are plain Swift.
unsafe_targets='CompositingTests|MattingTests|FiltersTests|ImagingTests|VideoTests|TrackingFilesTests|AvatarFilesTests|RenderingTests'
unsafe_targets+='|ComparisonTests|RegistrationTests|VerificationTests|GoldensTests|ReviewTests'
# Not under the sanitizer of threads, which does not see a `Synchronization.Mutex` taken that had to wait
# (tsan-suppressions.txt): all that these share is behind one.
served_targets='HTTPServerTests|AccessTests|StoreTests|WebhooksTests|CardsTests'
[ -z "${ALL_TESTS:-}" ] || unsafe_targets='.*'

# step NAME COMMAND...: runs a step's command, says how it went and how long it took.
step() {
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

# A build of its own for each sanitizer, so that nothing is built anew for `make test`.
# How much memory a process keeps is not asked of one that keeps what it frees to watch it.
sanitized() { # FOLDER, SANITIZER, TARGETS, further flags of build and test
  local scratch=.build/$1 kind=$2 targets=$3
  shift 3
  local folder=(-c release --scratch-path "$scratch" --sanitize="$kind" "${flags[@]}" "$@")
  local -x AVATAR_OVERLAY_SHARED_RUNTIME=1 # see `staticRuntime` in Package.swift
  step "build with the $kind sanitizer" "$swift" build --build-tests "${folder[@]}" || return
  # Fewer of the homographies: under a sanitizer one takes fifty times as long.
  AVATAR_OVERLAY_CHECK_ROUNDS=$((rounds / 50 + 1)) step "tests with the $kind sanitizer" \
    "$swift" test --skip-build --disable-xctest --filter "^($targets)\\." --skip MemoryTests "${folder[@]}"
}

for name in "${steps[@]}"; do
  case $name in
  homographies)
    step "build" "$swift" build --build-tests -c release "${flags[@]}" &&
      AVATAR_OVERLAY_CHECK_ROUNDS=$rounds \
        step "$rounds homographies, seed $AVATAR_OVERLAY_CHECK_SEED" \
        "$swift" test --skip-build --disable-xctest -c release "${flags[@]}" \
        --filter 'RandomHomographyTests|RegistrationTests'
    ;;
  numbers)
    # The same cases each time, so that a share of them that is named has a meaning.
    step "build" "$swift" build --build-tests -c release "${flags[@]}" &&
      AVATAR_OVERLAY_CHECK_ROUNDS=1000 AVATAR_OVERLAY_CHECK_SEED=0 \
        step "numbers of avatars that compare names" \
        "$swift" test --skip-build --disable-xctest -c release "${flags[@]}" --filter 'Rerendering(Kinds)?Tests'
    ;;
  cases)
    # As many homographies as without: those have a step of their own.
    step "build" "$swift" build --build-tests -c release "${flags[@]}" &&
      AVATAR_OVERLAY_CHECK_ROUNDS=330 step "all cases of the tests that have many" \
        "$swift" test --skip-build --disable-xctest -c release "${flags[@]}" \
        --filter '^(TrackerTests|RenderingTests|VideoTests|CompositingTests|CommandLineInterfaceTests)\.'
    ;;
  addresses)
    # Undefined behaviour in C ends the process by a trap, which needs no library at run time.
    # Leaks are left out: what lives as long as the process would be among them.
    undefined=()
    for flag in -fsanitize=undefined -fno-sanitize=vptr,function -fsanitize-trap=undefined; do
      undefined+=(-Xcc "$flag" -Xcxx "$flag")
    done
    ASAN_OPTIONS=detect_leaks=0 sanitized asan address "$unsafe_targets|$served_targets" "${undefined[@]}"
    ;;
  threads)
    TSAN_OPTIONS="suppressions=$PWD/Scripts/tsan-suppressions.txt" sanitized tsan thread "$unsafe_targets"
    ;;
  faults)
    step "faults of the service, seed $AVATAR_OVERLAY_CHECK_SEED" Scripts/faults.sh
    ;;
  neon)
    Scripts/install-packages.sh gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static ||
      echo "without these the kernels for NEON are only compiled" >&2
    step "build" "$swift" build --build-tests -c release "${flags[@]}" &&
      step "kernels for NEON" Scripts/check-neon.sh "$swift" -c release "${flags[@]}"
    ;;
  example)
    step "a package with goldens of its own" \
      "$swift" test -c release --disable-xctest --package-path Examples/MaskTests
    ;;
  conformance)
    step "the service and its OpenAPI document" Scripts/conformance.sh
    ;;
  *)
    echo "error: no step is called \"$name\"; there are homographies, numbers, cases, addresses, threads, faults, neon, example, conformance" >&2
    exit 64
    ;;
  esac
done

if [ ${#failed[@]} -gt 0 ]; then
  echo "error: ${#failed[@]} failed: $(printf '%s; ' "${failed[@]}" | sed 's/; $//')" >&2
  exit 1
fi
echo "all passed"
