#!/usr/bin/env bash
# Installs a built program with its avatars, share cards, scenes, documents, examples, manual pages,
# completions and the unit of its service.
#
# usage: install.sh --program FILE [--prefix DIR] [--destdir DIR] [--without-unit]
#   --prefix   where it will be used: /usr/local by default
#   --destdir  a folder in which the tree is made, for packages
set -euo pipefail
checkout=$(cd "$(dirname "$0")/.." && pwd)
program='' prefix=/usr/local destdir='' unit=yes
while [ $# -gt 0 ]; do
  case $1 in
    --program) program=$2 && shift 2 ;;
    --prefix) prefix=$2 && shift 2 ;;
    --destdir) destdir=$2 && shift 2 ;;
    --without-unit) unit='' && shift ;;
    *) echo "error: unknown option $1" >&2 && exit 64 ;;
  esac
done
[ -x "$program" ] || { echo "error: $program: no program there; run make build" >&2 && exit 66; }
case $prefix in
  /*) ;;
  *) echo "error: --prefix needs a full path, found \"$prefix\"" >&2 && exit 64 ;;
esac
root=$destdir$prefix

# Replaced by a rename: a program that runs keeps its own file.
install -D -m 755 "$program" "$root/bin/avatar-overlay.new"
strip --strip-unneeded --remove-section=.comment --remove-section=.note "$root/bin/avatar-overlay.new"
mv "$root/bin/avatar-overlay.new" "$root/bin/avatar-overlay"

# What is drawn; the vector sources stay in the project. A folder is replaced as a whole, so that nothing
# of an older version stays.
for folder in Avatars Cards Scenes; do
  rm -rf "$root/share/avatar-overlay/$folder"
  while IFS= read -r file; do
    install -D -m 644 "$checkout/$file" "$root/share/avatar-overlay/$file"
  done < <(cd "$checkout" && find $folder -type f \( -name '*.json' -o -name '*.png' -o -name '*.opus' -o -name '*.glb' \) | sort)
done
# What installs MediaPipe for the program; it is in no package.
for script in install-tracker install-models install-packages; do
  install -D -m 755 "$checkout/Scripts/$script.sh" "$root/share/avatar-overlay/scripts/$script.sh"
done
# The documents and the files that users copy lie as in the project, so that links between them lead there.
docs=$root/share/doc/avatar-overlay
rm -rf "$docs/Documentation" "$docs/Examples"
while IFS= read -r file; do
  install -D -m 644 "$checkout/$file" "$docs/$file"
done < <(cd "$checkout" && find Documentation Examples -type f -not -path '*/.build/*' -not -path '*.docc/*' | sort)
chmod 755 "$docs/Examples/clients/curl.sh"
for file in README.md NOTICE; do install -m 644 "$checkout/$file" "$docs/$file"; done

manual=$(mktemp -d)
trap 'rm -rf "$manual"' EXIT
python3 "$checkout/Scripts/package-manual.py" "$program" "$manual"
rm -f "$root"/share/man/man1/avatar-overlay*.1.gz
gzip -9n "$manual"/man1/*.1
install -d "$root/share/man/man1"
install -m 644 "$manual"/man1/*.1.gz "$root/share/man/man1"
install -D -m 644 "$manual/bash/avatar-overlay" "$root/share/bash-completion/completions/avatar-overlay"
functions=share/zsh/site-functions
[ "$prefix" != /usr ] || functions=share/zsh/vendor-completions # Debian's own place
install -D -m 644 "$manual/zsh/_avatar-overlay" "$root/$functions/_avatar-overlay"
install -D -m 644 "$manual/fish/avatar-overlay.fish" \
  "$root/share/fish/vendor_completions.d/avatar-overlay.fish"

if [ -n "$unit" ]; then
  install -d "$root/lib/systemd/system"
  sed "s|/usr/local/bin/|$prefix/bin/|" "$checkout/Examples/systemd/avatar-overlay.service" \
    > "$root/lib/systemd/system/avatar-overlay.service"
fi
echo "installed: $root/bin/avatar-overlay"
