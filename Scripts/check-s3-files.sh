#!/usr/bin/env bash
# Checks that files in a bucket are as good as those in a folder: a service with `--files`, and parts of a render.
# To be run in the environment of a server: Scripts/s3-server.sh run Scripts/check-s3-files.sh PROGRAM
#
# A render over HTTP gives the bytes that a service with a folder gives, also where the service is killed by -9 while
# it works; its output comes by a link, whole and in part; parts in a bucket join to the bytes of those in a folder;
# a person is erased from it; a second service, a service without its bucket and a wrong secret are refused.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/service.sh
program=$(realpath "$1")
place=${2:-s3://avatar-overlay-tests/files-$$}
export AVATAR_OVERLAY_AVATARS=$PWD/Avatars
work=$(mktemp -d)
trap 'stop_service; rm -rf "$work"' EXIT

fail() {
  echo "error: $1" >&2
  exit 1
}

submit() {
  curl -sS --fail-with-body "$url/v1/renders" -F "video=@$work/sample/clip.mp4" \
    -F "tracking=@$work/sample/tracking.jsonl" -F avatar=dragon | sed -n 's/^{"id": "\([0-9a-f]*\)".*/\1/p'
}

# Waits for a render's end, and fetches its output.
fetch() {
  local state=
  for _ in $(seq 600); do
    state=$(curl -sS "$url/v1/renders/$1" | sed -n 's/.*"state": "\([a-z]*\)".*/\1/p')
    case $state in done) break ;; failed | cancelled) fail "render $1: $state" ;; esac
    sleep 0.2
  done
  [ "$state" = done ] || fail "render $1 is $state after two minutes"
  curl -sSL --fail-with-body "$url/v1/renders/$1/output" -o "$2"
}

"$program" sample -o "$work/sample" --size 320x180 --progress none >/dev/null 2>&1
start_service "$work/log" "$program" --data "$work/folder"
fetch "$(submit)" "$work/folder.mp4"
stop_service

start_service "$work/log" "$program" --data "$work/data" --files "$place"
id=$(submit)
fetch "$id" "$work/bucket.mp4"
cmp "$work/folder.mp4" "$work/bucket.mp4" || fail "the output in the bucket is another one"
status=$(curl -sS -o /dev/null -w '%{http_code}' "$url/v1/renders/$id/output")
[ "$status" = 302 ] || fail "the output answers $status, expected 302"
[ "$(curl -sSI -o /dev/null -w '%{http_code}' "$url/v1/renders/$id/output")" = 200 ] || fail "HEAD of the output"
curl -sSL -r 100-199 "$url/v1/renders/$id/output" | cmp - <(tail -c +101 "$work/folder.mp4" | head -c 100) \
  || fail "a range of the output is another one"
[ -z "$(ls "$work/data/jobs" 2>/dev/null)" ] || fail "there are files of jobs in the data folder"

for moment in 0.05 0.3 0.8 1.5 2.5; do
  id=$(submit)
  sleep "$moment"
  kill -9 "$service_process"
  wait "$service_process" 2>/dev/null || true
  start_service "$work/log" "$program" --data "$work/data" --files "$place"
  fetch "$id" "$work/again.mp4"
  cmp "$work/folder.mp4" "$work/again.mp4" || fail "killed after $moment s, the output is another one"
