#!/usr/bin/env bash
# In a bare root: the README's lines for the container, which end with a masked clip; then the service in a
# container with a root that is read-only, without privileges, and its health check.
set -euo pipefail
cd /home/reader
apt-get install -y -qq --no-install-recommends podman crun > /dev/null
# What a machine without control groups and without the right to raise limits can do.
cat > /etc/containers/containers.conf <<'CONF'
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
netns = "host"
cgroups = "disabled"
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
CONF
while IFS= read -r line; do
  echo "\$ $line"
  bash -euc "$line" > /tmp/said 2>&1 || { tail -20 /tmp/said && exit 1; }
done < /check/container.lines
grep -E 'faces drawn in [1-9][0-9]* of' /tmp/said
find . -name '*.mkv' -newer /check/container.lines -size +100k -printf '%p: %s bytes\n' | grep .

closed=(--read-only --tmpfs /tmp --cap-drop all --security-opt no-new-privileges -v store:/var/lib/avatar-overlay)
[ "$(podman run --rm --entrypoint /usr/bin/id avatar-overlay -u)" != 0 ]
key=$(podman run --rm "${closed[@]}" avatar-overlay keys create --data /var/lib/avatar-overlay --tenant check --scopes frames)
podman run -d --name service "${closed[@]}" -e AVATAR_OVERLAY_ISOLATION=required -e AVATAR_OVERLAY_PORT=18081 \
  avatar-overlay serve > /dev/null
for _ in $(seq 60); do
  if podman exec service avatar-overlay health --url http://127.0.0.1:18081 2>/dev/null; then break; fi
  sleep 0.5
done
podman exec service avatar-overlay health --url http://127.0.0.1:18081
apt-get install -y -qq --no-install-recommends curl > /dev/null
curl -sS --fail-with-body -O http://127.0.0.1:18081/sample/picture.jpg -O http://127.0.0.1:18081/sample/tracking.jsonl
curl -sS --fail-with-body http://127.0.0.1:18081/v1/frames -H "Authorization: Bearer $key" -F picture=@picture.jpg \
  -F tracking=@tracking.jsonl -F avatar=dragon -o out.jpg
if cmp -s picture.jpg out.jpg; then exit 1; fi
podman stop -t 45 service > /dev/null
podman logs service 2>&1 | tail -1
podman rm service > /dev/null
# The card's text needs the fonts.
podman run --rm "${closed[@]}" avatar-overlay snapshot /usr/share/avatar-overlay/sample --avatar dragon --card zodiac \
  --title 立春 -o /tmp/card.png
podman run --rm --entrypoint /bin/cat avatar-overlay /usr/share/doc/avatar-overlay/sbom.spdx.json |
  grep -c '"SPDXID": "SPDXRef-Package-' | sed 's/$/ packages in the list inside the image/'
podman image inspect avatar-overlay --format '{{.Size}} bytes, user {{.Config.User}}'
