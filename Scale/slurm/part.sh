#!/bin/bash
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --cpus-per-task=1
# A task of an array job: renders one part. submit.py submits it.
#
# usage: sbatch --array=... part.sh TOOL PLAN STORE OFFSET TRIES
#   OFFSET  what is added to the task's number to get that of the part: arrays have a longest length
#   TRIES   of the part in all
#
# After exit code 74 and after a death by signal the task is put back into the queue, until it has had
# its tries; Slurm itself puts it back when its node fails, which counts too. Every other code is final.
tool=$1 plan=$2 store=$3 tries=$5
part=$((SLURM_ARRAY_TASK_ID + $4))
try=$((${SLURM_RESTART_COUNT:-0} + 1))

"$tool" part "$plan" "$part" --store "$store" --progress none
code=$?
again=''
if [ "$code" -eq 74 ] || [ "$code" -gt 128 ]; then again=1; fi
echo "part $part: exit $code, try $try of $tries, on $(hostname)" >&2
if [ -n "$again" ] && [ "$try" -lt "$tries" ]; then
  if scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"; then
    sleep 600 # Slurm ends this script; an exit would be taken for the task's result
  fi
fi
exit "$code"
