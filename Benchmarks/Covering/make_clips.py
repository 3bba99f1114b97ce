#!/usr/bin/env python3
"""Makes clips in which faces are hard to follow, of real recordings.

  make_clips.py RECORDINGS OUT

hidden.mkv   a board passes before a face, 0.7 s of which nothing of it is seen
enters.mkv   a face comes in over the left edge, goes through the picture and out on the right
fast.mkv     the same in a third of the time, blurred by its motion
rolls.mkv    a face that turns upside down and back
small.mkv    a face of 40 pixels in a picture of 1280 x 720
cut.mkv      two recordings, one after the other
nowhere.mkv  a face that is there at once, in the middle, 2.5 s after the begin: has to be refused
"""
import os
import subprocess
import sys

import cv2
import numpy


def frames(path):
    clip = cv2.VideoCapture(path)
    while True:
        found, frame = clip.read()
        if not found:
            return
        yield frame


class Writer:
    """A clip without loss."""

    def __init__(self, path, size, rate=25):
        self.tool = subprocess.Popen(
            ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr24", "-s", "%dx%d" % size,
             "-r", str(rate), "-i", "-", "-pix_fmt", "yuv444p", "-c:v", "ffv1", path],
            stdin=subprocess.PIPE)

    def add(self, frame):
        self.tool.stdin.write(numpy.ascontiguousarray(frame).tobytes())

    def close(self):
        self.tool.stdin.close()
        assert self.tool.wait() == 0


def background(width, height):
    """A room without people: soft colours and edges."""
    y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    room = numpy.stack([120 + 50 * numpy.sin(x / 97), 130 + 40 * numpy.sin(y / 61), 140 + 30 * numpy.sin((x + y) / 83)], 2)
    room[height * 2 // 3:] *= 0.7
    room[:, width // 4:width // 4 + 6] = 60
    return room.clip(0, 255).astype(numpy.uint8)


def pasted(room, person, x, y):
    picture = room.copy()
    height, width = person.shape[:2]
    left, right = max(0, x), min(room.shape[1], x + width)
    if left < right:
        picture[y:y + height, left:right] = person[:, left - x:right - x]
    return picture


def main(recordings, out):
    os.makedirs(out, exist_ok=True)
    person = [cv2.resize(f, (300, 300)) for f in list(frames(f"{recordings}/expressions/clip.mp4"))[:120]]
    other = list(frames(f"{recordings}/two-faces/clip.mp4"))
    room = background(640, 360)

    clip = Writer(f"{out}/hidden.mkv", (300, 300))
    for n, frame in enumerate(person):
        frame = frame.copy()
        x = (n - 40) * 40 - 300 if n < 50 else -300 + 400 if n < 60 else (n - 60) * 40 + 100
        left, right = max(0, x - 150), min(300, x + 300)
        if 40 <= n < 75 and left < right:
            frame[:, left:right] = (90, 70, 60)
        clip.add(frame)
    clip.close()

    for name, step in [("enters", 9), ("fast", 30)]:
        clip = Writer(f"{out}/{name}.mkv", (640, 360))
        x, n = -300, 0
        for _ in range(25):
            clip.add(room)
        while x < 640:
            parts = range(4) if name == "fast" else range(1)
            mixed = sum(pasted(room, person[n % 120], x + step * p // 4, 40).astype(numpy.float32) for p in parts)
            clip.add((mixed / len(parts)).astype(numpy.uint8))
            x, n = x + step, n + 1
        for _ in range(25):
            clip.add(room)
        clip.close()

    clip = Writer(f"{out}/rolls.mkv", (300, 300))
    for n, frame in enumerate(person):
        angle = 180 * numpy.sin(numpy.pi * n / len(person)) ** 2
        turn = cv2.getRotationMatrix2D((150, 150), angle, 0.8)
        clip.add(cv2.warpAffine(frame, turn, (300, 300), borderMode=cv2.BORDER_REPLICATE))
    clip.close()

    clip = Writer(f"{out}/small.mkv", (1280, 720))
    large = background(1280, 720)
    for n, frame in enumerate(person[:60]):
        clip.add(pasted(large, cv2.resize(frame, (80, 80), interpolation=cv2.INTER_AREA), 400 + 3 * n, 300))
    clip.close()

    clip = Writer(f"{out}/cut.mkv", (300, 300))
    for frame in person[:40]:
        clip.add(frame)
    for frame in other[:40]:
        clip.add(cv2.resize(frame, (300, 300)))
    clip.close()

    clip = Writer(f"{out}/nowhere.mkv", (640, 360))
    for n in range(120):
        clip.add(room if n < 63 else pasted(room, cv2.resize(person[n], (180, 180)), 230, 100))
    clip.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