done
# What is in the bucket counts for its tenant, and nothing of it is left that has no name.
put() {
  curl -sS -o "$work/said" -w '%{http_code}' -X PUT -H 'Content-Type: application/zip' --data-binary "@$work/$1.zip" \
    "$url/v1/avatars/mine"
}
stored() { curl -sS "$url/metrics" | sed -n 's/^avatar_overlay_tenant_stored_bytes{tenant="local"} //p'; }
for name in dragon ox; do (cd "Avatars/$name" && zip -qX0 "$work/$name.zip" avatar.json ./*.png); done
before=$(stored)
for name in dragon ox dragon; do case $(put $name) in 20[01]) ;; *) fail "PUT: $(cat "$work/said")" ;; esac; done
[ "$(stored)" = $((before + $(stat -c %s "$work/dragon.zip"))) ] || fail "packages that were replaced count: $(stored)"
stop_service
start_service "$work/log" "$program" --data "$work/data" --files "$place" --max-bytes-per-key $(($(stat -c %s "$work/ox.zip") + before))
[ "$(put ox)" = 413 ] || fail "beyond the quota: $(cat "$work/said")"
grep -q '"storage-quota"' "$work/said" || fail "beyond the quota: $(cat "$work/said")"
[ "$(curl -sS -o /dev/null -w '%{http_code}' -X DELETE "$url/v1/avatars/mine")" = 204 ] || fail "DELETE of an avatar"
[ "$(put ox)" = 201 ] || fail "to the last byte: $(cat "$work/said")"
curl -sS -X DELETE "$url/v1/renders/$id" >/dev/null
[ "$(curl -sSL -o /dev/null -w '%{http_code}' "$url/v1/renders/$id/output")" = 404 ] || fail "a removed render has an output"

# A person is erased from the bucket, by the service and without it, and a copy there is found.
person() {
  curl -sS --fail-with-body "$url/v1/renders" -F "video=@$work/sample/clip.mp4" -F "tracking=@$work/sample/tracking.jsonl" \
    -F 'options={"avatar": "dragon", "subject": "child-4711"};type=application/json' \
    | sed -n 's/^{"id": "\([0-9a-f]*\)".*/\1/p'
}
objects() {
  curl -sSf --aws-sigv4 aws:amz:us-east-1:s3 -u "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" \
    -H 'x-amz-content-sha256: UNSIGNED-PAYLOAD' "$AWS_ENDPOINT_URL_S3/${place#s3://}/blobs/$1" "${@:2}"
}
id=$(person)
fetch "$id" "$work/person.mp4"
curl -sS -X DELETE "$url/v1/subjects/child-4711" >"$work/said"
grep -q '"renders": 1, "files": 5' "$work/said" || fail "DELETE of a person: $(cat "$work/said")"
[ "$(curl -sSL -o /dev/null -w '%{http_code}' "$url/v1/renders/$id/output")" = 404 ] || fail "a person's render has an output"
id=$(person)
fetch "$id" "$work/person.mp4"
stop_service
"$program" erase --subject child-4711 --data "$work/data" --files "$place" || fail "erase"
"$program" erase --verify --subject child-4711 --data "$work/data" --files "$place" || fail "something is left in the bucket"
objects jobs/copy/holiday.mp4 -T "$work/person.mp4" || fail "a copy cannot be made"
code=0
"$program" erase --verify --subject child-4711 --data "$work/data" 2>"$work/said" || code=$?
[ $code = 1 ] && grep -q 'jobs/copy/holiday.mp4: a copy of a file that was erased' "$work/said" || fail "a copy: $code, $(cat "$work/said")"
objects jobs/copy/holiday.mp4 -X DELETE

# Refusals, each a line.
refused() {
  if "$program" "$@" >"$work/said" 2>&1; then fail "not refused: $*"; fi
  [ "$(wc -l <"$work/said")" -le 2 ] || fail "more than a line: $(cat "$work/said")"
  tail -1 "$work/said"
}
refused serve --port 0 --data "$work/data"
refused serve --port 0 --data "$work/other" --files "$place"
refused backup --data "$work/data" -o "$work/backup"
AWS_SECRET_ACCESS_KEY=wrong refused serve --port 0 --data "$work/third" --files "$place"

cd "$work"
"$program" plan sample --avatar dragon -o one.mp4 --parts 3 --plan plan.json
for part in 0 1 2; do
  "$program" part plan.json $part --store parts --progress none
  "$program" part plan.json $part --store "$place-parts" --progress none
done
"$program" status plan.json --store "$place-parts"
"$program" join plan.json --store parts --progress none
"$program" join plan.json --store "$place-parts" -o two.mp4 --progress none --remove-parts
cmp one.mp4 two.mp4 || fail "parts in the bucket join to another clip"
code=0
AWS_SECRET_ACCESS_KEY=wrong "$program" part plan.json 0 --store "$place-parts" || code=$?
[ $code = 65 ] || fail "a wrong secret ends with $code, expected 65"
code=0
AWS_ENDPOINT_URL=http://127.0.0.1:1 AWS_ENDPOINT_URL_S3=http://127.0.0.1:1 \
  "$program" part plan.json 0 --store "$place-parts" || code=$?
[ $code = 74 ] || fail "a server that is away ends with $code, expected 74"
echo "files in a bucket: no fault"
