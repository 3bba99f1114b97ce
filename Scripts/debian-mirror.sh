#!/usr/bin/env bash
# Prints the lines of sources.list for a suite of Debian: from where this machine has its own packages,
# with the suite's security updates.
#
# usage: debian-mirror.sh SUITE
set -euo pipefail
suite=$1
# The addresses that apt uses for Debian here.
address() {
  # shellcheck disable=SC2016 # apt's own fields
  apt-get indextargets --format '$(SITE) $(RELEASE) $(ORIGIN)' 'Created-By: Packages' 2>/dev/null |
    awk -v kind="$1" '$3 == "Debian" && ($2 ~ /security/) == (kind == "security") { print $1; exit }'
}
main=$(address main)
[ -n "$main" ] || apt-get update -qq >&2 # a machine whose lists were removed
main=$(address main) security=$(address security)
if [ -z "$main" ] || [ -z "$security" ]; then
  echo "error: apt has no sources for Debian and its security updates" >&2
  exit 69
fi
echo "deb $main $suite main"
echo "deb $main $suite-updates main"
echo "deb $security $suite-security main"
