#!/usr/bin/env bash
# In a root with the package: the service as its unit runs it, then an upgrade, removal and purge.
set -euo pipefail
data=/var/lib/avatar-overlay url=http://127.0.0.1:18080
apt-get install -y -qq --no-install-recommends curl python3-seccomp >/dev/null
scratch=$(mktemp -d)
chmod 755 "$scratch"
sample=/home/reader/sample
chmod a+rx /home/reader
owned() { find / -xdev \( -path /proc -o -path /sys -o -path /check -o -path /home -o -path /tmp \) -prune -o \
  -iname '*avatar-overlay*' -print; }

# As systemd does for the unit: its user without privileges, a root that is read-only but for the data and
# /tmp, the environment's file, and the calls that the unit allows.
start() {
  # shellcheck disable=SC2016 # the inner shell's
  unshare --mount --propagation private bash -euc '
    mount --bind "$1" "$1"
    mount -t tmpfs tmpfs /tmp
    mount -o remount,bind,ro /
    mount -o remount,bind,ro /run 2>/dev/null || true
    cd "$1"
    set -a
    . /etc/avatar-overlay/environment
    AVATAR_OVERLAY_DATA=$1 AVATAR_OVERLAY_PORT=18080
    exec setpriv --reuid avatar-overlay --regid avatar-overlay --clear-groups --no-new-privs \
      --bounding-set=-all --inh-caps=-all \
      python3 /check/filtered.py /usr/bin/avatar-overlay serve
  ' bash "$data" 2> "$scratch/log" &
  service=$!
  for _ in $(seq 100); do
    if grep -q 'listening on' "$scratch/log"; then return; fi
    sleep 0.2
  done
  cat "$scratch/log" && exit 1
}
stop() {
  kill "$service"
  wait "$service" || true
}

# The sandbox of the workers needs nothing that the unit takes away.
[ "$(stat -c '%U %a' $data)" = 'avatar-overlay 700' ]
key=$(sudo -u avatar-overlay avatar-overlay keys create --data $data --tenant check --scopes frames,renders)
echo "AVATAR_OVERLAY_ISOLATION=required" >> /etc/avatar-overlay/environment
start
grep -v listening "$scratch/log" || true
avatar-overlay health --url $url
cd "$scratch"
curl -sS --fail-with-body -O $url/sample/picture.jpg -O $url/sample/tracking.jsonl
curl -sS --fail-with-body $url/v1/frames -H "Authorization: Bearer $key" -F picture=@picture.jpg \
  -F tracking=@tracking.jsonl -F avatar=dragon -o out.jpg
if cmp -s picture.jpg out.jpg; then exit 1; fi
job=$(curl -sS --fail-with-body $url/v1/renders -H "Authorization: Bearer $key" -F "video=@$sample/clip.mp4" \
  -F "tracking=@$sample/tracking.jsonl" -F avatar=dragon | sed -nE 's/.*"id": "([0-9a-f]+)".*/\1/p')
fetch() {
  curl -sS --fail --retry 120 --retry-delay 1 --retry-all-errors -o "$1" \
    -H "Authorization: Bearer $key" "$url/v1/renders/$job/output" 2>/dev/null
}
fetch before.mp4
echo "the service rendered a picture and a clip ($(stat -c %s before.mp4) bytes), closed in as by its unit"
stop

# The changed settings are the admin's: an upgrade neither asks nor takes them back.
apt-get install -y -qq --no-install-recommends /check/avatar-overlay_*.deb > /dev/null
dpkg-query -W avatar-overlay
grep -q ISOLATION=required /etc/avatar-overlay/environment
start
fetch after.mp4
cmp before.mp4 after.mp4
stop
echo "after the upgrade the key works and the render is the same"

dpkg -L avatar-overlay | while read -r file; do if [ ! -d "$file" ]; then echo "$file"; fi; done > files
apt-get remove -y -qq avatar-overlay > /dev/null
# A removed package leaves its settings alone.
while read -r file; do if [ -e "$file" ]; then echo "$file"; fi; done < files > left
diff left <(echo /etc/avatar-overlay/environment)
apt-get purge -y -qq avatar-overlay > /dev/null
owned | grep -v "^$data" > left || true
grep -v -E '^/(check|home)|^/var/(cache/apt|lib/apt|log)/' left > strange || true
[ ! -s strange ] || { echo "error: left after purge:" && cat strange && exit 1; }
[ -s $data/service.sqlite ] || { echo "error: the data is gone" && exit 1; }

# A second time, with what it depends on there: the tree is the same afterwards, but for the data.
tree() { find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /run -o -path /var/cache/apt \
  -o -path /var/lib/apt -o -path /var/log -o -path $data \) -prune -o -printf '%p %y %m %u\n' | sort; }
tree > tree.before
apt-get install -y -qq --no-install-recommends /home/reader/avatar-overlay_*.deb > /dev/null
apt-get purge -y -qq avatar-overlay > /dev/null
tree | grep -v '^/var/lib/dpkg/info ' > tree.after
grep -v '^/var/lib/dpkg/info ' tree.before | diff - tree.after
echo "after purge nothing is left but $data ($(du -sh $data | cut -f 1)) and its user"
