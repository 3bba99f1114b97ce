#!/usr/bin/env bash
# Injects the faults of users, untrusted clients and machines into the service, and checks what it promises
# (Documentation/service.md, workers.md) after each time:
#
#   kills    kill -9 of the service at 50 (KILLS) random moments of a mix of everything, of workers, a
#            stop with a deadline, a worker that hangs
#   backups  kill -9 of a backup, of the service that is backed up, and of a restore, at 20 (BACKUP_KILLS)
#            random moments each
#   disk     a disk that fills up (a small tmpfs, for which it takes root), a locked database, a
#            damaged one
#   clients  1,000 clients that go in the middle of uploads, answers and events
#   hostile  1,000 bodies and heads that mean no good
#   framing  heads and bodies whose end a proxy might see elsewhere: alone, behind good requests, in pieces
#   memory   100 bodies of 30 MiB that do not end, 192 pictures of 36 million pixels: memory goes back
#   tenants  one tenant floods in 14 ways, another's requests are neither refused nor much slower; only where
#            it is named, on a machine that does nothing else (FLOODS="sessions,lists" runs some of them)
#   soak     a mix of everything for 15 minutes (AVATAR_OVERLAY_SOAK_MINUTES), after which the service
#            has the memory, descriptors and threads that it had after ten; only where it is named
#   limits   each limit on both sides, a running render cancelled, a webhook through the service
#
#   Scripts/faults.sh [CASE...]      AVATAR_OVERLAY=TOOL takes a tool that is built already,
#                                    AVATAR_OVERLAY_CHECK_SEED=N repeats a run
#
# Exits with 0, or with 1 after all cases. It takes about ten minutes on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
tool=${AVATAR_OVERLAY:-}
if [ -z "$tool" ]; then
  "$swift" build -c release --product avatar-overlay
  tool=$("$swift" build -c release --show-bin-path)/avatar-overlay
fi
exec python3 Scripts/faults.py "$tool" "$@"
