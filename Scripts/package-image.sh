#!/usr/bin/env bash
# Makes an OCI image of a Debian package: the package with what it depends on, and no more. It belongs to
# no distribution's base image: mmdebstrap makes the root from Debian's packages, buildah packs it.
#
# usage: package-image.sh --package FILE.deb [--suite bookworm|trixie] [--output DIR] [--root FILE.tar]
#   --package  the package: the one in .build/packages by default
#   --suite    the Debian that it was built for: this one by default
#   --root     keep the root's files as a tar file too
#
# Writes NAME.oci.tar and NAME.spdx.json, the list of all packages in it with their licences (SPDX 2.3).
# Mesa's drivers and LLVM, 150 MB that a library for windows would bring (libglx0, by OpenCV), are left
# out: nothing is drawn on a display, so a package without files stands for them where they are asked for.
# So are Intel's encoders in hardware (libmfx loads them where there is such hardware), 26 MB.
set -euo pipefail
checkout=$(cd "$(dirname "$0")/.." && pwd)
package='' suite='' output=$checkout/.build/packages root=''
while [ $# -gt 0 ]; do
  case $1 in
    --package) package=$2 && shift 2 ;;
    --suite) suite=$2 && shift 2 ;;
    --output) output=$2 && shift 2 ;;
    --root) root=$2 && shift 2 ;;
    *) echo "error: unknown option $1" >&2 && exit 64 ;;
  esac
done
[ -n "$package" ] || package=$(find "$output" -name 'avatar-overlay_*.deb' -printf '%T@ %p\n' 2>/dev/null |
  sort -rn | head -1 | cut -d ' ' -f 2-) # the newest
