# shellcheck shell=bash
# Processes of check-scale.sh: found and ended by their numbers, with all that they started.

# below PID: the process and all below it.
below() {
  local child
  echo "$1"
  for child in $(pgrep -P "$1"); do below "$child"; done
}

# end_all: ends what is in `started`, and waits until it is gone.
end_all() {
  local pid all=()
  for pid in "${started[@]}"; do
    # shellcheck disable=SC2207 # numbers
    all+=($(below "$pid"))
  done
  started=()
  # What has left its parents is known by the folder's name, which no other process has.
  # shellcheck disable=SC2207
  all+=($(pgrep -f -- "$work/" | grep -vx "$$" || true))
  [ ${#all[@]} -gt 0 ] || return 0
  # First asked to: daemons then wait for their own children.
  kill "${all[@]}" 2>/dev/null || true
  local limit=$((SECONDS + 5))
  for pid in "${all[@]}"; do
    [ "$SECONDS" -lt "$limit" ] || break
    gone "$pid" 3 || true
  done
  kill -9 "${all[@]}" 2>/dev/null || true
  for pid in "${all[@]}"; do gone "$pid" || true; done
}

# gone PID [SECONDS]: waits until a process is, for 20 s at most; one that nobody has waited for is.
gone() {
  local state
  for _ in $(seq $((10 * ${2:-20}))); do
    state=$(ps -o stat= -p "$1" 2>/dev/null) || return 0
    [[ $state != Z* ]] || return 0
    sleep 0.1
  done
  return 1
}

# until_true SECONDS WHAT COMMAND...: waits until a command succeeds.
until_true() {
  local limit=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$limit" ] || fail "$what: not within its time"
    sleep 0.1
  done
}

# free_port: a port that nothing listens at.
free_port() {
  "$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# render_below PID: prints the render of a part that runs below a process; fails while there is none.
render_below() {
  local pid
  for pid in $(below "$1"); do
    [ "$(readlink "/proc/$pid/exe")" = "$program" ] && echo "$pid" && return 0
  done
  return 1
}
