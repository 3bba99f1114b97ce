#!/usr/bin/env bash
# Makes a Python environment with modules from PyPI, anew where others are asked for than it has.
#
#   Scripts/python-environment.sh FOLDER MODULE...
set -euo pipefail
folder=$1
shift
modules=$*
[ "$(cat "$folder/wanted" 2>/dev/null)" != "$modules" ] || exit 0
echo "installing from PyPI: $modules" >&2
rm -rf "$folder"
/usr/bin/python3 -m venv "$folder"
PIP_DISABLE_PIP_VERSION_CHECK=1 "$folder/bin/pip" install -q "$@"
echo "$modules" >"$folder/wanted"
