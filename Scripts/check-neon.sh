#!/usr/bin/env bash
# Proves the kernels for aarch64 on another processor: cross-compiles them, runs them in an emulator
# and compares them with what the plain Swift kernels make of random cases, byte for byte. The same
# is done natively, with the address and undefined-behaviour sanitizers.
#
# Needs Debian's gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user-static; without them the
# kernels are only compiled for aarch64, and a line says so.
#
# The kernels for comparing pictures and those of the filters have no plain Swift beside them: all sets,
# native, under the sanitizers and in the emulator, must give one digest of what they find in random
# cases.
#
# usage: check-neon.sh [swift [build flags...]]; the tests must have been built with these.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${1:-swift}
shift || true
[ $# -gt 0 ] || set -- -c release

clang=$(dirname "$(readlink -f "$(command -v "$swift")")")/clang
sources=Sources/Pixels/CKernels
flags=(-std=c17 -O2 -Wall -Wextra -Wno-unused-parameter -Werror -I "$sources/include")
cross=(--target=aarch64-linux-gnu)
# Under a sanitizer the loops that must become vectors elsewhere cannot.
sanitize=(-g -fsanitize=address,undefined -fno-sanitize-recover=all -fuse-ld=lld -Wno-pass-failed)
comparison=Sources/Proof/CComparison
comparing=(-I "$comparison/include" Checks/comparison_digest.c "$comparison"/*.c)
filters=Sources/Pixels/CFilters
filtering=(-I "$filters/include" Checks/filter_digest.c "$filters"/*.c)
seed=${AVATAR_OVERLAY_CHECK_SEED:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$clang" "${flags[@]}" "${sanitize[@]}" "${comparing[@]}" -o "$work/comparing"
digest=$("$work/comparing" "$seed")
"$clang" "${flags[@]}" "${sanitize[@]}" "${filtering[@]}" -o "$work/filtering"
filtered=$("$work/filtering" "$seed")

if ! command -v qemu-aarch64-static >/dev/null || [ ! -d /usr/aarch64-linux-gnu/include ]; then
  # Without headers of a C library for aarch64, the functions that are used stand for them.
  printf '#include <stddef.h>\nvoid *memcpy(void *, const void *, size_t);\nvoid *memset(void *, int, size_t);\n' \
    >"$work/string.h"
  for source in "$sources"/*_128.c "$filters"/*_128.c; do
    "$clang" "${flags[@]}" -I "$filters/include" "${cross[@]}" -ffreestanding -nostdlibinc -isystem "$work" -S \
      "$source" -o /dev/null
  done
  echo "NEON: compiled only; apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross" \
    "qemu-user-static to run it"
  exit 0
fi

AVATAR_OVERLAY_KERNEL_CASES=$work/cases "$swift" test "$@" --skip-build --disable-xctest \
  --filter KernelTests >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

"$clang" "${flags[@]}" "${sanitize[@]}" Checks/kernel_cases.c "$sources"/*.c -o "$work/native"
"$work/native" "$work/cases"

"$clang" "${flags[@]}" "${cross[@]}" -static Checks/kernel_cases.c "$sources"/*.c -o "$work/neon"
qemu-aarch64-static "$work/neon" "$work/cases"

"$clang" "${flags[@]}" "${cross[@]}" -static "${comparing[@]}" -o "$work/comparing-neon"
other=$(qemu-aarch64-static "$work/comparing-neon" "$seed")
if [ "$other" != "$digest" ]; then
  echo "error: comparing pictures, NEON gives $other, x86-64 $digest (seed $seed)" >&2
  exit 1
fi

"$clang" "${flags[@]}" "${cross[@]}" -static "${filtering[@]}" -o "$work/filtering-neon"
other=$(qemu-aarch64-static "$work/filtering-neon" "$seed")
if [ "$other" != "$filtered" ]; then
  echo "error: filters, NEON gives $other, x86-64 $filtered (seed $seed)" >&2
  exit 1
fi
