"""One picture as bytes: JPEG in, an avatar on the face, JPEG out, in process and on one thread.

    frame.py TOOL RECORDING    the picture is the middle 4:3 of a frame of it, at 640 x 480

Ours is given the JPEG and the tracker's sample as JSON, and reads both. The peers are given their
layers decoded, premultiplied, and with the homographies that ours found.
"""

import ctypes
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import cv2
import numpy as np
import PIL
from PIL import Image

import measure
import snapshot_scene
import table

AVATAR, SECOND = "dragon", 2.0
WIDTH, HEIGHT, QUALITY = 640, 480, 90
TARGET = 3
LIBRARY = os.environ.get(
    "BENCH_BRIDGE",
    str(pathlib.Path(__file__).parents[1] / ".build/release/libbench-bridge.so"))

cv2.setNumThreads(1)


def crop_tracking(path, frame_size):
    """The tracking of the frame's middle 4:3: the camera stays, the sides go."""
    header, sample = map(json.loads, path.read_text().splitlines())
    width, height = frame_size
    middle = height * 4 // 3
    header["width"], header["height"] = middle, height
    for face in sample["faces"]:
        for point in face.get("landmarks", []):
            point[0] = (point[0] * width - (width - middle) / 2) / middle
            point[2] *= width / middle
    path.write_text(json.dumps(header) + "\n" + json.dumps(sample) + "\n")


