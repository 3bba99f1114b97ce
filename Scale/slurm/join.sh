#!/bin/bash
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --cpus-per-task=1
# Joins a recording's parts when all are done. submit.py submits it, dependent on their array jobs.
#
# usage: sbatch --dependency=afterok:... join.sh TOOL PLAN STORE OUTPUT TRIES [OPTION...]
tool=$1 plan=$2 store=$3 output=$4 tries=$5
shift 5
try=$((${SLURM_RESTART_COUNT:-0} + 1))
# A join that was cut off may have published its output, which then is its own.
[ "$try" -eq 1 ] || set -- --overwrite

"$tool" join "$plan" --store "$store" -o "$output" "$@"
code=$?
again=''
if [ "$code" -eq 74 ] || [ "$code" -gt 128 ]; then again=1; fi
echo "join: exit $code, try $try of $tries, on $(hostname)" >&2
if [ -n "$again" ] && [ "$try" -lt "$tries" ]; then
  if scontrol requeue "$SLURM_JOB_ID"; then
    sleep 600 # as in part.sh
  fi
fi
exit "$code"
