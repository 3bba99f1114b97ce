#!/usr/bin/env python3
"""Makes clips of a hand before a real face, with the exact alpha of the hand.

    python3 Benchmarks/Occlusion/make_clips.py TOOL OUT

A hand of sprites.py is moved over the faces of ten parts of the recordings, with the colour of the
face's cheeks, motion blur, a shadow and a camera's noise. Each clip is a folder of OUT:

    clip.mp4         the clip
    truth.mkv        the hand's alpha of each frame, without loss
    tracking.jsonl   the clip as tracked by TOOL
    recording.json   names both, so that the folder is a recording
    truth.json       the face's place and width, the hand's colour: how the clip was made

The same versions of ffmpeg and numpy make the same pictures, byte for byte (truth.mkv has an
identifier that ffmpeg draws by lot). Needs ffmpeg and numpy.
"""

import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

sys.dont_write_bytecode = True  # nothing is written outside OUT

from sprites import F, RECORDINGS, ROOT, bilinear, blur, box, read, sprites  # noqa: E402

MODELS = os.path.join(os.path.dirname(ROOT), "shared", "data", "models")
FACE_MODEL, HAND_MODEL = "face_landmarker.task", "hand_landmarker_composed.task"

# Landmarks of a face: its sides, its top and chin, and places on the cheeks.
RIGHT, LEFT, TOP, CHIN = 234, 454, 10, 152
CHEEKS = (50, 280, 205, 425)

EXPOSURES = 6   # pictures of the moving hand a frame
SHUTTER = 0.7   # the part of a frame's time in which they are taken
NOISE = 1.5     # of the camera, in levels


def to_and_fro(first, last, count):
    """Frame numbers from the first to the last and back, until there are enough."""
    there = list(range(first, last + 1))
    cycle = there + there[-2:0:-1]
    return [cycle[i % len(cycle)] for i in range(count)]


@dataclass(frozen=True, kw_only=True)
class Clip:
    """What a clip is made of; times are in its frames, lengths in widths of the face."""

    recording: str
    video: str = "clip.mp4"
    source: tuple           # the recording's width and height, upright
    crop: tuple = None      # x, y, width and height of the part that is taken
    output: tuple           # the clip's width and height
    wide: bool = False      # in the middle of the output, the borders carried on
    frames: list            # numbers of the recording's frames
    still: bool = False     # a picture: zoomed and shifted a little, as if held by hand
    fps: str
    faces: int = 1
    face: int = 0           # the number of the face, from the left, that the hand goes to
    fixed_face: tuple = None  # x, y and width, where tracking does not have it
    sprite: str
    mirrored: bool
    gain: float             # of the hand's colour
    knee: bool = False      # a bright face: the hand is kept from being blown out
    keys: list              # time, dx, dy from the face's middle, degrees, width of the fist
    shake: list             # first time, last time, Hz, amplitude of dx, dy, degrees


