"""The peers' service: the same layers warped onto the same picture, under Starlette and uvicorn.

`PEER` is `opencv` (one bilinear tap a pixel, which aliases where artwork shrinks), `opencv-area` (as sharp as
ours: `INTER_AREA` first brings each layer to the size at which it is seen) or `pillow`; `LAYERS` is a folder of
layers as PNG with their corners in `corners.json`. The layers are decoded and prepared beforehand, and the
corners known: what ours works out anew for every picture from its tracking sample is given to the peers.
"""

import io
import json
import os

import numpy as np
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

PEER, FOLDER = os.environ["PEER"], os.environ["LAYERS"]
QUALITY = 90


def square_to_quad(width, height, corners):
    """The 3 x 3 map from a picture's own corners onto four points."""
    sources = [(0, 0), (width, 0), (width, height), (0, height)]
    rows, right = [], []
    for (x, y), (u, v) in zip(sources, corners):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    return np.append(np.linalg.solve(np.array(rows, float), np.array(right, float)), 1).reshape(3, 3)


def region(corners, width, height):
    """The pixels that the corners span, within the picture."""
    xs, ys = [c[0] for c in corners], [c[1] for c in corners]
    left, top = max(int(np.floor(min(xs))), 0), max(int(np.floor(min(ys))), 0)
    return left, top, min(int(np.ceil(max(xs))), width), min(int(np.ceil(max(ys))), height)


if PEER.startswith("opencv"):
    import cv2

    cv2.setNumThreads(1)

    def prepare(path):
        picture = cv2.imread(path, cv2.IMREAD_UNCHANGED).astype(np.float32)
        picture[..., :3] *= picture[..., 3:] / 255
        return np.clip(np.round(picture), 0, 255).astype(np.uint8)

    def size_of(layer):
        return layer.shape[1], layer.shape[0]

    def seen(layer, corners):
        """The layer at the size at which it is seen, where that is smaller than its own."""
        width, height = size_of(layer)
        area = cv2.contourArea(np.array(corners, np.float32))
        factor = max((width * height / max(area, 1)) ** 0.5, 1)
        return cv2.resize(layer, (round(width / factor), round(height / factor)), interpolation=cv2.INTER_AREA)

    def compose(data, layers):
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        height, width = picture.shape[:2]
        for layer, corners in layers:
            if PEER == "opencv-area":
                layer = seen(layer, corners)
            left, top, right, bottom = region(corners, width, height)
            to_region = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]], float)
            centre = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]], float)
            matrix = np.linalg.inv(centre) @ to_region @ square_to_quad(*size_of(layer), corners) @ centre
            warped = cv2.warpPerspective(layer, matrix, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
            alpha = cv2.cvtColor(255 - warped[..., 3], cv2.COLOR_GRAY2BGR)
            target = picture[top:bottom, left:right]
            under = cv2.multiply(target, alpha, scale=1 / 255)
            cv2.add(under, cv2.cvtColor(warped, cv2.COLOR_BGRA2BGR), dst=target)
        return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()

else:
    from PIL import Image

    def prepare(path):
        return Image.open(path).convert("RGBA")

    def size_of(layer):
        return layer.size

    def compose(data, layers):
        picture = Image.open(io.BytesIO(data)).convert("RGBA")
        for layer, corners in layers:
            left, top, right, bottom = region(corners, *picture.size)
            shifted = [(x - left, y - top) for x, y in corners]
            inverse = np.linalg.inv(square_to_quad(*layer.size, shifted))
            inverse /= inverse[2, 2]
            warped = layer.transform(
                (right - left, bottom - top), Image.Transform.PERSPECTIVE, inverse.ravel()[:8].tolist(),
                Image.Resampling.BILINEAR)
            picture.alpha_composite(warped, (left, top))
        out = io.BytesIO()
        picture.convert("RGB").save(out, "JPEG", quality=QUALITY)
        return out.getvalue()


with open(f"{FOLDER}/corners.json") as file:
    LAYERS = [(prepare(f"{FOLDER}/{entry['image']}"), entry["corners"]) for entry in json.load(file)]


async def frames(request):
    async with request.form() as form:
        data = await form["picture"].read()
    return Response(compose(data, LAYERS), media_type="image/jpeg")


app = Starlette(routes=[Route("/v1/frames", frames, methods=["POST"])])