def make_scene(tool, recording, folder):
    """The JPEG, the sample, and the layers with their homographies."""
    snapshot_scene.make(tool, recording, AVATAR, SECOND, folder)
    frame = Image.open(folder / "frame.png").convert("RGB")
    left = (frame.width - frame.height * 4 // 3) // 2
    crop_tracking(folder / "still.jsonl", frame.size)
    picture = frame.crop((left, 0, frame.width - left, frame.height)).resize(
        (WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    picture.save(folder / "in.png")
    picture.save(folder / "in.jpg", quality=QUALITY, subsampling="4:2:0")
    subprocess.run(
        [tool, "snapshot", "--video", folder / "in.png", "--tracking", folder / "still.jsonl",
         "--avatar", AVATAR, "-o", folder / "exact.png", "--placements", folder / "in.jsonl"],
        check=True, capture_output=True)
    files = {layer["name"]: layer["image"] for layer in json.loads(
        pathlib.Path(f"Avatars/{AVATAR}/avatar.json").read_text())["layers"]}
    layers = []
    for placement in json.loads((folder / "in.jsonl").read_text())["placements"]:
        artwork = Image.open(f"Avatars/{AVATAR}/{files[placement['layer']]}").convert("RGBA")
        matrix = snapshot_scene.homography(*artwork.size, placement["corners"])
        layers.append((artwork, matrix, snapshot_scene.box(placement["corners"], WIDTH, HEIGHT)))
    return (folder / "in.jpg").read_bytes(), (folder / "still.jsonl").read_bytes(), layers


def ours(jpeg, tracking):
    """`FrameRenderer`."""
    library = ctypes.CDLL(LIBRARY)
    library.bench_frame_renderer.restype = ctypes.c_void_p
    library.bench_frame_render.restype = ctypes.c_ssize_t
    renderer = ctypes.c_void_p(library.bench_frame_renderer(b"Avatars"))
    output = ctypes.create_string_buffer(1 << 20)

    def run():
        count = library.bench_frame_render(
            renderer, jpeg, ctypes.c_ssize_t(len(jpeg)), tracking,
            ctypes.c_ssize_t(len(tracking)), AVATAR.encode(), output,
            ctypes.c_ssize_t(len(output)))
        if count == 0:
            raise ValueError("nothing was rendered")
        return ctypes.string_at(output, count)

    return run


def shrink_factor(matrix, artwork):
    """How many texels a pixel spans in the middle of a layer, by area."""
    a, b, c, d, e, f, g, h, i = matrix
    x, y = artwork.width / 2, artwork.height / 2
    determinant = np.linalg.det(np.reshape(matrix, (3, 3)))
    return float(np.sqrt(abs((g * x + h * y + i) ** 3 / determinant)))


def opencv(jpeg, layers, shrinks):
    """`imdecode`, `warpPerspective` into each layer's box, source-over, `imencode`.

    On three channels, which is faster than on four; the steps of source-over are those that
    `peer_opencv.py` found fastest. With `shrinks`, `INTER_AREA` first brings each layer's artwork to
    the size at which it is seen, so that it does not alias.
    """
    data = np.frombuffer(jpeg, np.uint8)
    prepared = []
    for artwork, matrix, (left, top, right, bottom) in layers:
        straight = np.asarray(artwork).astype(np.uint16)
        alpha = straight[..., 3:]
        rgb = ((straight[..., :3] * alpha + 127) // 255)[..., ::-1]
        source = np.ascontiguousarray(np.concatenate((rgb, alpha), axis=2).astype(np.uint8))
        shift = np.array([[1, 0, -left - 0.5], [0, 1, -top - 0.5], [0, 0, 1]])
        back = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
        factor = max(shrink_factor(matrix, artwork), 1) if shrinks else 1
        small = (round(artwork.width / factor), round(artwork.height / factor))
        scale = np.diag([artwork.width / small[0], artwork.height / small[1], 1])
        prepared.append((source, small, shift @ np.reshape(matrix, (3, 3)) @ scale @ back,
                         (left, top, right - left, bottom - top)))

    def run():
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
        for source, small, matrix, (x, y, width, height) in prepared:
            if shrinks:
                source = cv2.resize(source, small, interpolation=cv2.INTER_AREA)
            under = picture[y:y + height, x:x + width]
            warped = cv2.warpPerspective(source, matrix, (width, height), flags=cv2.INTER_LINEAR)
            alpha = cv2.bitwise_not(cv2.extractChannel(warped, 3))
            product = cv2.multiply(under, cv2.merge((alpha, alpha, alpha)), scale=1 / 255)
            cv2.add(product, cv2.cvtColor(warped, cv2.COLOR_BGRA2BGR), dst=under)
        return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()

    return run


def pillow(jpeg, layers):
    """`Image.transform` of each layer into its box, `alpha_composite`, `save`."""
    prepared = []
    for artwork, matrix, region in layers:
        left, top, right, bottom = region
        a, b, c, d, e, f, g, h, i = snapshot_scene.inverse(matrix)
        c, f, i = (a * left + b * top + c, d * left + e * top + f, g * left + h * top + i)
        prepared.append((artwork.convert("RGBa"), [v / i for v in (a, b, c, d, e, f, g, h)],
                         (right - left, bottom - top), (left, top)))

    def run():
        picture = Image.open(io.BytesIO(jpeg)).convert("RGBA")
        for source, coefficients, size, place in prepared:
            warped = source.transform(
                size, Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BILINEAR)
            picture.alpha_composite(warped.convert("RGBA"), place)
        output = io.BytesIO()
        picture.convert("RGB").save(output, "JPEG", quality=QUALITY)
        return output.getvalue()

    return run


def codecs(jpeg):
    """What decoding and encoding alone take OpenCV and Pillow."""
    data = np.frombuffer(jpeg, np.uint8)
    bgr = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return {
        "OpenCV, decoding and encoding alone": lambda: (
            cv2.imdecode(data, cv2.IMREAD_COLOR),
            cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY]))}


def psnr(jpeg, exact):
    """How near a result is to the PNG of the job, in dB."""
    seen = np.asarray(Image.open(io.BytesIO(jpeg)).convert("RGB"), np.float64)
    return 10 * np.log10(255 ** 2 / np.mean((seen - exact) ** 2))


def main():
    tool, recording = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        jpeg, tracking, layers = make_scene(tool, recording, folder)
        exact = np.asarray(Image.open(folder / "exact.png").convert("RGB"), np.float64)
    runs = {"avatar-overlay": ours(jpeg, tracking),
            f"OpenCV {cv2.__version__}": opencv(jpeg, layers, shrinks=False),
            f"OpenCV {cv2.__version__}, `INTER_AREA` first": opencv(jpeg, layers, shrinks=True),
            f"Pillow {PIL.__version__}": pillow(jpeg, layers)}
    results = {key: run() for key, run in runs.items()}
    keep = os.environ.get("BENCH_KEEP")
    if keep:
        for key, result in results.items():
            (pathlib.Path(keep) / f"{key.split()[0]}{'-area' * ('AREA' in key)}.jpg").write_bytes(result)
    times = measure.interleaved({**runs, **codecs(jpeg)})
    best = min(seconds for key, seconds in times.items() if key in runs and "avatar" not in key)
    print("## One picture\n")
    print(f"A JPEG of {WIDTH} x {HEIGHT} with the dragon of {len(layers)} layers, from bytes to bytes"
          f" at quality {QUALITY}, CPU time\nof one thread. Ours reads the tracker's sample too"
          f" ({len(tracking)} bytes of JSON); the peers are given the\nhomographies that it finds.\n")
    print(table.markdown(
        ["program", "ms", "of ours", "bytes", "PSNR to the job's PNG, dB"],
        [[key, f"{1e3 * seconds:.2f}", f"{seconds / times['avatar-overlay']:.1f}",
          str(len(results[key])) if key in results else None,
          f"{psnr(results[key], exact):.1f}" if key in results else None]
         for key, seconds in times.items()]))
    ratio = best / times["avatar-overlay"]
    print(f"Target: {TARGET} times as fast as the fastest of them. {ratio:.1f} times |"
          f" {table.at_least(ratio, TARGET)}\n")


main()
