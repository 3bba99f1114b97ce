#!/usr/bin/env bash
# Checks rendering in parts on many machines, with daemons of this machine alone: the tests of Scale, and one clip by a
# plain loop, by batch.py, on a Ray cluster of three nodes of which one is killed, and on a Slurm cluster of which a
# render is killed. All must give the same SHA-256, and what cannot succeed must not be tried again.
#
# usage: check-scale.sh PROGRAM [CASE...]     cases: tests loop local ray slurm; all without any
#
# Takes about four minutes on two cores, ten at most. Ends every process that it started, also when it fails.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "$1")
shift
cases=" ${*:-tests loop local ray slurm} "
scale=$PWD/Scale

Scripts/install-packages.sh --only python3-venv util-linux procps slurmctld slurmd slurm-client munge
# shellcheck disable=SC2046 # a requirement a word
Scripts/python-environment.sh .build/scale-python $(cat Scale/ray/requirements.txt) kubernetes-validate botocore
python=$PWD/.build/scale-python/bin/python

work=$(mktemp -d /tmp/scale.XXXXXX) # short: Ray's sockets are in it
mkdir "$work"/{loop,local,ray-parts,slurm-parts} # stores: what all machines share is there before they are
started=()                          # processes that are to be ended, with all below them
for file in Scripts/scale_cases/*.sh; do
  # shellcheck source=/dev/null
  source "$file"
done
tidy() {
  local code=$?
  trap '' INT TERM
  end_jobs
  end_all
  if [ "$code" = 0 ] || [ -n "${CI:-}" ]; then rm -rf "$work"; else echo "files: $work" >&2; fi
}
trap tidy EXIT
trap 'exit 130' INT TERM

fail() {
  echo "error: $*" >&2
  exit 1
}

# ends CODE COMMAND...: runs a command that has to end with a code; its words are in $work/said.
ends() {
  local expected=$1 code=0
  shift
  timeout 300 "$@" >"$work/said" 2>&1 || code=$?
  [ "$code" = "$expected" ] || { tail -20 "$work/said" >&2 && fail "exit $code instead of $expected: $*"; }
}

# same FILE: the clip is that of the loop.
same() {
  [ "$(sha256sum <"$1")" = "$(sha256sum <"$work/loop.mp4")" ] || fail "$1 differs from the clip of the loop"
}

# tried REPORT EXIT COUNT: so many tries in a report ended with the code.
tried() {
  "$python" - "$@" <<'PYTHON' || fail "see the line above"
import json, sys
path, code, count = sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3])
ends = [one["exit"] for one in json.load(open(path))["tries"]]
if ends.count(code) != count:
    sys.exit(f"{path}: tries ended with {ends}; expected {code} {count} times")
PYTHON
}

case_tests() {
  (cd Scale && "$python" -m unittest discover -t . -s tests)
}

case_loop() { :; } # done by prepare, since all others are compared with it

case_local() {
  ends 0 "$scale/batch.py" "$work/clip.json" --store "$work/local" -o "$work/local.mp4" --tool "$program"
  same "$work/local.mp4"
  # Never again: an edited plan. Again, so often: a store that is not there.
  ends 1 "$scale/batch.py" "$work/edited.json" --store "$work/local" -o "$work/no.mp4" --tool "$program" \
    --processes 1 --report "$work/edited-report"
  tried "$work/edited-report" 65 1
  ends 1 "$scale/batch.py" "$work/short.json" --store "$work/clip.json/parts" -o "$work/no.mp4" --tool "$program" \
    --tries 2 --report "$work/away-report"
  tried "$work/away-report" 74 4
  # A row that fails stops no other.
  printf '%s\n' recording,avatar,options,output sample,ox,--mirror,out/ox.mp4 nothing,ox,,out/no.mp4 \
    >"$work/recordings.csv"
  mkdir "$work/out"
  ends 1 "$scale/batch.py" --manifest "$work/recordings.csv" --store "$work/local" --tool "$program" \
    --part-seconds 6
  grep -Eq 'no.mp4 +plan +66 ' "$work/said" || fail "no reason for the row that failed: $(cat "$work/said")"
  "$program" render "$work/sample" --avatar ox --mirror -o "$work/whole.mp4" --progress none 2>"$work/said"
  same_pictures "$work/out/ox.mp4" "$work/whole.mp4"
}

# same_pictures A B: so many frames at the same times, by FFmpeg's own reading.
same_pictures() {
  local file
  for file in "$@"; do
    ffprobe -v error -select_streams v -show_entries packet=pts -of csv=p=0 "$file" | sort -n >"$file.times"
  done
  cmp "$1.times" "$2.times" || fail "$1 and $2 have frames at other times"
}

# prepare: the clip, its plan, and what the loop makes of it; plans that cannot be done.
prepare() {
  "$program" sample -o "$work/sample" --size 640x360 --progress none
  "$program" plan "$work/sample" --avatar dragon -o "$work/clip.mp4" --part-seconds 1.5 --plan "$work/clip.json"
  "$program" plan "$work/sample" --avatar dragon -o "$work/clip.mp4" --parts 2 --plan "$work/short.json"
  local parts part
  parts=$("$python" -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["parts"]))' "$work/clip.json")
  [ "$parts" -ge 6 ] || fail "the plan has $parts parts; expected 6 or more"
  for part in $(seq 0 $((parts - 1))); do
    "$program" part "$work/clip.json" "$part" --store "$work/loop" --progress none
  done
  "$program" join "$work/clip.json" --store "$work/loop" -o "$work/loop.mp4" --progress none
  "$python" - "$work" <<'PYTHON'
import json, sys
plan = json.load(open(f"{sys.argv[1]}/clip.json"))
first, second = plan["parts"][0]["frames"], plan["parts"][1]["frames"]
first[1], second[0] = first[1] + 1, second[0] + 1
json.dump(plan, open(f"{sys.argv[1]}/edited.json", "w"))
PYTHON
  ends 65 "$program" part "$work/edited.json" 0 --store "$work/loop" --progress none
  # A real plan, beside the one of the tests.
  ends 0 "$scale/kubernetes/make-job.py" "$work/clip.json" --image image --store "$work/loop" --claim "claim=$work"
  ends 0 "$scale/aws-batch/make-job.py" "$work/clip.json" --image image --queue queue --store "$work/loop" \
    --efs "fs-1=$work" -d "$work/aws"
}

[[ $cases = " tests " ]] || prepare
for name in tests loop local ray slurm; do
  [[ $cases = *" $name "* ]] || continue
  begun=$SECONDS
  "case_$name"
  echo "$name: passed, $((SECONDS - begun)) s"
done