CLIPS = {
    "01-winks-fist-mouth": Clip(
        recording="winks", source=(512, 512), output=(720, 720),
        frames=list(range(0, 84)), fps="30", sprite="fist", mirrored=True, gain=1.0,
        keys=[
            (0, 1.0, 2.6, -20, 0.75), (14, 0.5, 1.0, -12, 0.75), (24, 0.05, 0.42, -8, 0.75),
            (60, 0.0, 0.40, -14, 0.75), (70, 0.35, 0.9, -20, 0.75), (83, 1.0, 2.7, -25, 0.75)],
        shake=[(26, 56, 2.5, 0.10, 0.03, 0)]),
    "02-winks-thumb-cheek": Clip(
        recording="winks", source=(512, 512), output=(512, 512),
        frames=list(range(100, 172)), fps="30", sprite="thumb", mirrored=False, gain=1.04,
        keys=[
            (0, -1.3, 1.9, 30, 0.62), (16, -0.62, 0.75, 16, 0.62), (28, -0.30, 0.30, 6, 0.62),
            (44, -0.22, 0.22, 0, 0.64), (56, -0.45, 0.45, 10, 0.62), (71, -1.3, 1.8, 30, 0.62)],
        shake=[(28, 44, 2, 0.03, 0.03, 3)]),
    "03-winks-fist-eye-wide": Clip(
        recording="winks", source=(512, 512), output=(1280, 720), wide=True,
        frames=list(range(255, 340)), fps="30", sprite="fist", mirrored=False, gain=0.95,
        keys=[
            (0, -2.3, 1.2, 40, 0.8), (16, -1.0, 0.25, 34, 0.8), (28, -0.38, -0.12, 28, 0.8),
            (40, -0.30, -0.16, 24, 0.8), (54, 0.10, -0.12, 20, 0.8), (64, -0.35, 0.1, 30, 0.8),
            (84, -2.3, 1.4, 40, 0.8)],
        shake=[(28, 42, 3, 0.04, 0.02, 0)]),
    "04-expressions-brush-mouth": Clip(
        recording="expressions", source=(480, 480), output=(720, 720),
        frames=list(range(60, 140)), fps="30", sprite="fist", mirrored=False, gain=1.03,
        keys=[
            (0, -1.4, 2.2, 26, 0.7), (12, -0.5, 0.75, 18, 0.7), (20, -0.08, 0.36, 10, 0.7),
            (58, 0.06, 0.36, 8, 0.7), (66, -0.3, 0.7, 16, 0.7), (79, -1.4, 2.2, 26, 0.7)],
        shake=[(20, 58, 3.6, 0.14, 0.02, 4)]),
    "05-expressions-thumb-nose": Clip(
        recording="expressions", source=(480, 480), output=(480, 480),
        frames=list(range(0, 70)), fps="30", sprite="thumb", mirrored=True, gain=0.97, knee=True,
        keys=[
            (0, 0.3, 2.6, -6, 0.66), (14, 0.2, 1.1, -4, 0.66), (24, 0.12, 0.42, -4, 0.66),
            (46, 0.05, 0.36, 4, 0.68), (56, 0.25, 0.9, -6, 0.66), (69, 0.4, 2.6, -10, 0.66)],
        shake=[(24, 46, 2, 0.05, 0.02, 2)]),
    "06-phone-fist-chin": Clip(
        recording="phone-portrait", video="clip.mov", source=(480, 640), output=(480, 640),
        frames=to_and_fro(0, 24, 76), fps="289/12", sprite="fist", mirrored=True, gain=1.0,
        knee=True,
        keys=[
            (0, 1.0, 2.0, -30, 0.66), (14, 0.55, 0.95, -24, 0.66), (24, 0.14, 0.50, -16, 0.66),
            (46, 0.16, 0.30, -14, 0.66), (60, 0.42, 0.7, -26, 0.66), (75, 1.1, 2.0, -36, 0.66)],
        shake=[(24, 48, 2.5, 0.06, 0.05, 2)]),
    "07-two-faces-fist": Clip(
        recording="two-faces", source=(480, 270), output=(960, 540), faces=2, face=1,
        frames=to_and_fro(0, 55, 72), fps="25", sprite="fist", mirrored=True, gain=1.0,
        keys=[
            (0, 2.5, 3.2, -30, 0.85), (14, 1.0, 1.3, -24, 0.85), (24, 0.35, 0.45, -18, 0.85),
            (48, 0.22, 0.30, -12, 0.85), (58, 0.9, 1.1, -24, 0.85), (71, 2.5, 3.2, -34, 0.85)],
        shake=[(26, 48, 2.5, 0.10, 0.04, 2)]),
    "08-still-thumb-cheek": Clip(
        recording="portrait-still", video="clip.png", source=(512, 512), crop=(104, 0, 240, 240),
        output=(720, 720), still=True,
        frames=[0] * 72, fps="30", sprite="thumb", mirrored=True, gain=1.0, knee=True,
        keys=[
            (0, 2.2, 2.0, -35, 0.72), (14, 0.95, 0.9, -24, 0.72), (26, 0.40, 0.36, -12, 0.72),
            (48, 0.30, 0.26, -6, 0.72), (58, 0.85, 0.8, -22, 0.72), (71, 2.2, 2.1, -36, 0.72)],
        shake=[(28, 48, 3, 0.05, 0.02, 2)]),
    "09-gesture-fist-wipe": Clip(
        recording="gesture", source=(1280, 720), output=(1280, 720),
        frames=to_and_fro(0, 20, 75), fps="25", sprite="fist", mirrored=True, gain=1.0,
        keys=[
            (0, 2.6, 2.2, -38, 0.75), (12, 1.2, 0.9, -28, 0.75), (20, 0.50, 0.30, -20, 0.75),
            (36, -0.20, 0.10, 0, 0.75), (50, 0.30, 0.42, -12, 0.75), (60, 1.0, 1.0, -26, 0.75),
            (74, 2.6, 2.4, -38, 0.75)],
        shake=[(38, 52, 3, 0.06, 0.03, 2)]),
    "10-signing-fist-fast": Clip(
        recording="signing", video="clip.mkv", source=(640, 480), crop=(150, 0, 320, 240),
        output=(960, 720), fixed_face=(309, 80, 58),
        frames=to_and_fro(41, 50, 66), fps="30", sprite="fist", mirrored=False, gain=1.0,
        keys=[
            (0, -2.6, 3.4, 22, 0.85), (10, -0.9, 1.1, 16, 0.85), (17, -0.15, 0.35, 8, 0.85),
            (26, 0.25, 0.20, 0, 0.85), (34, -0.30, 0.25, 12, 0.85), (46, 0.0, 0.42, 4, 0.85),
            (54, -0.7, 1.3, 16, 0.85), (65, -2.6, 3.6, 24, 0.85)],
        shake=[(36, 48, 4, 0.09, 0.02, 2)]),
}


