#!/usr/bin/env bash
# Runs a command in a folder that holds the root of a system, as root, with namespaces of its own for
# mounts and processes: what it mounts and starts ends with it.
#
# usage: in-root.sh FOLDER COMMAND...
set -euo pipefail
root=$(realpath "$1")
shift
cp -L --remove-destination /etc/resolv.conf "$root/etc/resolv.conf"
# A root of its own and no chroot: containers are started in it.
# shellcheck disable=SC2016 # the inner shell's
exec unshare --mount --pid --fork --kill-child --propagation private bash -euc '
  root=$1 && shift
  ! mountpoint -q /sys/fs/cgroup/unified || umount /sys/fs/cgroup/unified
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs tmpfs "$root/run"
  mount -t tmpfs tmpfs "$root/tmp"
  cd "$root"
  mkdir -p .old
  pivot_root . .old
  umount -l /.old
  rmdir /.old
  exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive ${http_proxy:+http_proxy="$http_proxy"} "$@"
' bash "$root" "$@"
