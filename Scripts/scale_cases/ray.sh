# shellcheck shell=bash
# The case of check-scale.sh for Ray: a cluster of three nodes on this machine, one of them killed while it renders.

# Ray asks nobody outside of this machine.
export RAY_USAGE_STATS_ENABLED=0

# ray_node OPTION...: starts a node of one core; its process is the last in `started`.
ray_node() {
  # In a session of its own, as a node is on a machine of its own.
  setsid "$PWD/.build/scale-python/bin/ray" start --block --node-ip-address=127.0.0.1 --num-cpus=1 \
    --object-store-memory=100000000 --disable-usage-stats "$@" >"$work/ray-$(free_port).log" 2>&1 &
  started+=($!)
  disown # the shell need not tell that it was killed
}

# ray_nodes COUNT: so many nodes are alive.
ray_nodes() {
  [ "$("$python" - "$ray_address" 2>/dev/null <<'PYTHON'
import ray, sys
ray.init(address=sys.argv[1], log_to_driver=False, logging_level="error")
print(sum(node["Alive"] for node in ray.nodes()))
PYTHON
)" = "$1" ]
}

case_ray() {
  local dashboard node raylet render driver
  ray_address=127.0.0.1:$(free_port)
  dashboard=$(free_port)
  ray_node --head --port="${ray_address#*:}" --temp-dir="$work/ray" --dashboard-host=127.0.0.1 \
    --dashboard-port="$dashboard" --ray-client-server-port="$(free_port)"
  until_true 60 "Ray's first node" ray_nodes 1
  # One after another: two that start at a time take each other's ports.
  ray_node --address="$ray_address" --dashboard-agent-listen-port="$(free_port)"
  until_true 60 "Ray's second node" ray_nodes 2
  ray_node --address="$ray_address" --dashboard-agent-listen-port="$(free_port)"
  until_true 60 "Ray's third node" ray_nodes 3
  node=${started[-1]}

  "$python" "$scale/ray/render.py" "$work/clip.json" --store "$work/ray-parts" -o "$work/ray.mp4" \
    --tool "$program" --address "$ray_address" --report "$work/ray-report" >"$work/ray-said" 2>&1 &
  driver=$!
  started+=("$driver")
  until_true 60 "a render on the third node" render_below "$node"
  render=$(render_below "$node")
  raylet=$(pgrep -P "$node" -x raylet)
  kill -STOP "$render" # it cannot end before the node is lost
  kill -9 "$raylet"
  gone "$render" || fail "a render lives on without its node"
  wait "$driver" || { tail -20 "$work/ray-said" >&2 && fail "render.py on Ray"; }
  unset 'started[-1]' # its number may be that of another process soon
  same "$work/ray.mp4"
  tried "$work/ray-report" null 1

  # As a job, all of whose parts are there; and a plan that no try makes better.
  ends 0 "$PWD/.build/scale-python/bin/ray" job submit --address "http://127.0.0.1:$dashboard" --working-dir Scale -- \
    "$python" ray/render.py "$work/clip.json" --store "$work/ray-parts" -o "$work/ray-job.mp4" --tool "$program"
  same "$work/ray-job.mp4"
  ends 1 "$python" "$scale/ray/render.py" "$work/edited.json" --store "$work/ray-parts" -o "$work/no.mp4" \
    --tool "$program" --address "$ray_address" --report "$work/ray-edited"
  grep -Eq 'part [0-9]+ +65 +1 ' "$work/said" || fail "no reason for the edited plan: $(cat "$work/said")"
  tried "$work/ray-edited" 74 0
  tried "$work/ray-edited" null 0
  end_all
}