def samples_of(path):
    """The samples of a tracking file, without its head."""
    with open(path) as file:
        return [json.loads(line) for line in file][1:]


def widen(picture, left, right):
    """Carries the borders on, softened up and down, with a little noise."""
    wide = np.pad(picture, ((0, 0), (left, right), (0, 0)), mode="edge").astype(F)
    soft = box(box(wide, 24, 0), 24, 0)
    end = left + picture.shape[1]
    wide[:, :left] = soft[:, :left]
    wide[:, end:] = soft[:, end:]
    noise = np.random.default_rng(1).normal(0, 1, wide.shape[:2])[..., None] * 1.2
    return np.clip(wide + noise, 0, 255).astype(np.uint8)


def hold_by_hand(picture, count, landmarks):
    """Frames of a still that is zoomed and shifted a little; moves the landmarks along."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(F)
    picture = picture.astype(F)
    turn = 2 * np.pi
    frames = []
    for n in range(count):
        t = n / 30
        zoom = 1.04 + 0.025 * np.sin(turn * 0.5 * t)
        dx = 5 * np.sin(turn * 0.7 * t) + 1.2 * np.sin(turn * 5.3 * t)
        dy = 4 * np.sin(turn * 0.45 * t + 1) + np.sin(turn * 6.1 * t)
        moved = bilinear(
            picture, (x - width / 2 - dx) / zoom + width / 2,
            (y - height / 2 - dy) / zoom + height / 2)
        moved += np.random.default_rng(n).normal(0, NOISE, (height, width))[..., None]
        frames.append(np.clip(moved, 0, 255).astype(np.uint8))
        middle = [width / 2, height / 2]
        landmarks[n] = (landmarks[n] - middle) * zoom + [width / 2 + dx, height / 2 + dy]
    return frames


def background(clip, recordings):
    """The frames without the hand, their landmarks, and the face's middle and width in each."""
    folder = os.path.join(recordings, clip.recording)
    video = os.path.join(folder, clip.video)
    out_width, out_height = clip.output
    x, y, width, height = clip.crop or (0, 0, *clip.source)
    crop = f"crop={width}:{height}:{x}:{y},"
    if clip.wide:
        scale = out_height / height
        inner = int(round(width * scale / 2)) * 2
        left = (out_width - inner) // 2
        shown = read(video, crop + f"scale={inner}:{out_height}:flags=bicubic", inner, out_height)
        frames = [widen(shown[i], left, out_width - inner - left) for i in clip.frames]
    else:
        scale, left = out_width / width, 0
        shown = read(
            video, crop + f"scale={out_width}:{out_height}:flags=bicubic", out_width, out_height)
        frames = [shown[i] for i in clip.frames]
    if clip.fixed_face:
        face_x, face_y, face_width = clip.fixed_face
        place = ((face_x - x) * scale + left, (face_y - y) * scale, face_width * scale)
        return frames, [None] * len(frames), [place] * len(frames)
    samples = samples_of(os.path.join(folder, "tracking.jsonl"))
    landmarks = []
    for i in clip.frames:
        faces = [
            np.array(face["landmarks"])[:, :2]
            for face in samples[min(i, len(samples) - 1)].get("faces", [])]
        faces.sort(key=lambda points: points[:, 0].mean())
        points = faces[min(clip.face, len(faces) - 1)] * np.array(clip.source)
        landmarks.append((points - [x, y]) * scale + [left, 0])
    if clip.still:
        frames = hold_by_hand(frames[0], len(frames), landmarks)
    places = []
    for points in landmarks:
        middle = (points[RIGHT] + points[LEFT]) / 2 * 0.5 + (points[TOP] + points[CHIN]) / 2 * 0.5
        places.append((middle[0], middle[1], np.hypot(*(points[RIGHT] - points[LEFT]))))
    return frames, landmarks, places


