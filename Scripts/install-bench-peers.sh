#!/usr/bin/env bash
# Installs the programs and libraries that `make bench` measures beside the product: Debian's by
# apt-get, Python's into environments of their own under .build. Says nothing where all is there.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
  python3-venv python3-dev # the scripts of Benchmarks/Peers; pycairo is compiled
  libpixman-1-0
  imagemagick
)
modules=(numpy "opencv-python-headless>=5" skia-python pycairo pillow scikit-image)
# The last line of 4.x, for information; it cannot share an environment with the other.
older_opencv="opencv-python-headless<5"

Scripts/install-packages.sh "${packages[@]}"

# Complete only with this list of what is in it.
environment=.build/bench-peers
wanted="${modules[*]} $older_opencv"
if [ "$(cat $environment/wanted 2>/dev/null)" != "$wanted" ]; then
  echo "installing from PyPI: $wanted" >&2
  rm -rf $environment
  /usr/bin/python3 -m venv $environment
  export PIP_DISABLE_PIP_VERSION_CHECK=1
  $environment/bin/pip install -q "${modules[@]}"
  $environment/bin/pip install -q --no-deps --target $environment/opencv4 "$older_opencv"
  echo "$wanted" >$environment/wanted
fi
