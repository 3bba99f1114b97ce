"""A whole render beside ffmpeg: as a plain transcode, and with an overlay that is turned and
scaled every frame.

    whole_render.py TOOL RECORDING
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import artwork
import measure
import process
import table

TRANSCODE_TARGET = 1.05  # times the CPU time of the plain transcode
FILTERS_TARGET = 0.7  # times that of the transcode with an overlay
AVATARS = ("ox", "dragon", "sheep", "monkey", "pig", "bear-hood", "shark-hat", "crown")
ENCODER = ("-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-c:a", "copy")


def overlay_filters(side):
    """One picture that turns by a third of a radian and changes its size by a tenth, at four
    places a second apart: what a script for ffmpeg comes to. `rotate` goes first, for it cannot
    take pictures of changing size."""
    return (
        "[1:v]format=rgba,rotate=a='0.3*sin(2*t)':ow='hypot(iw,ih)':oh=ow:c=none,"
        f"scale=w='2*trunc({side / 2}*(1+0.1*sin(3*t)))':h=-2:eval=frame[layer];"
        "[0:v][layer]overlay=x='(W-w)/2+80*sin(t)':y='(H-h)/2+40*cos(t)':eval=frame:shortest=1")


def mask_side(tool, recording, work):
    """The side of a square as large as the dragon's mask is in the mean."""
    placements = work / "placements.jsonl"
    process.run([tool, "render", recording, "--avatar", "dragon", "--placement", "matrix",
                 "--placements", placements, "-o", work / "side.mp4", "--progress", "none"])
    layers = [layer for line in placements.read_text().splitlines()
              for layer in json.loads(line)["placements"] if layer["layer"] == "mask"]
    return (sum(quad_area(layer["corners"]) for layer in layers) / len(layers)) ** 0.5


def quad_area(corners):
    """The area of a quad by its corners."""
    pairs = zip(corners, corners[1:] + corners[:1])
    return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in pairs)) / 2


def main():
    tool, recording = sys.argv[1], pathlib.Path(sys.argv[2])
    clip = recording / "clip.mp4"
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        side = mask_side(tool, recording, work)
        ffmpeg = ["ffmpeg", "-nostdin", "-y", "-loglevel", "error", "-i", clip]
        rate = subprocess.run(
            ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries",
             "stream=avg_frame_rate", "-of", "csv=p=0", clip],
            check=True, capture_output=True, text=True).stdout.strip()
        layer = artwork.AVATARS / "dragon/mask.png"
        width, height = artwork.layer("dragon/mask").size
        # The turned picture is as wide as the artwork's diagonal.
        turned_side = side * (width**2 + height**2) ** 0.5 / (width * height) ** 0.5
        commands = {
            "transcode": ffmpeg + [*ENCODER, work / "transcode.mp4"],
            "filters": ffmpeg + [
                "-loop", "1", "-framerate", rate, "-i", layer, "-filter_complex",
                overlay_filters(turned_side), *ENCODER, work / "filters.mp4"],
        }
        for avatar in ("none", *AVATARS):
            commands[avatar] = [
                tool, "render", recording, "--avatar", avatar, "--placement", "matrix", "-o",
                work / "render.mp4", "--overwrite", "--progress", "none"]
        seconds = process.interleaved(commands, measure.ROUNDS)

    plain, filters = seconds["transcode"], seconds["filters"]

    def row(name, value):
        return [name, f"{value:.2f}", f"{value / plain:.3f}", None, f"{value / filters:.3f}", None]

    rows = [row("ffmpeg, no overlay", plain),
            row("ffmpeg, one picture by rotate, scale and overlay", filters),
            row("avatar-overlay, no avatar", seconds["none"])]
    for avatar in AVATARS:
        value = seconds[avatar]
        cells = row(f"avatar-overlay, {avatar} by matrix", value)
        cells[3] = table.at_most(value / plain, TRANSCODE_TARGET)
        cells[5] = table.at_most(value / filters, FILTERS_TARGET)
        rows.append(cells)
    print("## A whole render beside ffmpeg\n")
    print(f"CPU time of {recording.name}, H.264 veryfast, quality 20, the least of "
          f"{measure.ROUNDS} interleaved rounds; the peer is `ffmpeg {' '.join(ENCODER)}`, and "
          f"the same with one layer, {side:.0f} pixels a side as the dragon's mask is in the "
          "mean, turned and scaled every frame.\n")
    print(table.markdown(
        ["", "CPU s", "of the plain transcode", f"at most {TRANSCODE_TARGET:g}",
         "of ffmpeg's overlay", f"at most {FILTERS_TARGET:g}"], rows))


if __name__ == "__main__":
    main()
