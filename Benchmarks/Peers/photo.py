"""Measures a photo alone through `/v1/frames` beside MediaPipe's Python package and OpenCV doing the same.

usage: photo.py TOOL PHOTO FACE_MODEL LIBRARY

The photo, 640 x 480 and with a face, goes in as JPEG and comes out as JPEG with the dragon on: ours over HTTP on
loopback, tracked by its warm process; the peer in one process without HTTP: decoded by OpenCV, tracked by the same
model with the same options, layers warped and blended by OpenCV, encoded by OpenCV. The peer is given the corners
that ours works out. Both take turns, one photo after the other; a figure is of all rounds.
"""

import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

import cv2
import mediapipe
import numpy as np

TOOL, PHOTO, MODEL, LIBRARY = sys.argv[1:5]
ROUNDS = int(os.environ.get("ROUNDS", 300))
AVATARS = os.environ.get("AVATARS", "Avatars")
QUALITY = 90
TICKS = os.sysconf("SC_CLK_TCK")


class Service:
    """Ours, with one connection that stays open."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [TOOL, "serve", "--port", "0", "--data", f"{folder}/data", "--avatars", AVATARS, "--log", "none",
             "--mediapipe-library", LIBRARY, "--face-model", MODEL],
            stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            found = re.search(r"listening on http://127\.0\.0\.1:(\d+)", line)
            if found:
                self.port = int(found[1])
                break
        else:
            sys.exit("the service does not start")
        self.stream = socket.create_connection(("127.0.0.1", self.port))
        self.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def request(self, photo, options, accept="image/jpeg"):
        boundary = "photo-and-options"
        body = b"".join(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n'
            f"Content-Type: {kind}\r\n\r\n".encode() + data + b"\r\n"
            for name, kind, data in [
                ("picture", "image/jpeg", photo), ("options", "application/json", json.dumps(options).encode())]
        ) + f"--{boundary}--\r\n".encode()
        head = (f"POST /v1/frames HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: {accept}\r\nContent-Length: {len(body)}\r\n"
                f"Content-Type: multipart/form-data; boundary={boundary}\r\n\r\n")
        return head.encode() + body

    def send(self, request):
        self.stream.sendall(request)
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.stream.recv(1 << 18)
        head, body = answer.split(b"\r\n\r\n", 1)
        length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
        parts, size = [body], len(body)
        while size < length:
            parts.append(self.stream.recv(1 << 18))
            size += len(parts[-1])
        body = b"".join(parts)
        if b" 200 " not in head.split(b"\r\n", 1)[0]:
            sys.exit(f"the service answered {body[:300]}")
        return body

    def family(self):
        found = [self.process.pid]
        for pid in found:
            for task in os.listdir(f"/proc/{pid}/task"):
                with open(f"/proc/{pid}/task/{task}/children") as file:
                    found += [int(child) for child in file.read().split()]
        return found

    def cpu(self):
        """Seconds of processor time, the tracker's process included."""
        total = 0
        for pid in self.family():
            with open(f"/proc/{pid}/stat") as file:
                total += sum(int(field) for field in file.read().rsplit(")", 1)[1].split()[11:13])
        return total / TICKS

    def memory(self):
        """The tracker's process's resident memory, in MB, and the private part of it."""
        pid = self.family()[-1]
        with open(f"/proc/{pid}/status") as file:
            text = file.read()
        return [int(re.search(rf"{name}:\s+(\d+)", text)[1]) / 1024 for name in ("VmRSS", "RssAnon")]

    def end(self):
        self.stream.close()
        self.process.terminate()
        self.process.wait(20)


