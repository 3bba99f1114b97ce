"""Measures automatic tracking of a clip beside MediaPipe's Python package and a render of what was tracked.

usage: tracking.py TOOL RECORDING FACE_MODEL LIBRARY

RECORDING is a folder with `recording.json`. Ours gets its clip alone; the peer's two halves are MediaPipe alone,
in Python, on the frames that OpenCV decodes, with the same model and options, and our render of the recording
with its tracking file. All take turns; a figure is the median of all rounds.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

TOOL, RECORDING, MODEL, LIBRARY = sys.argv[1:5]
ROUNDS = int(os.environ.get("ROUNDS", 5))

PEER = """
import sys
import cv2
import mediapipe
vision, base = mediapipe.tasks.vision, mediapipe.tasks.BaseOptions
landmarker = vision.FaceLandmarker.create_from_options(vision.FaceLandmarkerOptions(
    base_options=base(model_asset_path=sys.argv[2]), running_mode=vision.RunningMode.VIDEO, num_faces=4,
    output_face_blendshapes=True, output_facial_transformation_matrixes=True))
clip, last, faces = cv2.VideoCapture(sys.argv[1]), -1, 0
while True:
    is_there, frame = clip.read()
    if not is_there:
        break
    last = max(last + 1, round(clip.get(cv2.CAP_PROP_POS_MSEC)))
    picture = mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB, data=cv2.cvtColor(frame, cv2.COLOR_BGR2RGB))
    faces += len(landmarker.detect_for_video(picture, last).face_landmarks)
print(mediapipe.__version__, cv2.__version__, faces)
"""


def timed(command):
    """Seconds of processor time and of the clock, and what was written to standard output."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{command[0]} ends with {done.returncode}: {done.stderr[-600:]}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, wall, done.stdout


def main():
    with open(f"{RECORDING}/recording.json") as file:
        clip = f"{RECORDING}/{json.load(file)['video']}"
    with tempfile.TemporaryDirectory() as folder:
        output = ["--avatar", "dragon", "-o", f"{folder}/out.mp4", "--overwrite", "--progress", "none"]

        def alone(round):
            # A cache of its own, so that each round tracks.
            return [TOOL, "render", "--video", clip, "--face-model", MODEL, "--mediapipe-library", LIBRARY,
                    "--cache", f"{folder}/cache{round}"] + output

        turns = {
            "ours": alone,
            "MediaPipe": lambda _: [sys.executable, "-c", PEER, clip, MODEL],
            "render": lambda _: [TOOL, "render", RECORDING] + output,
        }
        figures, versions = {name: [] for name in turns}, ""
        for round in range(ROUNDS + 1):
            for name, command in turns.items():
                cpu, wall, told = timed(command(round))
                # The first round warms the files.
                if round:
                    figures[name].append((cpu, wall))
                if name == "MediaPipe":
                    versions = told.split()
        cpu, wall = ({name: statistics.median(figure[part] for figure in figures[name]) for name in turns}
                     for part in (0, 1))
        both = cpu["MediaPipe"] + cpu["render"]
        print(f"`{os.path.basename(RECORDING)}`, tracked and rendered with the dragon; the median of {ROUNDS} rounds in"
              f" turn. MediaPipe {versions[0]} and OpenCV {versions[1]}\nin Python ({versions[2]} faces), with the same"
              " model and options; the render is ours, with the recording's tracking.\n")
        print("| | CPU s | wall s |\n|---|---|---|")
        print(f"| avatar-overlay, the clip alone | {cpu['ours']:.2f} | {wall['ours']:.2f} |")
        print(f"| MediaPipe alone, Python | {cpu['MediaPipe']:.2f} | {wall['MediaPipe']:.2f} |")
        print(f"| avatar-overlay, the render alone | {cpu['render']:.2f} | {wall['render']:.2f} |")
        print(f"\nOf the CPU time of both halves ours takes {cpu['ours'] / both:.2f}, of their wall time"
              f" {wall['ours'] / (wall['MediaPipe'] + wall['render']):.2f}.")


main()
