#!/usr/bin/env bash
# In a bare root with the package: MediaPipe by `tracker install`, for root and for a user, then a clip that has
# no tracking, where a model of faces lies beside the checks (it cannot be fetched without the network).
set -euo pipefail
wheel=$(echo /check/mediapipe-*.whl)
if avatar-overlay tracker status > /tmp/said 2>&1; then echo "a tracker is there before it is installed" && exit 1; fi
grep 'next: avatar-overlay tracker install' /tmp/said
avatar-overlay tracker install --models none --wheel "$wheel"
su reader -c "avatar-overlay tracker install --models none --wheel $wheel --to own" | grep /home/reader/own/tracker
rm -r /home/reader/own
cd /home/reader
ask="avatar-overlay render sample/clip.mp4 --avatar dragon -o tracked.mp4"
if su reader -c "$ask" > /tmp/said 2>&1; then echo "a clip was tracked without a model" && exit 1; fi
grep 'in one of the folders Models, .*/usr/local/share/avatar-overlay/Models' /tmp/said
[ -f /check/models/face_landmarker.task ] || { echo "no model to try: skipped" && exit 0; }
install -D -m 644 /check/models/face_landmarker.task /usr/local/share/avatar-overlay/Models/face_landmarker.task
su reader -c "$ask" 2>&1 | tee /tmp/said
grep -E 'faces drawn in [1-9][0-9]* of' /tmp/said
rm -r /usr/local/share/avatar-overlay