class Peer:
    """MediaPipe's Python package and OpenCV."""

    def __init__(self, layers):
        vision, base = mediapipe.tasks.vision, mediapipe.tasks.BaseOptions
        self.landmarker = vision.FaceLandmarker.create_from_options(vision.FaceLandmarkerOptions(
            base_options=base(model_asset_path=MODEL), running_mode=vision.RunningMode.IMAGE, num_faces=4,
            output_face_blendshapes=True, output_facial_transformation_matrixes=True))
        self.layers = layers

    def render(self, photo):
        picture = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR)
        found = self.landmarker.detect(
            mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB, data=cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)))
        if len(found.face_landmarks) != 1:
            sys.exit(f"MediaPipe finds {len(found.face_landmarks)} faces in the photo, expected 1")
        height, width = picture.shape[:2]
        for layer, corners in self.layers:
            left, top = max(int(np.floor(corners[:, 0].min())), 0), max(int(np.floor(corners[:, 1].min())), 0)
            right = min(int(np.ceil(corners[:, 0].max())), width)
            bottom = min(int(np.ceil(corners[:, 1].max())), height)
            size = np.float32([[0, 0], [layer.shape[1], 0], [layer.shape[1], layer.shape[0]], [0, layer.shape[0]]])
            matrix = cv2.getPerspectiveTransform(size, np.float32(corners - [left, top]))
            warped = cv2.warpPerspective(layer, matrix, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
            alpha = cv2.cvtColor(255 - warped[..., 3], cv2.COLOR_GRAY2BGR)
            target = picture[top:bottom, left:right]
            under = cv2.multiply(target, alpha, scale=1 / 255)
            cv2.add(under, cv2.cvtColor(warped, cv2.COLOR_BGRA2BGR), dst=target)
        return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def layers_of(placements):
    with open(f"{AVATARS}/dragon/avatar.json") as file:
        images = {layer["name"]: layer["image"] for layer in json.load(file)["layers"]}
    layers = []
    for entry in placements:
        picture = cv2.imread(f"{AVATARS}/dragon/{images[entry['layer']]}", cv2.IMREAD_UNCHANGED).astype(np.float32)
        picture[..., :3] *= picture[..., 3:] / 255
        layers.append((np.clip(np.round(picture), 0, 255).astype(np.uint8), np.array(entry["corners"])))
    return layers


def photo():
    """The photo cut to 4:3 about its middle, 640 x 480, as a JPEG such as cameras write."""
    picture = cv2.imread(PHOTO, cv2.IMREAD_COLOR)
    height, width = picture.shape[:2]
    wide, high = min(width, height * 4 // 3), min(height, width * 3 // 4)
    # Faces stand in the upper part of portraits.
    left, top = (width - wide) // 2, (height - high) // 4
    picture = cv2.resize(picture[top:top + high, left:left + wide], (640, 480), interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


def main():
    with tempfile.TemporaryDirectory() as folder:
        service = Service(folder)
        try:
            data = photo()
            options = {"avatar": "dragon", "format": "jpeg", "quality": QUALITY}
            started = time.perf_counter()
            told = json.loads(service.send(service.request(data, options, "application/json")))
            cold = 1000 * (time.perf_counter() - started)
            if told["faces"] != 1:
                sys.exit(f"the service finds {told['faces']} faces in the photo, expected 1")
            request, peer = service.request(data, options), Peer(layers_of(told["placements"]["placements"]))
            turns = {"ours": lambda: service.send(request), "peer": lambda: peer.render(data)}
            if os.environ.get("KEEP"):
                for name, turn in turns.items():
                    with open(f"{os.environ['KEEP']}/{name}.jpg", "wb") as file:
                        file.write(turn())
            for turn in turns.values():
                for _ in range(20):
                    turn()
            wall, cpu = {name: [] for name in turns}, dict.fromkeys(turns, 0)
            for _ in range(ROUNDS):
                for name, turn in turns.items():
                    clock = service.cpu if name == "ours" else time.process_time
                    before, started = clock(), time.perf_counter()
                    turn()
                    wall[name].append(1000 * (time.perf_counter() - started))
                    cpu[name] += 1000 * (clock() - before)
            resident, private = service.memory()
        finally:
            service.end()
        print(f"A photo of 640 x 480 alone ({len(data)} bytes of JPEG) and out as JPEG, tracked, with the dragon of"
              f" {len(told['placements']['placements'])} layers;\none after the other, warm, {ROUNDS} of each in turn."
              f" MediaPipe {mediapipe.__version__} and OpenCV {cv2.__version__} in one Python\nprocess without HTTP,"
              " with the corners that ours works out; ours over HTTP.\n")
        print("| | least ms | median ms | p90 ms | CPU ms | median, times ours |\n|---|---|---|---|---|---|")
        own = statistics.median(wall["ours"])
        for name, words in [("ours", "avatar-overlay, `/v1/frames`"), ("peer", "MediaPipe and OpenCV, Python")]:
            middle = statistics.median(wall[name])
            ratio = "" if name == "ours" else f"{middle / own:.2f}"
            print(f"| {words} | {min(wall[name]):.1f} | {middle:.1f} | {sorted(wall[name])[ROUNDS * 9 // 10]:.1f} | {cpu[name] / ROUNDS:.1f}"
                  f" | {ratio} |")
        print("\nBeside what the peer does, ours reads and answers HTTP, gives the pixels (0.9 MB) to a process that can reach"
              " nothing\nelse, decodes the JPEG a second time, to the planes that are drawn on, and averages artwork where"
              " it is shrunk.\n"
              f"\nLoad {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores, so the ratios count. The first photo of a thread,"
              f" whose process has to start and\nload the model: {cold:.0f} ms. The tracker's process holds"
              f" {resident:.0f} MB, {private:.0f} of them its own.")


main()
