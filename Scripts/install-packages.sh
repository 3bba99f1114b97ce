#!/usr/bin/env bash
# Installs what the build and the tests need from Debian, and the packages that it is given, through
# sudo where not root; says nothing and asks for nothing where all of it is there.
#
# usage: install-packages.sh [--only] [PACKAGE...]
#   --only  those that it is given, without what the build needs
set -euo pipefail

packages=(
  make pkg-config g++ # g++ for the headers of the C++ library
  libpng-dev libdeflate-dev zlib1g-dev libzstd-dev libzip-dev libsimdjson-dev libjxl-dev
  libdraco-dev libmeshoptimizer-dev libebur128-dev
  libavformat-dev libavcodec-dev libavutil-dev libswresample-dev libswscale-dev
  libjpeg62-turbo-dev libturbojpeg0-dev libwebp-dev libgif-dev libpango1.0-dev libqrencode-dev
  libsqlite3-dev libcurl4-openssl-dev libssl-dev libseccomp-dev
  libheif1 # loaded where a picture is HEIC or AVIF
  librlottie0-1 # loaded where a Lottie animation is drawn
  ffmpeg # brings libavfilter, loaded where a clip is made of fields; the tests' peer, and the benchmark's
  zstd libheif-examples libavif-bin libjxl-tools # the tests' other independent programs
  chromium firefox-esr libxml2-utils # the tests of the pages: two browsers; xmllint for JUnit XML
  librsvg2-bin # rebuilds the avatars' PNG files from their vector sources
  fonts-dejavu-core fonts-noto-cjk fonts-quicksand # the labels of contact sheets; the text of cards
  nginx-light curl sqlite3 zip # the service behind the real proxy, a client, a look into the store, packages
  openssl systemd # the tests' certificate; systemd's own reading of the unit
  python3 strace # the store's and the webhooks' other side; counting what reaches the disk
  zbar-tools webp libjpeg-turbo-progs netpbm python3-pil python3-numpy # the tests' independent readers of pictures
)
# From Debian 13 on libheif's encoders are packages of their own, which the tests' HEIC and AVIF need.
# shellcheck source=/dev/null
[ "$(. /etc/os-release && echo "${VERSION_ID:-13}")" = 12 ] ||
  packages+=(libheif-plugin-x265 libheif-plugin-aomenc)
[ "${1:-}" != --only ] || { packages=() && shift; }

missing=()
for package in "${packages[@]}" "$@"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' ||
    missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "error: these packages are missing and there is no apt-get to install them: ${missing[*]}" >&2
  exit 69
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || {
    echo "error: to install ${missing[*]}, run as root or install sudo" >&2
    exit 77
  }
  as_root=(sudo)
fi
echo "installing from Debian: ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
