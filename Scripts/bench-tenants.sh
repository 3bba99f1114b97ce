#!/usr/bin/env bash
# Measures one tenant's requests alone and beside another tenant's flood of each kind, and writes
# Benchmarks/TENANTS.md. `TOOL` names a tool that is built already. It takes about five minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(realpath -m "${TOOL:-.build/release/avatar-overlay}")
[ -n "${TOOL:-}" ] || swift build -c release --product avatar-overlay >&2

# Complete, or not at all.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
  echo "# One tenant beside another's flood"
  echo
  echo "Written by \`Scripts/bench-tenants.sh\`. $(grep -m1 'model name' /proc/cpuinfo | sed 's/.*: //'), $(nproc) cores with"
  echo "the clients on them; $(. /etc/os-release && echo "$PRETTY_NAME")."
  echo
  echo "The 99th percentile of a tenant's requests, one after the other, in ms: alone, and while another tenant's 30 to 96"
  echo "clients send what the row names as fast as they are answered, without limits of rates. Promised are at most 3"
  echo "times the figure alone plus the running time of the flood's longest request, and that nothing is refused."
  echo
  python3 Benchmarks/Tenants/measure.py "$tool"
} >"$work/results"
cp "$work/results" Benchmarks/TENANTS.md
cat Benchmarks/TENANTS.md