def slope(times, values, i):
    """The slope at a key: that of a monotonic cubic, and plain differences at both ends."""
    last = len(times) - 1
    if i == 0 or i == last:
        after, before = min(i + 1, last), max(i - 1, 0)
        return (values[after] - values[before]) / (times[after] - times[before])
    a = (values[i] - values[i - 1]) / (times[i] - times[i - 1])
    b = (values[i + 1] - values[i]) / (times[i + 1] - times[i])
    return np.where(a * b > 0, 2 * a * b / np.where(a + b == 0, 1, a + b), 0)


def pose(clip, t):
    """dx, dy in widths of the face, degrees, and the fist's width, at a time in frames."""
    keys = np.array(clip.keys, float)
    times, values = keys[:, 0], keys[:, 1:]
    i = int(np.clip(np.searchsorted(times, t, "right") - 1, 0, len(times) - 2))
    span = times[i + 1] - times[i]
    s = np.clip((t - times[i]) / span, 0, 1)
    m0, m1 = slope(times, values, i) * span, slope(times, values, i + 1) * span
    result = (
        values[i] * (2 * s**3 - 3 * s**2 + 1) + m0 * (s**3 - 2 * s**2 + s)
        + values[i + 1] * (-2 * s**3 + 3 * s**2) + m1 * (s**3 - s**2))
    fps = float(Fraction(clip.fps))
    for first, last, hertz, x, y, degrees in clip.shake:
        weight = np.clip(min(t - first, last - t) / 4, 0, 1)
        weight = weight * weight * (3 - 2 * weight)
        phase = 2 * np.pi * hertz * (t - first) / fps
        result = result + weight * np.array([
            x * np.sin(phase), y * np.sin(2 * phase + 0.7), degrees * np.sin(phase + 0.5), 0])
    return result


def levels_of(pixels):
    """The picture, and halves of it down to about 40 pixels."""
    levels = [pixels]
    while min(levels[-1].shape[:2]) > 40:
        last = levels[-1]
        rows, columns = last.shape[0] // 2, last.shape[1] // 2
        even = last[:rows * 2, :columns * 2]
        levels.append(even.reshape(rows, 2, columns, 2, 4).mean((1, 3)))
    return levels


def paste(levels, sprite, mirrored, size, x_to, y_to, degrees, fist_width):
    """Where a frame has the sprite, as a mask, and the sprite's premultiplied RGBA there."""
    width, height = size
    scale = sprite.fist_width / fist_width  # the sprite's pixels a pixel of the frame
    level = int(np.clip(np.floor(np.log2(max(scale, 1)) + 0.35), 0, len(levels) - 1))
    pixels, factor = levels[level], 2.0 ** level
    angle = np.radians(degrees)
    cosine, sine = np.cos(angle) * scale, np.sin(angle) * scale
    y, x = np.mgrid[0:height, 0:width].astype(F)
    x -= F(x_to)
    y -= F(y_to)
    u = x * F(cosine) + y * F(sine)
    v = -x * F(sine) + y * F(cosine)
    if mirrored:
        u = -u
    u = (u + F(sprite.anchor[0]) + 0.5) / F(factor) - F(0.5)
    v = (v + F(sprite.anchor[1]) + 0.5) / F(factor) - F(0.5)
    mask = (u > 0) & (u < pixels.shape[1] - 1) & (v > 0)
    return mask, bilinear(pixels, u[mask], v[mask])


def colour_gain(clip, sprite, frames, landmarks, face):
    """What turns the hand's colour into that of the cheeks, the same for the whole clip."""
    x, y, width = face
    radius = max(2, int(0.05 * width))
    cheeks = []
    for i in range(0, len(frames), 10):
        if landmarks[i] is not None:
            points = [landmarks[i][j] for j in CHEEKS]
        else:
            points = [
                (x - 0.2 * width, y + 0.12 * width), (x + 0.2 * width, y + 0.12 * width)]
        for column, row in points:
            column, row = int(column), int(row)
            part = frames[i][
                max(0, row - radius):row + radius, max(0, column - radius):column + radius]
            cheeks.append(part.reshape(-1, 3).mean(0))
    cheeks = np.array(cheeks)
    bright = cheeks.sum(1) >= np.median(cheeks.sum(1)) * 0.75
    cheek = cheeks[bright].mean(0)
    fist = sprite.pixels[20:int(sprite.anchor[1] + 110), :, :]
    hand = fist[fist[..., 3] > 0.99][:, :3].mean(0)
    return np.clip(cheek / hand, 0.35, 2.2) * clip.gain


