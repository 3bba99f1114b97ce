"""The frame that the service's benchmarks send: 640 x 480, of the sample, as a picture and as a recording."""

import json
import os
import subprocess

from PIL import Image

from service_load import post


class Frame:
    """A picture, `picture`, and its tracking, `tracking`; both lie in the folder `still` as a recording too."""

    def __init__(self, tool, sample, folder):
        run = lambda *words: subprocess.run([tool, *words], check=True, capture_output=True)
        self.still = still = f"{folder}/still"
        os.mkdir(still)
        run("snapshot", sample, "--avatar", "none", "--at", "1.5", "--size", "640x480", "-o", f"{folder}/ground.png")
        # 4:2:0, as cameras write it.
        Image.open(f"{folder}/ground.png").convert("RGB").save(f"{still}/clip.jpg", quality=90)
        # The sample of that moment alone, for a picture of that size.
        with open(f"{sample}/tracking.jsonl") as file:
            header, *samples = [json.loads(line) for line in file]
        nearest = min(samples, key=lambda entry: abs(entry["timestampMs"] - 1500))
        nearest["timestampMs"] = 0
        nearest["faces"] = nearest["faces"][:1]
        header["source"] = {"video": "clip.jpg"}
        header["width"], header["height"] = 640, 480
        self.tracking = (json.dumps(header) + "\n" + json.dumps(nearest) + "\n").encode()
        with open(f"{still}/tracking.jsonl", "wb") as file:
            file.write(self.tracking)
        with open(f"{still}/recording.json", "w") as file:
            json.dump({"image": "clip.jpg", "tracking": "tracking.jsonl"}, file)
        with open(f"{still}/clip.jpg", "rb") as file:
            self.picture = file.read()
        self.part = ("picture", "clip.jpg", "image/jpeg", self.picture)

    def request(self):
        """The frame with the dragon on, out as JPEG."""
        return post("/v1/frames", [
            self.part, ("tracking", "tracking.jsonl", "application/json", self.tracking),
            ("options", "options.json", "application/json",
             b'{"avatars": ["dragon"], "format": "jpeg", "quality": 90}')])