[ -f "$package" ] || { echo "error: $package: no package there; run make deb" >&2 && exit 66; }
[ "$(id -u)" = 0 ] || { echo "error: run as root, for the owners of the image's files" >&2 && exit 77; }
"$checkout/Scripts/install-packages.sh" mmdebstrap buildah dpkg-dev python3
# shellcheck source=/dev/null
[ -n "$suite" ] || suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
: "${SOURCE_DATE_EPOCH:=$(git -C "$checkout" log -1 --format=%ct)}"
export SOURCE_DATE_EPOCH
mirror=$("$checkout/Scripts/debian-mirror.sh" "$suite")
version=$(dpkg-deb -f "$package" Version)
architecture=$(dpkg-deb -f "$package" Architecture)
name=avatar-overlay_${version}_$architecture
tag=${version//+/-} # a tag has no plus
mkdir -p "$output"

work=$(mktemp -d)
chmod 755 "$work"
container=''
tidy() {
  [ -z "$container" ] || buildah rm "$container" >/dev/null
  rm -rf "$work"
}
trap tidy EXIT

# A repository of the package, and of the one that stands for drivers.
mkdir -p "$work/repository" "$work/stand-in/DEBIAN"
cp "$package" "$work/repository"
cat > "$work/stand-in/DEBIAN/control" <<'CONTROL'
Package: avatar-overlay-no-display
Version: 1
Architecture: all
Provides: libglx-mesa0, libegl-mesa0, libglx-vendor, libegl-vendor
Maintainer: Avatar Overlay project <maintainers@avatar-overlay.invalid>
Description: stands for the drivers of a display, which the image has not
CONTROL
dpkg-deb --root-owner-group -Znone -b "$work/stand-in" "$work/repository" >/dev/null
(cd "$work/repository" && dpkg-scanpackages -m . > Packages 2>/dev/null)
cat > "$work/no-mesa" <<'PINS'
Package: libglx-mesa0 libegl-mesa0 libgl1-mesa-dri libllvm*
Pin: release *
Pin-Priority: -1
PINS
cat > "$work/settings" <<'SETTINGS'
path-exclude=/usr/share/doc/*
path-include=/usr/share/doc/*/copyright
path-include=/usr/share/doc/avatar-overlay/NOTICE
path-exclude=/usr/share/man/*
path-exclude=/usr/share/info/*
path-exclude=/usr/share/locale/*
path-exclude=/usr/share/zsh/*
path-exclude=/usr/share/fish/*
path-exclude=/usr/share/bash-completion/*
path-exclude=/usr/share/lintian/*
path-exclude=/usr/lib/*/libmfxhw64*
path-exclude=/usr/lib/*/mfx/*
SETTINGS

# What the package only recommends, by its names there; plug-ins of libheif are packages of their own on
# Debian 13. The user is made by the smallest program that can. Debian 12 would merge /usr by a program
# that brings all of Perl, 50 MB; the root is merged from its beginning instead.
# MediaPipe's library, which an operator mounts, loads libegl1 and libgles2.
wanted=avatar-overlay,libegl1,libgles2,systemd-standalone-sysusers,systemd-standalone-tmpfiles
wanted+=,$(dpkg-deb -f "$package" Recommends | tr -d ' ')
merged=()
if [ "$suite" = bookworm ]; then
  wanted+=,usr-is-merged
  merged=(--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr)
else
  wanted+=,libheif-plugin-libde265,libheif-plugin-dav1d
fi
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2016 # $1 is the hook's
mmdebstrap --quiet --variant=essential --include="$wanted" --aptopt='Apt::Install-Recommends "false"' \
  --dpkgopt="$work/settings" "${merged[@]}" \
  --setup-hook='install -D -m 644 '"$work/no-mesa"' "$1/etc/apt/preferences.d/no-mesa"' \
  --customize-hook='chroot "$1" env HOME=/nonexistent avatar-overlay sample -o /usr/share/avatar-overlay/sample --progress none' \
  --customize-hook='chmod -R a+rX "$1/usr/share/avatar-overlay/sample"' \
  --customize-hook='rm -rf "$1"/etc/apt/sources.list* "$1"/etc/apt/preferences.d/* "$1"/var/log/*' \
  --customize-hook='chroot "$1" fc-cache --system-only 2>/dev/null || true' \
  --customize-hook="python3 $checkout/Scripts/package-sbom.py --name $name --root \"\$1\" --output $work/sbom.json" \
  --customize-hook='install -m 644 '"$work/sbom.json"' "$1/usr/share/doc/avatar-overlay/sbom.spdx.json"' \
  "$suite" "$work/root.tar" $'deb [trusted=yes] copy:'"$work/repository"' ./' - <<< "$mirror"
! tar -tf "$work/root.tar" | grep -E '/libLLVM|/dri/|libgallium' ||
  { echo "error: the image has drivers of a display" >&2 && exit 70; }

container=$(buildah from scratch)
buildah add --quiet "$container" "$work/root.tar" / >/dev/null
buildah config --arch "$architecture" --os linux --user avatar-overlay --workingdir /var/lib/avatar-overlay \
  --entrypoint '["/usr/bin/avatar-overlay"]' --cmd serve --port 8080 --stop-signal SIGTERM \
  --env AVATAR_OVERLAY_DATA=/var/lib/avatar-overlay --env AVATAR_OVERLAY_LOG=json --env LANG=C.UTF-8 \
  --volume /var/lib/avatar-overlay \
  --label org.opencontainers.image.title="Avatar Overlay" \
  --label org.opencontainers.image.version="$version" \
  --label org.opencontainers.image.licenses="GPL-3.0-or-later AND Apache-2.0 AND CC0-1.0" \
  --label org.opencontainers.image.base.name="debian:$suite" "$container"
buildah commit --quiet --format oci --timestamp "$SOURCE_DATE_EPOCH" "$container" "avatar-overlay:$tag" >/dev/null
buildah tag "avatar-overlay:$tag" avatar-overlay:latest
rm -f "$output/$name.oci.tar"
buildah push --quiet "avatar-overlay:$tag" "oci-archive:$output/$name.oci.tar:avatar-overlay:latest"
cp "$work/sbom.json" "$output/$name.spdx.json"
[ -z "$root" ] || cp "$work/root.tar" "$root"

# The size is that of the files, as they lie on a disk.
bytes=$(tar --numeric-owner -tvf "$work/root.tar" | awk '{ sum += $3 } END { print sum }')
most=550000000
echo "$output/$name.oci.tar: $(($(stat -c %s "$output/$name.oci.tar") / 1000000)) MB," \
  "unpacked $((bytes / 1000000)) MB, $(python3 -c 'import json, sys
print(len(json.load(open(sys.argv[1]))["packages"]) - 1)' "$work/sbom.json") packages"
[ "$bytes" -le $most ] || { echo "error: unpacked it may have $((most / 1000000)) MB at most" >&2 && exit 1; }
