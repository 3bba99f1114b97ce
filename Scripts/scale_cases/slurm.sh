# shellcheck shell=bash
# The case of check-scale.sh for Slurm: a cluster of this host alone, with a render of it killed, and inputs changed.

# slurm_cluster: starts munged, slurmctld and slurmd, with keys, sockets and ports of their own.
slurm_cluster() {
  local folder=$work/slurm host user
  host=$(hostname -s) user=$(id -un)
  mkdir -p "$folder/state" "$folder/spool"
  # Munge refuses folders that others may write to, as /tmp is, and can be told not to.
  head -c 128 /dev/urandom >"$folder/munge.key"
  chmod 400 "$folder/munge.key"
  chmod 755 "$work"
  munged --foreground --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
    --pid-file="$folder/munged.pid" --seed-file="$folder/munge.seed" >"$folder/munged.log" 2>&1 &
  started+=($!)
  disown
  until_true 20 "munge" munge --no-input --socket="$folder/munge.socket"
  # cred_expire is also how long a job that is requeued waits: 120 s by default, 5 s at least.
  cat >"$folder/slurm.conf" <<CONF
ClusterName=check
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
MpiDefault=none
ReturnToService=2
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
# The tasks of an array have the numbers 0 to 3: the plan is several arrays.
MaxArraySize=4
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=check Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  export SLURM_CONF=$folder/slurm.conf
  slurmctld -D -c >"$folder/out" 2>&1 &
  started+=($!)
  disown
  slurmd -D -c >"$folder/out" 2>&1 &
  started+=($!)
  disown
  until_true 30 "Slurm's node" eval '[ "$(sinfo --noheader --format=%T)" = idle ]'
}

# slurm_render: prints a render of the clip by Slurm; its steps are no children of slurmd.
slurm_render() {
  local pid
  for pid in $(pgrep -f -- "$program part $work/clip.json [0-9]+ --store $work/slurm-parts"); do
    [ "$(readlink "/proc/$pid/exe")" = "$program" ] && echo "$pid" && return 0
  done
  return 1
}

# slurm_is_idle: no job is in the queue, nor one that is just ending.
slurm_is_idle() {
  [ -z "$(squeue --noheader)" ]
}

# end_jobs: cancels what is in the queue, while there still is a cluster that can.
end_jobs() {
  [ -n "${SLURM_CONF:-}" ] || return 0
  timeout 10 scancel --user "$(id -un)" 2>/dev/null || return 0
  for _ in $(seq 100); do
    ! slurm_is_idle 2>/dev/null || return 0
    sleep 0.1
  done
}

case_slurm() {
  local submit render
  slurm_cluster
  "$scale/slurm/submit.py" "$work/clip.json" --store "$work/slurm-parts" -o "$work/slurm.mp4" --tool "$program" \
    --limit 2 --wait >"$work/slurm-said" 2>&1 &
  submit=$!
  started+=("$submit")
  until_true 60 "a render by Slurm" slurm_render
  render=$(slurm_render)
  kill -9 "$render"
  # Not a second time while the first is in the queue.
  ends 73 "$scale/slurm/submit.py" "$work/clip.json" --store "$work/slurm-parts" -o "$work/slurm.mp4" --tool "$program"
  wait "$submit" || { tail -20 "$work/slurm-said" >&2 && fail "submit.py --wait"; }
  unset 'started[-1]'
  same "$work/slurm.mp4"
  grep -qx 'part [0-9]*: exit 137, try 1 of 5, on .*' "$work"/clip.json.slurm/*.log || fail "no try was killed"
  grep -qx 'part [0-9]*: exit 0, try 2 of 5, on .*' "$work"/clip.json.slurm/*.log || fail "no part was requeued"
  ends 0 "$scale/slurm/status.py" "$work/clip.json.slurm"
  grep -Eq 'slurm.mp4 +done' "$work/said" || fail "status.py: $(cat "$work/said")"

  # Inputs that have changed since the plan: each part ends once, and the join is cancelled.
  cp -r "$work/sample" "$work/changed"
  "$program" plan "$work/changed" --avatar dragon -o "$work/no.mp4" --parts 2 --plan "$work/changed.json"
  sed -i '$d' "$work/changed/tracking.jsonl"
  ends 1 "$scale/slurm/submit.py" "$work/changed.json" --store "$work/slurm-parts" --tool "$program" --wait
  grep -qx 'part 0: exit 65, try 1 of 5, on .*' "$work"/changed.json.slurm/*.log || fail "no part refused changed inputs"
  ! grep -q 'try 2' "$work"/changed.json.slurm/*.log || fail "a part with changed inputs was tried again"
  [ ! -e "$work/changed.json.slurm/join.log" ] || fail "a join ran although parts failed"
  grep -Eq 'no.mp4 +part 0 +65 ' "$work/said" || fail "no reason for the parts that failed: $(cat "$work/said")"
  # Of a manifest, a row that cannot be planned is told, and the others are submitted.
  printf '%s\n' recording,avatar,options,output sample,ox,"--parts 2",farm.mp4 nothing,ox,,no.mp4 >"$work/farm.csv"
  ends 1 "$scale/slurm/submit.py" --manifest "$work/farm.csv" --store "$work/slurm-parts" --tool "$program" --wait
  [ -e "$work/farm.mp4" ] || fail "no clip of a row: $(cat "$work/said")"
  grep -Eq 'no.mp4 +plan +66 ' "$work/said" || fail "no reason for the row that failed: $(cat "$work/said")"
  # The edited plan is refused before anything is submitted.
  ends 65 "$scale/slurm/submit.py" "$work/edited.json" --store "$work/slurm-parts" -o "$work/no.mp4" --tool "$program"
  end_jobs
  end_all
  unset SLURM_CONF
}
