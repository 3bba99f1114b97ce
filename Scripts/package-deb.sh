#!/usr/bin/env bash
# Makes a Debian package of a built program, for the Debian that this runs on, and checks it by lintian.
#
# usage: package-deb.sh [--program FILE] [--output DIR] [--version VERSION]
#   --program  the program: .build/release/avatar-overlay by default
#   --output   where the package is written: .build/packages by default
#   --version  the package's version: the program's, and +deb12 or +deb13, by default
#
# The same program and checkout give the same bytes: times are those of the last commit
# (SOURCE_DATE_EPOCH, where set), owners are root.
set -euo pipefail
checkout=$(cd "$(dirname "$0")/.." && pwd)
program=$checkout/.build/release/avatar-overlay output=$checkout/.build/packages version=''
while [ $# -gt 0 ]; do
  case $1 in
    --program) program=$2 && shift 2 ;;
    --output) output=$2 && shift 2 ;;
    --version) version=$2 && shift 2 ;;
    *) echo "error: unknown option $1" >&2 && exit 64 ;;
  esac
done
[ -x "$program" ] || { echo "error: $program: no program there; run make build" >&2 && exit 66; }
program=$(realpath "$program")
"$checkout/Scripts/install-packages.sh" debhelper dpkg-dev fakeroot patchelf lintian python3
mkdir -p "$output"
output=$(realpath "$output")

# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "${VERSION_ID:-}")
[ -n "$version" ] || version=$("$program" --version | cut -d ' ' -f 2)+deb$release
: "${SOURCE_DATE_EPOCH:=$(git -C "$checkout" log -1 --format=%ct)}"
export SOURCE_DATE_EPOCH

# Libraries that are loaded by their name only where they are needed: dpkg-shlibdeps cannot see them.
# libavfilter's number is that of libavutil less 49 (FieldFilter.swift).
avutil=$(readelf -d "$program" | sed -nE 's/.*\[libavutil\.so\.([0-9]+)\].*/\1/p')
[ -n "$avutil" ] || { echo "error: $program is not linked with libavutil" >&2 && exit 70; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/source"
cp -r "$checkout/Packaging/debian" "$work/source/debian"
{
  echo "avatar-overlay ($version) unstable; urgency=medium"
  printf '\n  * %s\n    %s\n\n' "Release of Avatar Overlay ${version%%+*}." \
    "What changed is in the project's CHANGELOG.md."
  maintainer=$(sed -n 's/^Maintainer: //p' "$work/source/debian/control")
  echo " -- $maintainer  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
} > "$work/source/debian/changelog"
(
  cd "$work/source"
  export PROGRAM=$program CHECKOUT=$checkout OUTPUT=$output
  export GENCONTROL="-Vloaded:Recommends=libavfilter$((avutil - 49)), libheif1, librlottie0-1"
  debian/rules binary > "$work/log" 2>&1 || { cat "$work/log" >&2 && exit 70; }
)
architecture=$(dpkg --print-architecture)
package=$output/avatar-overlay_${version}_$architecture.deb
lintian --fail-on error,warning --allow-root "$package"
size=$(stat -c %s "$package")
echo "$package: $((size / 1000000)) MB, installed $(($(dpkg-deb -f "$package" Installed-Size) / 1000)) MB"
