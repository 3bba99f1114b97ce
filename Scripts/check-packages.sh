#!/usr/bin/env bash
# Tries the Debian package and the container image as somebody does who has nothing but a bare Debian:
# the README's lines word for word, the main job, the service closed in as its unit closes it in, an upgrade
# that keeps its data, removal and purge, after which nothing is left but data.
#
# usage: check-packages.sh [--suite bookworm|trixie] [--package FILE.deb] [--image FILE.oci.tar]
#   The package and the image of .build/packages by default; the suite is the one that they were built for.
set -euo pipefail
cd "$(dirname "$0")/.."
suite='' package='' image=''
while [ $# -gt 0 ]; do
  case $1 in
    --suite) suite=$2 && shift 2 ;;
    --package) package=$2 && shift 2 ;;
    --image) image=$2 && shift 2 ;;
    *) echo "error: unknown option $1" >&2 && exit 64 ;;
  esac
done
# shellcheck source=/dev/null
[ -n "$suite" ] || suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
case $suite in
  bookworm) release=12 ;;
  trixie) release=13 ;;
  *) echo "error: --suite: expected bookworm or trixie, found \"$suite\"" >&2 && exit 64 ;;
esac
newest() { find .build/packages -name "$1" -printf '%T@ %p\n' 2>/dev/null | sort -rn | head -1 | cut -d ' ' -f 2-; }
[ -n "$package" ] || package=$(newest "avatar-overlay_*+deb${release}_*.deb")
[ -n "$image" ] || image=$(newest "avatar-overlay_*+deb${release}_*.oci.tar")
[ -f "$package" ] || { echo "error: no package for Debian $release; run make deb there" >&2 && exit 66; }
[ -f "$image" ] || { echo "error: no image of Debian $release; run make image" >&2 && exit 66; }
[ "$(id -u)" = 0 ] || { echo "error: run as root, for roots of other systems" >&2 && exit 77; }
Scripts/install-packages.sh mmdebstrap dpkg-dev lintian

work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
step() { echo "== $1 (${SECONDS} s)"; }

step "the package's fields"
lintian --fail-on error,warning --allow-root "$package"
dpkg-deb -f "$package" Package Version Installed-Size Depends
dpkg-deb -x "$package" "$work/tree"
if "$work/tree/usr/bin/avatar-overlay" --version >/dev/null 2>&1; then
  Scripts/check-manual.sh "$work/tree/usr/bin/avatar-overlay"
  Scripts/check-deployment.sh "$work/tree/usr/bin/avatar-overlay" \
    "$(find "$work/tree" -path '*/systemd/system/avatar-overlay.service')"
else
  echo "skipped: the program of Debian $release does not run on this Debian; there, run" \
    "Scripts/check-manual.sh and Scripts/check-deployment.sh"
fi

step "the image's list of packages"
Scripts/python-environment.sh .build/spdx spdx-tools
.build/spdx/bin/pyspdxtools -i "${image%.oci.tar}.spdx.json"

step "a bare Debian $release"
root=$work/root
Scripts/debian-mirror.sh "$suite" |
  mmdebstrap --quiet --variant=minbase --include=sudo,ca-certificates "$suite" "$root" -
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
mkdir "$root/check"
cp Packaging/checks/*.sh Packaging/checks/*.py "$root/check"
# MediaPipe's wheel from where this machine has its Python packages, which the bare root does not know.
python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
  --dest "$root/check" "mediapipe==$(sed -n 's/^version=//p' Scripts/install-tracker.sh)"
models=../shared/data/models
[ ! -d $models ] || cp -r $models "$root/check/models"
# The README's lines: those of the first block after each of its three headings.
lines() {
  awk -v heading="$1" 'index($0, heading) { found = 1 } found && /^\$ / { sub(/^\$ /, ""); sub(/ +# .*/, ""); print }
    found && /^```$/ { exit }' README.md
}
lines 'With a package' > "$root/check/package.lines"
lines 'With a container' > "$root/check/container.lines"
for file in package container; do
  [ "$(wc -l < "$root/check/$file.lines")" = 2 ] ||
    { echo "error: README.md: expected two lines for the $file" >&2 && exit 1; }
done

# A package of a higher version, of the same files.
dpkg-deb -R "$package" "$work/higher"
sed -i -E 's/^Version: (.*)$/Version: \1+check1/' "$work/higher/DEBIAN/control"
dpkg-deb --root-owner-group -Zgzip -z1 -b "$work/higher" "$root/check" >/dev/null
useradd --root "$root" --create-home reader 2>/dev/null || chroot "$root" useradd --create-home reader
echo 'reader ALL=(ALL) NOPASSWD: ALL' > "$root/etc/sudoers.d/reader"

step "README: with a package"
cp "$package" "$root/home/reader"
Scripts/in-root.sh "$root" /check/package.sh
step "the tracker, by the package's script"
Scripts/in-root.sh "$root" /check/tracker.sh
step "the service, an upgrade, removal and purge"
Scripts/in-root.sh "$root" /check/service.sh
step "README: with a container"
cp "$image" "$root/home/reader"
Scripts/in-root.sh "$root" /check/container.sh
step "done: the package and the image of Debian $release"
