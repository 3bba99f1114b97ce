#!/usr/bin/env bash
# In a bare root: the README's lines for the package, by a user with sudo; they end with a masked clip.
set -euo pipefail
cd /home/reader
echo "APT::Get::Assume-Yes \"true\";" > /etc/apt/apt.conf.d/90check # nobody is there to say yes
apt-get update -qq
while IFS= read -r line; do
  echo "\$ $line"
  su reader -c "cd && set -e && $line" > /tmp/said 2>&1 || { tail -20 /tmp/said && exit 1; }
done < /check/package.lines
grep -E 'faces drawn in [1-9][0-9]* of' /tmp/said
find . -name '*.mp4' -newer /check/package.lines -size +100k -printf '%p: %s bytes\n' | grep -v clip.mp4
# A name that is no path, asked in a folder without avatars: those of the package.
su reader -c 'cd /tmp && avatar-overlay avatars list' | grep '^dragon '
su reader -c 'cd /tmp && avatar-overlay cards list' | grep '^zodiac '
# What a designer begins with, in an empty folder, and the documents.
su reader -c 'mkdir /tmp/new && cd /tmp/new && avatar-overlay avatars new my-dragon --like dragon && avatar-overlay avatars lint'
for file in README.md Documentation/installing.md Examples/clients/curl.sh; do
  [ -f "/usr/share/doc/avatar-overlay/$file" ] || { echo "$file is missing" && exit 1; }
done
