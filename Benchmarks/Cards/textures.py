"""Procedural pictures for make_clips.py: backgrounds, printed matter, hands and a face.

All are made from a seed, without fonts or other files. Pictures are Pillow images, RGB or RGBA.
"""

import math

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

F = np.float32


def random(seed):
    """A generator whose numbers do not depend on NumPy's choice of a default."""
    return np.random.Generator(np.random.PCG64(seed))


def to_image(array):
    array = array + F(0.5)
    return Image.fromarray(np.clip(array, 0, 255, out=array).astype(np.uint8))


def noise(rng, width, height, cells, octaves=4, stretch=1.0):
    """Smooth noise of about -1 to 1; cells across the width in its first octave."""
    if width * height > 2_000_000:
        half = Image.fromarray(noise(rng, width // 2, height // 2, cells, octaves, stretch), "F")
        return np.asarray(half.resize((width, height), Image.BILINEAR))
    total = np.zeros((height, width), F)
    weight, scale = 1.0, 0.0
    for octave in range(octaves):
        columns = max(2, int(cells * 2 ** octave))
        rows = max(2, int(columns * height / width * stretch))
        grid = Image.fromarray(rng.standard_normal((rows, columns)).astype(F), "F")
        total += np.asarray(grid.resize((width, height), Image.BICUBIC)) * weight
        scale += weight
        weight *= 0.5
    return total / scale * 1.2


def mix(low, high, share):
    """Colours between two, by an array of shares."""
    share = np.clip(share, 0, 1)[..., None]
    return np.asarray(low, F) * (1 - share) + np.asarray(high, F) * share


def shade(colour, factor):
    return tuple(int(min(255, max(0, part * factor))) for part in colour)


def pick(rng, items):
    return items[int(rng.integers(len(items)))]


# Writing: glyphs of random strokes.

def latin(rng, size):
    """A mask of one letter-like glyph."""
    picture = Image.new("L", (size, size), 0)
    draw = ImageDraw.Draw(picture)
    line = max(1, size // 9)
    left, right, top, bottom = size * 0.2, size * 0.75, size * 0.3, size * 0.85
    if rng.random() < 0.35:
        top = size * 0.05
    kind = int(rng.integers(5))
    if kind == 0:
        draw.ellipse((left, size * 0.35, right, bottom), outline=255, width=line)
    elif kind == 1:
        draw.line((left, top, left, bottom), fill=255, width=line)
        draw.arc((left, size * 0.35, right, bottom), 200, 360, fill=255, width=line)
        draw.line((right, size * 0.6, right, bottom), fill=255, width=line)
    elif kind == 2:
        draw.line((left, size * 0.35, size * 0.5, bottom), fill=255, width=line)
        draw.line((size * 0.5, bottom, right, size * 0.35), fill=255, width=line)
    elif kind == 3:
        draw.line((size * 0.5, top, size * 0.5, bottom), fill=255, width=line)
        draw.line((left, size * 0.4, right, size * 0.4), fill=255, width=line)
    else:
        draw.arc((left, size * 0.35, right, bottom), 40, 320, fill=255, width=line)
        draw.line((left, size * 0.6, right, size * 0.6), fill=255, width=line)
    return picture


def character(rng, size):
    """A mask of one glyph that looks like a Chinese character."""
    picture = Image.new("L", (size * 2, size * 2), 0)
    draw = ImageDraw.Draw(picture)
    side = size * 2
    line = max(2, side // 11)
    for _ in range(int(rng.integers(5, 9))):
        x, y = rng.uniform(0.12, 0.6, 2) * side
        length = rng.uniform(0.25, 0.75) * side
        kind = rng.random()
        if kind < 0.42:
            end = (min(x + length, side * 0.93), y - side * 0.03)
        elif kind < 0.72:
            end = (x, min(y + length, side * 0.93))
        elif kind < 0.88:
            end = (max(x - length * 0.6, side * 0.05), min(y + length * 0.6, side * 0.95))
        else:
            end = (min(x + length * 0.6, side * 0.95), min(y + length * 0.6, side * 0.95))
        draw.line((x, y, *end), fill=255, width=line)
        draw.ellipse((x - line * 0.7, y - line * 0.7, x + line * 0.7, y + line * 0.7), fill=255)
    return picture.resize((size, size), Image.BOX)


def write(picture, rng, box, size, colour, kind="latin", leading=1.5, ragged=True):
    """Fills a box with lines of words."""
    left, top, right, bottom = box
    make = latin if kind == "latin" else character
    glyphs = [make(rng, size) for _ in range(24)]
    advance = size * 0.62 if kind == "latin" else size * 1.05
    y = top
    while y + size <= bottom:
        end = right - (rng.uniform(0, 0.12) * (right - left) if ragged else 0)
        if ragged and rng.random() < 0.12:
            end = left + (right - left) * rng.uniform(0.3, 0.7)
        x, word = left, int(rng.integers(2, 9))
        while x + size <= end:
            picture.paste(colour, (int(x), int(y)), pick(rng, glyphs))
            x += advance
            word -= 1
            if word <= 0:
                x += advance * 0.8
                word = int(rng.integers(2, 9))
        y += size * leading


# Backgrounds.

def wood(seed, width, height, base=(150, 104, 66)):
    rng = random(seed)
    grain = noise(rng, width, height, 3, 4, 14)
    fine = noise(rng, width, height, 20, 4, 12)
    y = np.arange(height, dtype=F)[:, None]
    plank = height / 4.0
    number = np.floor(y / plank).astype(int)
    offset = rng.uniform(-20, 20, 8).astype(F)[number]
    rings = np.sin((y / plank * 9 + grain * 4 + offset) * 2)
    level = 1 + 0.10 * rings + 0.12 * fine + 0.05 * rng.standard_normal((height, width), F)
    level *= rng.uniform(0.86, 1.1, 8).astype(F)[number]
    seam = np.minimum(y % plank, plank - y % plank)
    level *= 1 - 0.5 * np.exp(-(seam / 2.0) ** 2)
    return to_image(np.asarray(base, F) * level[..., None])


def cloth(seed, width, height, base=(96, 120, 150), stripe=(200, 196, 180)):
    rng = random(seed)
    y, x = np.arange(height, dtype=F)[:, None], np.arange(width, dtype=F)[None, :]
    folds = noise(rng, width, height, 2, 3)
    weave = np.sin(x * 1.1) * np.sin(y * 1.1) * 0.06
    pitch = width / 11.0
    bars = ((x % pitch) < pitch * 0.22).astype(F) * 0.55 + ((y % pitch) < pitch * 0.22) * 0.45
    colour = mix(base, stripe, bars)
    level = 1 + 0.22 * folds + weave + 0.04 * rng.standard_normal((height, width), F)
    return to_image(colour * level[..., None])


def shelf(seed, width, height):
    """Books on shelves."""
    rng = random(seed)
    picture = Image.new("RGB", (width, height), (58, 42, 30))
    draw = ImageDraw.Draw(picture)
    rows = 3
    row = height / rows
    palette = [
        (150, 40, 36), (40, 70, 120), (200, 180, 130), (46, 96, 70), (220, 214, 200),
        (90, 60, 100), (210, 130, 50), (30, 30, 36), (120, 150, 160)]
    for n in range(rows):
        floor = int((n + 0.93) * row)
        x = 4
        while x < width:
            thick = int(rng.uniform(0.016, 0.05) * width)
            top = int(floor - row * rng.uniform(0.58, 0.86))
            colour = shade(pick(rng, palette), rng.uniform(0.7, 1.15))
            draw.rectangle((x, top, x + thick - 2, floor), fill=colour)
            draw.rectangle((x, top, x + 2, floor), fill=shade(colour, 1.35))
            draw.rectangle((x + thick - 5, top, x + thick - 2, floor), fill=shade(colour, 0.6))
            light = sum(colour) < 330
            ink = (230, 220, 190) if light else (40, 30, 30)
            for band in (0.1, 0.9):
                level = top + (floor - top) * band
                draw.line((x + 3, level, x + thick - 5, level), fill=ink, width=2)
            size = max(8, int(thick * 0.45))
            y = top + (floor - top) * 0.2
            for _ in range(int(rng.integers(4, 9))):
                if y + size > floor - row * 0.12:
                    break
                picture.paste(ink, (int(x + thick * 0.26), int(y)), character(rng, size))
                y += size * 1.15
            x += thick
        draw.rectangle((0, floor, width, floor + int(row * 0.07)), fill=(112, 80, 52))
    level = 1 + 0.14 * noise(rng, width, height, 3, 3)
    return to_image(np.asarray(picture, F) * level[..., None])


def room(seed, width, height):
    """A wall with pictures, a plant and people-like blobs."""
    rng = random(seed)
    wall = mix((206, 198, 182), (178, 176, 170), 0.5 + 0.4 * noise(rng, width, height, 2, 5))
    picture = to_image(wall)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, height * 0.82, width, height), fill=(120, 96, 74))
    draw.rectangle((0, height * 0.8, width, height * 0.82), fill=(232, 228, 220))
    for n in range(3):
        w, h = int(width * rng.uniform(0.1, 0.16)), int(height * rng.uniform(0.2, 0.3))
        x, y = int(width * (0.05 + 0.33 * n)), int(height * rng.uniform(0.06, 0.2))
        picture.paste((60, 44, 30), (x - 10, y - 10, x + w + 10, y + h + 10))
        picture.paste(book_page(seed + n + 1, w, h), (x, y))
    for n in range(2):
        size = int(height * 0.5)
        portrait = face(seed + 9 + n, size)
        picture.paste(
            portrait, (int(width * (0.08 + 0.6 * n)), int(height * 0.42)), portrait)
    for _ in range(60):
        x, y = width * rng.uniform(0.42, 0.58), height * rng.uniform(0.4, 0.75)
        length, angle = height * rng.uniform(0.05, 0.16), rng.uniform(0, 2 * math.pi)
        green = shade((60, 120, 60), rng.uniform(0.6, 1.4))
        draw.line(
            (x, y, x + length * math.cos(angle), y - length * abs(math.sin(angle))),
            fill=green, width=int(rng.integers(3, 10)))
    return picture


def desk_with_papers(seed, width, height):
    """A wooden desk on which text pages and other prints lie."""
    rng = random(seed)
    picture = wood(seed + 1, width, height, (128, 92, 62))
    makers = [
        lambda s: text_page(s, 420, 594), lambda s: poster(s, 420, 560),
        lambda s: playing_card(s, 240, 336), lambda s: book_page(s, 480, 400)]
    places = [
        (0.16, 0.14), (0.62, 0.12), (0.7, 0.42), (0.22, 0.6), (0.42, 0.68), (0.4, 0.08),
        (0.04, 0.36), (0.66, 0.72)]
    for n, (x, y) in enumerate(places):
        sheet = makers[n % 4](seed + 20 + n).convert("RGBA")
        sheet = sheet.rotate(rng.uniform(-40, 40), Image.BICUBIC, expand=True)
        shadow = Image.new("RGBA", sheet.size, (0, 0, 0, 120))
        shadow.putalpha(sheet.getchannel("A").point(lambda v: v // 3))
        shadow = shadow.filter(ImageFilter.GaussianBlur(6))
        at = (int(x * width), int(y * height))
        picture.paste(shadow, (at[0] + 8, at[1] + 8), shadow)
        picture.paste(sheet, at, sheet)
    return picture


# Printed matter.

def text_page(seed, width=900, height=1272):
    rng = random(seed)
    picture = Image.new("RGB", (width, height), (238, 234, 224))
    ink = (40, 38, 40)
    size = max(8, width // 44)
    kind = "latin" if rng.random() < 0.6 else "character"
    margin = int(width * 0.1)
    write(
        picture, rng, (margin, int(height * 0.07), int(width * 0.8), int(height * 0.13)),
        int(size * 2.2), ink, kind)
    columns = 1 if rng.random() < 0.5 else 2
    step = (width - 2 * margin) / columns
    for n in range(columns):
        left = int(margin + n * step)
        right = int(left + step - (margin * 0.3 if columns > 1 else 0))
        write(
            picture, rng, (left, int(height * 0.17), right, int(height * 0.92)), size, ink, kind,
            1.6)
    if rng.random() < 0.6:
        w, h = int(step * 0.9), int(height * 0.2)
        x, y = margin, int(height * rng.uniform(0.3, 0.6))
        picture.paste((238, 234, 224), (x - 6, y - 6, x + w + 6, y + h + 6))
        picture.paste(book_page(seed + 3, w, h), (x, y))
    return picture


def poster(seed, width=900, height=1272):
    rng = random(seed)
    ground = shade((230, 210, 90), rng.uniform(0.5, 1.1)) if rng.random() < 0.5 else (34, 44, 92)
    picture = Image.new("RGB", (width, height), ground)
    draw = ImageDraw.Draw(picture)
    for _ in range(22):
        colour = tuple(int(v) for v in rng.uniform(30, 250, 3))
        x, y = rng.uniform(0, width), rng.uniform(0, height * 0.75)
        r = rng.uniform(0.03, 0.2) * width
        kind = int(rng.integers(3))
        if kind == 0:
            draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)
        elif kind == 1:
            turn = rng.uniform(0, 6.3)
            draw.polygon(
                [(x + r * math.cos(turn + a), y + r * math.sin(turn + a)) for a in (0, 2.1, 4.2)],
                fill=colour)
        else:
            draw.line((x, y, x + rng.uniform(-1, 1) * width * 0.5, y + r), fill=colour, width=14)
    draw.rectangle((0, height * 0.78, width, height), fill=(240, 240, 236))
    write(
        picture, rng, (width // 14, int(height * 0.80), width * 13 // 14, int(height * 0.88)),
        width // 12, (180, 30, 40), "character")
    write(
        picture, rng, (width // 14, int(height * 0.89), width * 13 // 14, int(height * 0.98)),
        width // 36, (30, 30, 36))
    return picture


def playing_card(seed, width=500, height=700):
    rng = random(seed)
    picture = Image.new("RGB", (width, height), (250, 249, 245))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((2, 2, width - 3, height - 3), outline=(120, 120, 120), width=3)
    ink = (190, 20, 30) if rng.random() < 0.5 else (20, 20, 24)
    size = width // 8
    pip = Image.new("L", (size, size), 0)
    shape = ImageDraw.Draw(pip)
    kind = int(rng.integers(3))
    if kind == 0:
        shape.polygon([(size / 2, 0), (size, size / 2), (size / 2, size), (0, size / 2)], fill=255)
    elif kind == 1:
        shape.ellipse((0, 0, size * 0.55, size * 0.55), fill=255)
        shape.ellipse((size * 0.45, 0, size, size * 0.55), fill=255)
        shape.polygon([(0, size * 0.36), (size, size * 0.36), (size / 2, size)], fill=255)
    else:
        for x, y in ((0.5, 0.27), (0.27, 0.6), (0.73, 0.6)):
            r = 0.26
            shape.ellipse(
                ((x - r) * size, (y - r) * size, (x + r) * size, (y + r) * size), fill=255)
        shape.polygon([(size / 2, size / 2), (size * 0.7, size), (size * 0.3, size)], fill=255)
    upside = pip.transpose(Image.FLIP_TOP_BOTTOM)
    for x in (0.3, 0.7):
        for y in (0.16, 0.37, 0.63, 0.84):
            mask = pip if y < 0.5 else upside
            picture.paste(ink, (int(x * width - size / 2), int(y * height - size / 2)), mask)
    picture.paste(ink, (int(width / 2 - size / 2), int(height * 0.27 - size / 2)), pip)
    rank = latin(rng, size)
    small = pip.resize((size // 2, size // 2), Image.BOX)
    corner = Image.new("L", (size, size * 2), 0)
    corner.paste(rank, (0, 0))
    corner.paste(small, (size // 4, int(size * 1.1)))
    picture.paste(ink, (int(width * 0.03), int(height * 0.03)), corner)
    corner = corner.rotate(180)
    picture.paste(ink, (int(width * 0.97 - size), int(height * 0.97 - size * 2)), corner)
    return picture


def book_page(seed, width=1200, height=900):
    """A drawn landscape with a house, trees and a sun."""
    rng = random(seed)
    y = np.linspace(0, 1, height, dtype=F)[:, None] * np.ones((1, width), F)
    sky = mix((120, 180, 230), (250, 226, 190), y * 1.4 + 0.1 * noise(rng, width, height, 3, 4))
    picture = to_image(sky)
    draw = ImageDraw.Draw(picture)
    r = height * 0.09
    x, top = width * rng.uniform(0.15, 0.85), height * 0.2
    draw.ellipse((x - r, top - r, x + r, top + r), fill=(255, 220, 90))
    for n in range(4):
        level = height * (0.45 + 0.12 * n)
        edge = noise(rng, width, 2, 3 + n, 3)[0] * height * 0.06
        points = [(i, level + edge[i]) for i in range(0, width, 4)]
        green = shade((90, 150, 80), 1.15 - 0.2 * n)
        draw.polygon(points + [(width, height), (0, height)], fill=green)
        for _ in range(14):
            i = int(rng.integers(0, width))
            base = level + edge[i] + height * rng.uniform(0, 0.08)
            size = height * rng.uniform(0.03, 0.07)
            draw.rectangle((i - 3, base - size, i + 3, base), fill=(96, 64, 40))
            leaf = shade((60, 130, 60), rng.uniform(0.6, 1.5))
            draw.ellipse((i - size / 2, base - size * 1.9, i + size / 2, base - size * 0.7), leaf)
    x, base, size = width * rng.uniform(0.2, 0.7), height * 0.8, height * 0.17
    draw.rectangle((x, base - size, x + size * 1.3, base), fill=(236, 226, 200))
    draw.polygon(
        [(x - size * 0.15, base - size), (x + size * 1.45, base - size),
         (x + size * 0.65, base - size * 1.7)], fill=(176, 60, 46))
    for wx in (0.15, 0.8):
        draw.rectangle(
            (x + size * wx, base - size * 0.8, x + size * (wx + 0.3), base - size * 0.45),
            fill=(90, 130, 170), outline=(70, 50, 40), width=3)
    draw.rectangle(
        (x + size * 0.5, base - size * 0.6, x + size * 0.75, base), fill=(120, 76, 46))
    level = 1 + 0.05 * noise(rng, width, height, 10, 4)
    return to_image(np.asarray(picture, F) * level[..., None])


def card_back(seed, width=1240, height=1748):
    """The back of a card: a mark, lines to write on, small print."""
    rng = random(seed)
    level = 1 + 0.015 * noise(rng, width, height, 60, 3)
    picture = to_image(np.asarray((246, 241, 228), F) * level[..., None])
    draw = ImageDraw.Draw(picture)
    draw.rectangle((60, 60, width - 60, height - 60), outline=(176, 150, 110), width=4)
    for n in range(7):
        y = height * (0.45 + 0.055 * n)
        draw.line((width * 0.15, y, width * 0.85, y), fill=(190, 176, 150), width=3)
    draw.ellipse(
        (width * 0.4, height * 0.12, width * 0.6, height * 0.12 + width * 0.2),
        outline=(176, 60, 46), width=8)
    picture.paste((176, 60, 46), (int(width * 0.43), int(height * 0.14)),
                  character(rng, int(width * 0.14)))
    write(
        picture, rng, (int(width * 0.3), int(height * 0.9), int(width * 0.7), int(height * 0.94)),
        26, (120, 110, 96), "latin")
    return picture


def blossom(draw, x, y, r, colour, turn):
    for n in range(5):
        a = turn + n * 2 * math.pi / 5
        cx, cy = x + 0.6 * r * math.cos(a), y + 0.6 * r * math.sin(a)
        draw.ellipse(
            (cx - r * 0.5, cy - r * 0.5, cx + r * 0.5, cy + r * 0.5), fill=colour,
            outline=shade(colour, 0.75), width=2)
    draw.ellipse((x - r * 0.25, y - r * 0.25, x + r * 0.25, y + r * 0.25), fill=(240, 200, 80))


def branch(draw, rng, x, y, angle, length, thick, tips):
    steps = 6
    for _ in range(steps):
        angle += rng.uniform(-0.25, 0.25)
        nx, ny = x + length / steps * math.cos(angle), y - length / steps * math.sin(angle)
        draw.line((x, y, nx, ny), fill=(70, 52, 44), width=max(2, int(thick)))
        x, y, thick = nx, ny, thick * 0.93
        if rng.random() < 0.5:
            tips.append((x + rng.uniform(-16, 16), y + rng.uniform(-16, 16)))
    if length > 90:
        for side in (-1, 1):
            if rng.random() < 0.85:
                branch(
                    draw, rng, x, y, angle + side * rng.uniform(0.25, 0.7),
                    length * rng.uniform(0.55, 0.75), thick * 0.7, tips)
    tips.append((x, y))


PALETTES = {
    "start-of-spring": ((186, 214, 230), (236, 240, 226), (176, 190, 90), (240, 200, 70)),
    "rain-water": ((150, 184, 172), (226, 232, 222), (86, 96, 100), (206, 62, 42)),
    "awakening-of-insects": ((92, 74, 130), (228, 160, 150), (84, 104, 64), (240, 150, 160)),
    "spring-equinox": ((130, 190, 226), (248, 226, 150), (226, 184, 50), (250, 236, 120)),
    "clear-and-bright": ((196, 222, 196), (246, 248, 240), (110, 156, 104), (196, 170, 210)),
    "grain-rain": ((214, 220, 180), (240, 230, 196), (96, 130, 74), (186, 40, 70)),
    "other": ((240, 206, 170), (250, 238, 214), (120, 150, 130), (220, 90, 60)),
}

# Those of cards that are not among the six.
PLAIN = ("other", "start-of-spring", "other", "grain-rain")


def greeting_card(seed, palette, width=1240, height=1748):
    """A card in the manner of the six: sky, hills, water, a branch in bloom, writing, a seal."""
    rng = random(seed)
    high, low, hill, bloom = PALETTES[palette]
    y = np.linspace(0, 1, height, dtype=F)[:, None] * np.ones((1, width), F)
    wash = noise(rng, width, height, 3, 6)
    picture = to_image(mix(high, low, y * 1.3 + 0.25 * wash))
    draw = ImageDraw.Draw(picture)
    x, r = width * rng.uniform(0.2, 0.8), width * 0.09
    draw.ellipse(
        (x - r, height * 0.16 - r, x + r, height * 0.16 + r), fill=shade(bloom, 1.1),
        outline=shade(bloom, 0.8), width=6)
    for n in range(6):
        level = height * (0.38 + 0.07 * n)
        edge = noise(rng, width, 2, 2 + n, 5)[0] * height * 0.075
        points = [(i, level + edge[i]) for i in range(0, width, 2)]
        share = n / 6
        colour = tuple(int(low[k] * (1 - share) * 0.9 + hill[k] * (share * 0.9 + 0.1))
                       for k in range(3))
        draw.polygon(points + [(width, height), (0, height)], fill=colour)
        draw.line(points, fill=shade(colour, 0.7), width=4)
        for _ in range(30):
            i = int(rng.integers(0, width))
            base = level + edge[i] + rng.uniform(4, height * 0.06)
            size = rng.uniform(8, 30)
            for k in (-1, 0, 1):
                draw.line(
                    (i, base, i + k * size * 0.5, base - size), fill=shade(colour, 0.62), width=3)
    level = int(height * 0.78)
    draw.rectangle((0, level, width, height), fill=shade(high, 0.9))
    for _ in range(130):
        i, j = rng.uniform(0, width), rng.uniform(level, height)
        length = rng.uniform(20, 130)
        draw.arc(
            (i, j, i + length, j + length * 0.25), 190, 350,
            fill=shade(high, rng.uniform(0.6, 1.25)), width=3)
    for _ in range(5):
        i, j, r = rng.uniform(0, width), rng.uniform(level + 60, height - 80), rng.uniform(20, 46)
        draw.ellipse((i - r * 1.6, j - r * 0.6, i + r * 1.6, j + r * 0.6), fill=bloom)
        draw.polygon(
            [(i + r * 1.4, j), (i + r * 2.3, j - r * 0.6), (i + r * 2.3, j + r * 0.6)],
            fill=shade(bloom, 0.85))
        draw.ellipse((i - r * 1.1, j - 6, i - r * 1.1 + 9, j + 3), fill=(30, 30, 30))
    tips = []
    side = rng.random() < 0.5
    branch(
        draw, rng, 0 if side else width, height * rng.uniform(0.5, 0.72),
        0.7 if side else math.pi - 0.7, width * 0.36, 26, tips)
    branch(
        draw, rng, 0 if side else width, height * rng.uniform(0.2, 0.36),
        0.2 if side else math.pi - 0.2, width * 0.28, 18, tips)
    for i, j in tips:
        blossom(draw, i, j, rng.uniform(13, 34), shade(bloom, rng.uniform(0.85, 1.2)),
                rng.uniform(0, 6.3))
    for _ in range(7):
        i, j, r = rng.uniform(0.2, 0.8) * width, rng.uniform(0.06, 0.36) * height, 22
        draw.arc((i - 2 * r, j - r, i, j + r), 200, 330, fill=(44, 44, 52), width=5)
        draw.arc((i, j - r, i + 2 * r, j + r), 210, 340, fill=(44, 44, 52), width=5)
    column = int(width * (0.84 if side else 0.1))
    for n in range(4):
        picture.paste((40, 36, 40), (column, int(height * 0.08 + n * 112)), character(rng, 100))
    for n in range(7):
        picture.paste(
            (60, 54, 54), (column - 50 if side else column + 110, int(height * 0.1 + n * 46)),
            character(rng, 38))
    seal = (column + 20, int(height * 0.08 + 4 * 112 + 20))
    draw.rectangle((*seal, seal[0] + 66, seal[1] + 66), fill=(190, 40, 36))
    picture.paste((248, 240, 226), (seal[0] + 6, seal[1] + 6), character(rng, 54))
    draw.rectangle((26, 26, width - 27, height - 27), outline=shade(hill, 0.8), width=7)
    draw.rectangle((42, 42, width - 43, height - 43), outline=shade(hill, 0.8), width=2)
    for i, j in ((26, 26), (width - 90, 26), (26, height - 90), (width - 90, height - 90)):
        draw.rectangle((i, j, i + 63, j + 63), outline=shade(hill, 0.6), width=6)
        draw.rectangle((i + 16, j + 16, i + 47, j + 47), outline=shade(hill, 0.6), width=5)
    grain = 1 + 0.05 * wash + 0.025 * rng.standard_normal((height, width), F)
    return to_image(np.asarray(picture, F) * grain[..., None])


def framed_card(seed, palette):
    """Another greeting card in the manner of the six: a border of meanders and a label, too."""
    rng = random(seed + 1000)
    picture = greeting_card(seed, palette)
    width, height = picture.size
    draw = ImageDraw.Draw(picture)
    _, low, hill, bloom = PALETTES[palette]
    rim = 66
    for box in ((0, 0, width, rim), (0, height - rim, width, height),
                (0, 0, rim, height), (width - rim, 0, width, height)):
        draw.rectangle(box, fill=shade(bloom, 0.8))
    curl = [(6, 54), (6, 8), (52, 8), (52, 44), (22, 44), (22, 26), (38, 26)]
    for n in range(int(width / 60) + 1):
        for y in (2, height - 62):
            draw.line([(n * 60 + i, y + j) for i, j in curl], fill=shade(low, 1), width=7)
    for n in range(1, int(height / 60)):
        for x in (2, width - 62):
            draw.line([(x + i, n * 60 + j) for i, j in curl], fill=shade(low, 1), width=7)
    x, y = int(width * rng.uniform(0.12, 0.7)), int(height * rng.uniform(0.1, 0.5))
    draw.rounded_rectangle(
        (x, y, x + 190, y + 560), 34, fill=(250, 246, 236), outline=shade(hill, 0.6), width=7)
    for n in range(2):
        picture.paste((36, 34, 40), (x + 14, y + 24 + n * 130), character(rng, 120))
    for n in range(9):
        picture.paste((60, 54, 54), (x + 142, y + 40 + n * 44), character(rng, 36))
    draw.rectangle((x + 34, y + 420, x + 114, y + 500), fill=(190, 40, 36))
    picture.paste((248, 240, 226), (x + 42, y + 428), character(rng, 64))
    return picture


def television(seed, width=800, height=600):
    """A texture like an untuned television's picture."""
    rng = random(seed)
    fine = rng.integers(0, 256, (height // 2, width // 2)).astype(np.uint8)
    picture = Image.fromarray(fine).resize((width, height), Image.NEAREST)
    return Image.merge("RGB", (picture, picture, picture))


# What hides a card.

def capsule(draw, a, b, r0, r1, colour):
    """A rounded stroke whose width changes along it."""
    for n in range(41):
        s = n / 40
        x, y, r = a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s, r0 + (r1 - r0) * s
        draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)


def solid(mask, rng, colour, depth):
    """A mask as a rounded body: lighter in the middle, darker at its edge, with skin's texture."""
    width, height = mask.size
    inner = np.asarray(mask.filter(ImageFilter.GaussianBlur(depth)), F) / 255
    tilted = np.asarray(
        ImageChops.offset(mask, depth // 2, depth // 2).filter(
            ImageFilter.GaussianBlur(depth)), F) / 255
    level = 0.55 + 0.5 * inner + 0.45 * (tilted - inner)
    level += 0.04 * noise(rng, width, height, 30, 4)
    body = to_image(np.asarray(colour, F) * level[..., None])
    body.putalpha(mask.filter(ImageFilter.GaussianBlur(1.2)))
    return body


def hand(seed, size=900, colour=(224, 172, 142)):
    """A hand that comes from below, fingers up; one and a half times as high as wide."""
    rng = random(seed)
    picture = Image.new("RGBA", (size, size * 3 // 2), (0, 0, 0, 0))
    s = size / 900
    strokes = [
        ((480, 1350), (455, 850), 140, 130),  # the arm
        ((430, 860), (430, 560), 140, 150),   # the palm
        ((520, 860), (500, 600), 120, 120),
        ((330, 560), (268, 262), 54, 42),
        ((420, 520), (402, 150), 58, 44),
        ((515, 530), (536, 190), 56, 42),
        ((590, 580), (660, 320), 48, 36),
        ((330, 700), (150, 510), 62, 46),     # the thumb
    ]
    for n, (a, b, r0, r1) in enumerate(strokes):
        mask = Image.new("L", picture.size, 0)
        capsule(
            ImageDraw.Draw(mask), (a[0] * s, a[1] * s), (b[0] * s, b[1] * s), r0 * s, r1 * s, 255)
        body = solid(mask, rng, colour, int((60 if n < 3 else 24) * s))
        picture.alpha_composite(body)
        if n >= 3:
            nail(picture, (b[0] * s, b[1] * s), math.atan2(b[1] - a[1], b[0] - a[0]), r1 * s)
    return picture


def nail(picture, tip, angle, r):
    """A nail near a finger's end."""
    patch = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(patch)
    x, y = tip
    points = []
    for n in range(24):
        a = n * 2 * math.pi / 24
        u, v = math.cos(a) * r * 0.62 + r * 0.15, math.sin(a) * r * 0.5
        points.append((x + u * math.cos(angle) - v * math.sin(angle),
                       y + u * math.sin(angle) + v * math.cos(angle)))
    draw.polygon(points, fill=170)
    patch = patch.filter(ImageFilter.GaussianBlur(1.5))
    picture.paste(Image.new("RGBA", picture.size, (240, 200, 186, 255)), (0, 0), patch)


def thumb(seed, size=500, colour=(220, 166, 136)):
    """A thumb and its ball, tip to the left."""
    rng = random(seed)
    picture = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    mask = Image.new("L", (size, size), 0)
    a, b = (size * 0.76, size * 0.68), (size * 0.2, size * 0.34)
    capsule(ImageDraw.Draw(mask), a, b, size * 0.18, size * 0.105, 255)
    picture.alpha_composite(solid(mask, rng, colour, size // 14))
    nail(picture, b, math.atan2(b[1] - a[1], b[0] - a[0]), size * 0.1)
    return picture


def face(seed, size=700):
    """A drawn face with hair, neck and shirt."""
    rng = random(seed)
    picture = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    skin = shade((230, 184, 154), rng.uniform(0.7, 1.05))
    hair = pick(rng, [(40, 30, 26), (90, 60, 36), (160, 120, 70)])
    shirt = tuple(int(v) for v in rng.uniform(40, 210, 3))
    s = size / 700
    def at(*values):
        return tuple(value * s for value in values)
    draw.ellipse(at(150, 20, 550, 470), fill=hair + (255,))
    draw.ellipse(at(40, 560, 660, 1000), fill=shirt + (255,))
    draw.rectangle(at(285, 430, 415, 600), fill=shade(skin, 0.85) + (255,))
    draw.ellipse(at(190, 80, 510, 520), fill=skin + (255,))
    draw.pieslice(at(176, 30, 524, 330), 180, 360, fill=hair + (255,))
    for x in (275, 425):
        draw.ellipse(at(x - 34, 268, x + 34, 312), fill=(250, 250, 250, 255))
        draw.ellipse(at(x - 18, 270, x + 18, 310), fill=(70, 50, 40, 255))
        draw.ellipse(at(x - 8, 280, x + 8, 300), fill=(10, 10, 10, 255))
        draw.line(at(x - 42, 244, x + 42, 238), fill=hair + (255,), width=int(11 * s))
    draw.line(at(350, 300, 336, 378), fill=shade(skin, 0.8) + (255,), width=int(8 * s))
    draw.line(at(336, 378, 366, 382), fill=shade(skin, 0.75) + (255,), width=int(8 * s))
    draw.chord(at(285, 390, 415, 460), 10, 170, fill=(176, 70, 74, 255))
    draw.line(at(286, 428, 414, 428), fill=(120, 50, 54, 255), width=int(5 * s))
    level = 1 + 0.06 * noise(rng, size, size, 6, 4)
    x = np.linspace(1.12, 0.84, size, dtype=F)[None, :]
    alpha = picture.getchannel("A")
    body = to_image(np.asarray(picture.convert("RGB"), F) * (level * x)[..., None])
    body.putalpha(alpha.filter(ImageFilter.GaussianBlur(1)))
    return body