def coloured(sprite, gain, knee):
    """The sprite's pixels times the gain, with a soft knee above 170 if asked for."""
    pixels = sprite.pixels.copy()
    pixels[..., :3] *= gain
    if knee:
        alpha = np.maximum(pixels[..., 3:], 1e-4)
        plain = pixels[..., :3] / alpha
        bent = np.where(plain > 170, 170 + 75 * np.tanh((plain - 170) / 75), plain)
        pixels[..., :3] = bent * pixels[..., 3:]
    return pixels


def shaded(frame, alpha, place, face_width):
    """The frame with the hand's soft shadow upon the face."""
    height, width = alpha.shape
    offset = int(0.05 * face_width)
    shadow = np.zeros_like(alpha)
    shadow[offset:, offset // 2:] = alpha[:height - offset, :width - offset // 2]
    # At half the size.
    shadow = blur(shadow[::2, ::2], max(1.5, 0.035 * face_width))
    y, x = np.mgrid[0:height:2, 0:width:2].astype(F)
    off = (
        ((x - place[0]) / (0.53 * face_width)) ** 2 + ((y - place[1]) / (0.72 * face_width)) ** 2)
    shadow = 0.25 * shadow * np.clip((1.15 - off) / 0.3, 0, 1)
    shadow = np.repeat(np.repeat(shadow, 2, 0), 2, 1)[:height, :width]
    return frame * (1 - shadow)[..., None]


def encoder(clip, pixel_format, options, path):
    """ffmpeg, which encodes the frames that are written to its input."""
    width, height = clip.output
    return subprocess.Popen(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", pixel_format,
         "-s", f"{width}x{height}", "-r", clip.fps, "-i", "-", *options, path],
        stdin=subprocess.PIPE)


def write_videos(name, clip, sprite, levels, frames, places, face, folder):
    """Puts the hand before the frames: clip.mp4, and its alpha: truth.mkv."""
    width, height = clip.output
    face_x, face_y, face_width = face
    video = encoder(
        clip, "rgb24",
        ["-vf", "scale=out_color_matrix=bt709:out_range=tv", "-c:v", "libx264", "-threads", "1",
         "-crf", "20", "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709",
         "-color_trc", "bt709", "-movflags", "+faststart"], os.path.join(folder, "clip.mp4"))
    truth = encoder(
        clip, "gray", ["-c:v", "ffv1", "-threads", "1", "-pix_fmt", "gray"],
        os.path.join(folder, "truth.mkv"))
    for i, plain in enumerate(frames):
        hand = np.zeros((height, width, 4), F)
        for k in range(EXPOSURES):
            time = i + (k + 0.5) / EXPOSURES * SHUTTER - SHUTTER / 2
            dx, dy, degrees, fist_width = pose(clip, time)
            mask, part = paste(
                levels, sprite, clip.mirrored, clip.output, face_x + dx * face_width,
                face_y + dy * face_width, degrees, fist_width * face_width)
            hand[mask] += part / EXPOSURES
        alpha = np.clip(hand[..., 3], 0, 1)
        frame = plain.astype(F)
        if alpha.any():
            frame = shaded(frame, alpha, places[i], face_width)
        frame = hand[..., :3] + frame * (1 - alpha)[..., None]
        noise = np.random.default_rng(i).normal(0, NOISE, (height, width, 1)).astype(F)
        frame += noise * alpha[..., None]
        video.stdin.write(np.clip(frame + 0.5, 0, 255).astype(np.uint8).tobytes())
        truth.stdin.write((alpha * 255 + 0.5).astype(np.uint8).tobytes())
    for process in (video, truth):
        process.stdin.close()
        if process.wait() != 0:
            raise SystemExit(f"{name}: ffmpeg failed")


def write_records(clip, count, face, gain, folder):
    with open(os.path.join(folder, "recording.json"), "w") as file:
        json.dump({"video": "clip.mp4", "tracking": "tracking.jsonl"}, file, indent=2)
    face_x, face_y, face_width = (float(value) for value in face)
    with open(os.path.join(folder, "truth.json"), "w") as file:
        json.dump({
            "fps": clip.fps, "frames": count, "faceWidth": face_width, "face": [face_x, face_y],
            "gain": gain.tolist(), "sprite": clip.sprite}, file)


