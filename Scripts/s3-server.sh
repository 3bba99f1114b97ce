#!/usr/bin/env bash
# Runs an S3 server for tests: Ceph's radosgw with one monitor, one manager and one object store in memory,
# all in a folder of its own, on free ports of 127.0.0.1. Installs Debian's packages where they are missing.
#
# usage: s3-server.sh start FOLDER   starts it; prints the environment of its clients, a line a variable
#        s3-server.sh stop FOLDER    stops it, and removes the folder
#        s3-server.sh run COMMAND... starts it in a temporary folder, runs a command in that environment, stops it
#
# Every start makes a new, empty store with a user and a secret of its own.
set -euo pipefail

bucket=avatar-overlay-tests
here=$(cd "$(dirname "$0")" && pwd)

fail() {
  echo "error: $1" >&2
  exit "${2:-1}"
}

# A port of 127.0.0.1 that nothing listens on.
free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Waits for a command to succeed, at most so many seconds.
wait_for() {
  local seconds=$1 what=$2
  shift 2
  for ((i = 0; i < seconds * 5; i++)); do
    if "$@" >/dev/null 2>&1; then return 0; fi
    sleep 0.2
  done
  fail "$what did not start within $seconds s; see $folder/log"
}

# Starts a daemon of Ceph and notes its process.
daemon() {
  local name=$1
  shift
  # Descriptors of who started this must not stay open with a daemon.
  setsid "$@" -c "$folder/ceph.conf" -f </dev/null >"$folder/log/$name.out" 2>&1 3>&- 4>&- 5>&- &
  echo $! >"$folder/run/$name.pid"
  # The shell is not to tell of its end.
  disown
}

write_configuration() {
  local monitor_port=$1
  cat >"$folder/ceph.conf" <<END
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon host = [v2:127.0.0.1:$monitor_port]
mon initial members = a
public addr = 127.0.0.1
ms bind msgr1 = false
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
keyring = $folder/keyring
run dir = $folder/run
admin socket = $folder/run/\$name.asok
log file = $folder/log/\$name.log
crash dir = $folder/log
mon data = $folder/mon
mgr data = $folder/mgr
osd data = $folder/osd
rgw data = $folder/rgw
osd objectstore = memstore
memstore device bytes = 4294967296
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon max pg per osd = 1000
mon allow pool size one = true
mon warn on pool no redundancy = false
mgr initial modules =
mgr disabled modules = restful dashboard
rgw enable usage log = false
rgw gc max objs = 4
rgw lc max objs = 4
rgw dynamic resharding = false
END
}

make_keys() {
  local tool=(ceph-authtool "$folder/keyring" --gen-key)
  ceph-authtool --create-keyring "$folder/keyring" >/dev/null
  "${tool[@]}" -n mon. --cap mon 'allow *'
  "${tool[@]}" -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
  "${tool[@]}" -n mgr.a --cap mon 'allow profile mgr' --cap osd 'allow *'
  "${tool[@]}" -n osd.0 --cap mon 'allow profile osd' --cap osd 'allow *' --cap mgr 'allow profile osd'
  "${tool[@]}" -n client.rgw --cap mon 'allow rw' --cap osd 'allow rwx'
}

start() {
  folder=$1
  "$here/install-packages.sh" --only radosgw ceph-mon ceph-mgr ceph-osd ceph-common curl python3
  [ ! -e "$folder/ceph.conf" ] || fail "$folder has a server already; stop it first" 73
  mkdir -p "$folder"/{run,log,mon,mgr,osd,rgw}
  folder=$(cd "$folder" && pwd)
  trap 'stop_daemons "$folder"' ERR
  local monitor_port port
  monitor_port=$(free_port)
  port=$(free_port)
  write_configuration "$monitor_port"
  make_keys >/dev/null
  local fsid
  fsid=$(sed -n 's/^fsid = //p' "$folder/ceph.conf")
  monmaptool --create --addv a "[v2:127.0.0.1:$monitor_port]" --fsid "$fsid" "$folder/monmap" >/dev/null
  ceph-mon -c "$folder/ceph.conf" --mkfs -i a --monmap "$folder/monmap" --keyring "$folder/keyring"
  daemon mon ceph-mon -i a
  local ceph=(ceph -c "$folder/ceph.conf" --connect-timeout 5)
  wait_for 30 "the monitor" "${ceph[@]}" mon stat
  daemon mgr ceph-mgr -i a
  local identity
  identity=$(cat /proc/sys/kernel/random/uuid)
  "${ceph[@]}" osd new "$identity" 0 >/dev/null 2>&1
  ceph-osd -c "$folder/ceph.conf" -i 0 --mkfs --osd-uuid "$identity" >/dev/null 2>&1
  daemon osd ceph-osd -i 0
  wait_for 30 "the object store" sh -c "ceph -c '$folder/ceph.conf' osd stat | grep -q ' 1 up'"
  daemon rgw radosgw -n client.rgw --rgw-frontends "beast endpoint=127.0.0.1:$port"
  wait_for 60 "the gateway" curl -sf "http://127.0.0.1:$port/"
  local secret
  secret=$(head -c 30 /dev/urandom | base64)
  radosgw-admin -c "$folder/ceph.conf" -n client.rgw user create --uid tests --display-name tests \
    --access-key tests --secret-key "$secret" >/dev/null 2>"$folder/log/admin.out"
  local empty=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
  curl -sSf -X PUT --aws-sigv4 aws:amz:us-east-1:s3 -u "tests:$secret" \
    -H "x-amz-content-sha256: $empty" "http://127.0.0.1:$port/$bucket"
  trap - ERR
  cat <<END
AWS_ENDPOINT_URL_S3=http://127.0.0.1:$port
AWS_REGION=us-east-1
AWS_ACCESS_KEY_ID=tests
AWS_SECRET_ACCESS_KEY=$secret
AVATAR_OVERLAY_TEST_S3=s3://$bucket
END
}

stop_daemons() {
  local file pid
  for file in "$1"/run/{rgw,osd,mgr,mon}.pid; do
    [ -s "$file" ] || continue
    pid=$(cat "$file")
    # Nothing of it is kept, so nothing has to be ended in order.
    kill -KILL "$pid" 2>/dev/null || true
    rm -f "$file"
  done
}

stop() {
  [ -e "$1/ceph.conf" ] || fail "$1 has no server" 66
  stop_daemons "$1"
  rm -rf "$1"
}

run() {
  local place status=0
  place=$(mktemp -d "${TMPDIR:-/tmp}/s3-server.XXXXXX")
  # shellcheck disable=SC2064
  trap "stop_daemons '$place'; rm -rf '$place'" EXIT
  trap 'exit 130' INT TERM
  start "$place" >"$place/environment"
  # A subshell, whose environment alone has the variables.
  (
    set -a
    # The values are hexadecimal, Base64, names and addresses: nothing that the shell would expand.
    # shellcheck source=/dev/null
    . "$place/environment"
    "$@"
  ) || status=$?
  exit "$status"
}

case "${1:-}" in
  start) [ $# -eq 2 ] || fail "usage: $0 start FOLDER" 64; start "$2" ;;
  stop) [ $# -eq 2 ] || fail "usage: $0 stop FOLDER" 64; stop "$2" ;;
  run) [ $# -ge 2 ] || fail "usage: $0 run COMMAND..." 64; shift; run "$@" ;;
  *) fail "usage: $0 start FOLDER | stop FOLDER | run COMMAND..." 64 ;;
esac
