#!/usr/bin/env bash
# Proves the kernels for aarch64 on another processor: cross-compiles them, runs them in an emulator
# and compares them with what the plain Swift kernels make of random cases, byte for byte. The same
# is done natively, with the address and undefined-behaviour sanitizers.
#
# Needs Debian's gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user-static; without them the
# kernels are only compiled for aarch64, and a line says so.
#
# usage: check-neon.sh [swift [build flags...]]; the tests must have been built with these.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${1:-swift}
shift || true
[ $# -gt 0 ] || set -- -c release

clang=$(dirname "$(readlink -f "$(command -v "$swift")")")/clang
sources=Sources/CKernels
flags=(-std=c17 -O2 -Wall -Wextra -Wno-unused-parameter -Werror -I "$sources/include")
cross=(--target=aarch64-linux-gnu)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! command -v qemu-aarch64-static >/dev/null || [ ! -d /usr/aarch64-linux-gnu/include ]; then
  # Without headers of a C library for aarch64, the one function that is used stands for them.
  printf '#include <stddef.h>\nvoid *memcpy(void *, const void *, size_t);\n' >"$work/string.h"
  for source in "$sources"/*_128.c; do
    "$clang" "${flags[@]}" "${cross[@]}" -ffreestanding -nostdlibinc -isystem "$work" -S \
      "$source" -o /dev/null
  done
  echo "NEON: compiled only; apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross" \
    "qemu-user-static to run it"
  exit 0
fi

AVATAR_OVERLAY_KERNEL_CASES=$work/cases "$swift" test "$@" --skip-build --disable-xctest \
  --filter KernelTests >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

"$clang" "${flags[@]}" -g -fsanitize=address,undefined -fno-sanitize-recover=all \
  -fuse-ld=lld Checks/kernel_cases.c "$sources"/*.c -o "$work/native"
"$work/native" "$work/cases"

"$clang" "${flags[@]}" "${cross[@]}" -static Checks/kernel_cases.c "$sources"/*.c -o "$work/neon"
qemu-aarch64-static "$work/neon" "$work/cases"
