# Functions for scripts that use a running service; to be sourced.
#
#   start_service LOG PROGRAM [OPTION...]  runs PROGRAM's service on a free port, and waits until it answers; sets
#                                          `url`. What it says goes to LOG, and to stderr where it does not start.
#   stop_service                           stops it as an operator does, and waits for its end; without one that
#                                          runs, nothing. For a trap: stop_service never fails.
#   make_key PROGRAM FOLDER SCOPES         prints a new key of the tenant `one`, for the service of a data folder

url=
service_process=

start_service() {
  local log=$1 program=$2
  shift 2
  url=
  : >"$log" # there before it is read, however late the service starts to write
  "$program" serve --port 0 "$@" >>"$log" 2>&1 &
  service_process=$!
  for _ in $(seq 300); do
    kill -0 "$service_process" 2>/dev/null || break
    url=$(sed -nE 's|.*listening on (http://[0-9.:]+).*|\1|p' "$log" | head -1)
    if [ -n "$url" ] && curl -fs -o /dev/null "$url/health/live"; then return; fi
    sleep 0.1
  done
  echo "error: the service does not answer; it said:" >&2
  cat "$log" >&2
  return 1
}

stop_service() {
  [ -z "$service_process" ] || { kill "$service_process" && wait "$service_process"; } 2>/dev/null || true
  service_process=
}

make_key() { "$1" keys create --data "$2" --tenant one --scopes "$3" 2>/dev/null; }