def track(clip, folder, options):
    """Tracks the clip; the words of what went wrong, if it did."""
    done = subprocess.run(
        [options.tool, "track", os.path.join(folder, "clip.mp4"),
         "-o", os.path.join(folder, "tracking.jsonl"), "--overwrite",
         "--num-faces", str(clip.faces), "--mediapipe-library", options.mediapipe_library,
         "--face-model", os.path.join(options.models, FACE_MODEL),
         "--hand-model", os.path.join(options.models, HAND_MODEL), "--progress", "none"],
        capture_output=True, text=True)
    return done.stderr.strip() if done.returncode else None


def report(name, clip, face, folder):
    """Says in how many frames the hand is over the face, and the tracker finds it."""
    width, height = clip.output
    face_x, face_y, face_width = face
    truth = read(os.path.join(folder, "truth.mkv"), None, width, height, "gray")
    samples = samples_of(os.path.join(folder, "tracking.jsonl"))
    y, x = np.mgrid[0:height, 0:width]
    on_face = (
        ((x - face_x) / (0.5 * face_width)) ** 2 + ((y - face_y) / (0.7 * face_width)) ** 2 < 1)
    over = [bool((alpha[on_face] / 255).mean() > 0.02) for alpha in truth]
    hands = [len(sample.get("hands", [])) > 0 for sample in samples]
    faceless = sum(len(sample.get("faces", [])) == 0 for sample in samples)
    both = sum(a and b for a, b in zip(over, hands))
    return (
        f"{name}: {len(truth)} frames ({len(samples)} tracked), hand over the face in {sum(over)},"
        f" hands found in {both} of them, in {sum(hands)} in all,"
        f" frames without a face {faceless}")


SPRITES = {}


def start_worker(recordings):
    SPRITES.update(sprites(recordings))


def make(name, options):
    """Makes and tracks a clip: whether it succeeded, and what there is to say."""
    clip = CLIPS[name]
    folder = os.path.join(options.out, name)
    os.makedirs(folder, exist_ok=True)
    frames, landmarks, places = background(clip, options.recordings)
    face = np.median(np.array(places), axis=0)
    sprite = SPRITES[clip.sprite]
    gain = colour_gain(clip, sprite, frames, landmarks, face)
    levels = levels_of(coloured(sprite, gain, clip.knee))
    write_videos(name, clip, sprite, levels, frames, np.array(places), face, folder)
    write_records(clip, len(frames), face, gain, folder)
    failure = track(clip, folder, options)
    if failure is not None:
        return False, f"{name}: track failed: {failure}"
    return True, report(name, clip, face, folder)


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", metavar="TOOL", help="the avatar-overlay that tracks the clips")
    parser.add_argument("out", metavar="OUT", help="the folder to write into")
    parser.add_argument(
        "--only", metavar="A,B", help="only the clips whose name contains one of these, as 01,07")
    parser.add_argument(
        "--jobs", metavar="N", type=int, default=2, help="clips made at once (default: 2)")
    parser.add_argument(
        "--recordings", metavar="DIR", default=RECORDINGS,
        help="the recordings' folder (default: ../shared/recordings beside the repository)")
    parser.add_argument(
        "--models", metavar="DIR", default=MODELS,
        help=f"the folder of {FACE_MODEL} and {HAND_MODEL}"
             " (default: ../shared/data/models beside the repository)")
    parser.add_argument(
        "--mediapipe-library", metavar="PATH", default=os.path.join(ROOT, ".tracker"),
        help="MediaPipe's library, or the folder that it is installed in"
             " (default: .tracker in the repository)")
    return parser.parse_args()


def main():
    options = parse_arguments()
    wanted = options.only.split(",") if options.only else [""]
    names = [name for name in CLIPS if any(part in name for part in wanted)]
    if not names:
        sys.exit(f"no clip is named {options.only}")
    succeeded = True
    with ProcessPoolExecutor(
            options.jobs, initializer=start_worker, initargs=(options.recordings,)) as pool:
        for done, words in pool.map(make, names, [options] * len(names)):
            print(words, flush=True)
            succeeded = succeeded and done
    sys.exit(0 if succeeded else 1)


if __name__ == "__main__":
    main()
