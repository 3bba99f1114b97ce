#!/usr/bin/env python3
"""Makes the sounds of the included scenes, Scenes/NAME/sounds/*.opus, and those of sessions, within the program.

Every sound is synthesised here, from the same numbers on every run: plucked strings by Karplus and Strong,
birds by frequency modulation, rain, wind and thunder from filtered noise. FFmpeg compresses them.
"""
import math
import os
import struct
import subprocess
import sys

RATE = 24000


class Noise:
    """Numbers from -1 to 1, the same for the same seed."""

    def __init__(self, seed):
        self.state = seed * 2 + 1

    def next(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.state >> 33) / (1 << 30) - 1

    def between(self, low, high):
        return low + (high - low) * (self.next() + 1) / 2


def silence(seconds):
    return [0.0] * int(seconds * RATE)


def add(sound, other, at=0.0, gain=1.0):
    start = int(at * RATE)
    for place, sample in enumerate(other[: max(0, len(sound) - start)]):
        sound[start + place] += gain * sample


def faded(sound, rise=0.01, fall=0.2):
    count, up, down = len(sound), max(1, int(rise * RATE)), max(1, int(fall * RATE))
    return [s * min(1, i / up, (count - i) / down) for i, s in enumerate(sound)]


def band(seconds, noise, low, high):
    """Noise between two frequencies, by two filters of the first order."""
    a, b = (1 - math.exp(-2 * math.pi * f / RATE) for f in (high, low))
    slow = fast = 0.0
    sound = []
    for _ in range(int(seconds * RATE)):
        fast += a * (noise.next() - fast)
        slow += b * (fast - slow)
        sound.append(fast - slow)
    return sound


def string(frequency, seconds, noise, brightness=0.5):
    """A plucked string (Karplus and Strong), tuned by an all-pass between two samples."""
    exact = RATE / frequency - 0.5
    length = int(exact)
    share = exact - length
    tuning = (1 - share) / (1 + share)
    line, before = [], 0.0
    for _ in range(length):
        before += brightness * (noise.next() - before)
        line.append(before)
    loss = 0.001 ** (1 / (frequency * seconds))
    last = passed = output = 0.0
    sound = []
    for place in range(int(seconds * RATE)):
        index = place % length
        sample = line[index]
        mean = loss * (sample + last) / 2
        last = sample
        output = tuning * mean + passed - tuning * output
        passed = mean
        line[index] = output
        sound.append(sample)
    return faded(sound, 0.001, 0.3)


def phrase(notes, noise, length, brightness=0.5):
    """Notes of a string instrument: when, which semitone above A3, how loud."""
    sound = silence(length)
    for at, semitone, gain in notes:
        frequency = 220 * 2 ** (semitone / 12)
        add(sound, string(frequency, min(2.4, length - at), noise, brightness), at, gain)
    return sound


def chirp(seconds, start, end, wobble=0.0, depth=0.0, curve=1.0):
    """A bird's syllable: a tone that glides and trills."""
    count, phase, sound = int(seconds * RATE), 0.0, []
    for i in range(count):
        x = i / count
        frequency = start + (end - start) * x**curve + depth * math.sin(2 * math.pi * wobble * i / RATE)
        phase += 2 * math.pi * frequency / RATE
        sound.append(math.sin(phase) * math.sin(math.pi * x) ** 0.7)
    return sound


def drop(noise):
    """A drop on water: a short tone that rises while its bubble shrinks."""
    frequency = noise.between(500, 1400)
    phase, sound = 0.0, []
    for i in range(int(0.12 * RATE)):
        t = i / RATE
        phase += 2 * math.pi * frequency * (1 + 4 * t) / RATE
        sound.append(math.sin(phase) * math.exp(-38 * t))
    return sound


def scattered(length, count, noise, one, early=0.0):
    """Short sounds at random times; `early` draws them to the begin."""
    sound = silence(length)
    for _ in range(count):
        at = (length - 0.15) * noise.between(0, 1) ** (1 + early)
        add(sound, one(noise), at, noise.between(0.2, 1))
    return sound


def tick(noise, low=1500, high=6000, decay=200):
    sound = band(0.03, noise, low, high)
    return [s * math.exp(-decay * i / RATE) for i, s in enumerate(sound)]


def rain(seconds, noise):
    sound = [0.5 * s for s in band(seconds, noise, 900, 7000)]
    add(sound, scattered(seconds, int(seconds * 40), noise, tick), gain=0.5)
    return faded(sound, 0.8, 1.5)


def wind(seconds, noise):
    sound, low = band(seconds, noise, 150, 900), 0.0
    for i in range(len(sound)):
        t = i / RATE
        low = 0.55 + 0.3 * math.sin(2 * math.pi * 0.23 * t) + 0.15 * math.sin(2 * math.pi * 0.61 * t + 1)
        sound[i] *= low
    return faded(sound, 1.0, 1.5)


def thunder(seconds, noise):
    body = band(seconds, noise, 25, 140)
    crack = band(seconds, noise, 120, 1800)
    sound = []
    for i, (b, c) in enumerate(zip(body, crack)):
        t = i / RATE
        roll = 0.6 + 0.4 * math.sin(9 * t + 2 * math.sin(2.3 * t))
        sound.append(3 * b * roll * math.exp(-0.9 * t) + c * math.exp(-9 * t))
    return faded(sound, 0.004, 1.0)


def cracker(noise):
    sound = band(0.1, noise, 300, 7000)
    return [s * math.exp(-60 * i / RATE) for i, s in enumerate(sound)]


def fireworks(noise):
    sound = silence(3)
    add(sound, chirp(0.5, 900, 2600), 0, 0.12)
    add(sound, [2 * s for s in thunder(0.9, noise)], 0.5, 0.7)
    add(sound, scattered(2.2, 46, noise, cracker, early=0.6), 0.6, 0.7)
    return faded(sound, 0.01, 0.5)


def birds(seconds, syllables):
    sound = silence(seconds)
    for at, args, gain in syllables:
        add(sound, chirp(*args), at, gain)
    return faded(sound)


def scenes():
    """The sounds by scene and name; semitones are those of the pentatonic scale on A."""
    n = Noise(20260204)
    rise = [(0.09 * i, s, 0.5) for i, s in enumerate([0, 2, 5, 7, 9, 12, 14, 17, 19, 21, 24])]
    fall = [(at, 24 - s, g * 0.8) for at, s, g in rise]
    yield "start-of-spring", "brook", faded(
        [a + b for a, b in zip(scattered(5, 60, n, drop), [0.25 * s for s in band(5, n, 500, 3000)])], 0.6, 1.2)
    yield "start-of-spring", "strings", phrase(
        [(0, 0, 0.7), (0.35, 7, 0.6), (0.7, 12, 0.7), (1.2, 9, 0.5), (1.55, 14, 0.6), (2.1, 12, 0.7)], n, 4)
    yield "start-of-spring", "fireworks", fireworks(n)
    yield "rain-water", "rain", rain(8, n)
    yield "rain-water", "pond", scattered(4, 22, n, drop)
    yield "rain-water", "umbrella", faded(
        [a + b for a, b in zip([*thunder(0.2, n), *silence(1.8)], scattered(2, 60, n, lambda m: tick(m, 300, 2500, 90)))])
    yield "awakening-of-insects", "thunder", thunder(4, n)
    # The far bolt strikes 600 ms after the card is seen.
    yield "awakening-of-insects", "far-thunder", silence(0.6) + thunder(4, Noise(305))
    yield "awakening-of-insects", "oriole", birds(3, [
        (0, (0.25, 1800, 2600), 0.5), (0.3, (0.2, 2700, 1900), 0.5), (0.55, (0.4, 1700, 2400, 18, 120), 0.6),
        (1.5, (0.25, 1900, 2700), 0.5), (1.8, (0.5, 2600, 1600, 14, 150), 0.6)])
    yield "awakening-of-insects", "cricket", birds(3, [
        (group * 0.75 + i * 0.045, (0.035, 4300, 4500), 0.3) for group in range(4) for i in range(6)])
    yield "spring-equinox", "swallows", birds(3, [
        (0.11 * i + (0.5 if i > 8 else 0), (0.09, n.between(2600, 3400), n.between(3600, 4800)), 0.35)
        for i in range(18)])
    yield "spring-equinox", "wind", wind(6, n)
    yield "spring-equinox", "rise", phrase(rise, n, 3.2)
    yield "clear-and-bright", "wind", wind(7, n)
    yield "clear-and-bright", "strings", phrase(
        [(0, 12, 0.5), (0.6, 9, 0.5), (1.2, 7, 0.5), (1.9, 5, 0.45), (2.6, 0, 0.6)], n, 5, 0.3)
    yield "clear-and-bright", "petals", phrase(fall, n, 3.2, 0.3)
    yield "grain-rain", "hoopoe", birds(3, [
        (start + 0.28 * i, (0.2, 520, 480), 0.6) for start in (0.1, 1.6) for i in range(3)])
    yield "grain-rain", "strings", phrase(
        [(0, 5, 0.6), (0.4, 9, 0.6), (0.8, 12, 0.6), (1.6, 14, 0.5), (2.0, 12, 0.5), (2.4, 9, 0.6)], n, 4.5)
    yield "grain-rain", "grains", faded(scattered(3, 260, n, lambda m: tick(m, 900, 5000, 160), early=0.4), 0.02, 0.6)


def bell(frequency, seconds, decay):
    """A struck bar: its tone and two partials, the higher ones gone sooner."""
    sound = []
    for i in range(int(seconds * RATE)):
        t = i / RATE
        sound.append(sum(
            gain * math.sin(2 * math.pi * frequency * part * t) * math.exp(-decay * fall * t)
            for part, gain, fall in ((1, 1, 1), (2.76, 0.35, 2.5), (5.4, 0.12, 5))))
    return faded(sound, 0.003, 0.1)


def bells(length, notes, decay):
    """Bells: when, how many semitones above A5, how loud."""
    sound = silence(length)
    for at, semitone, gain in notes:
        add(sound, bell(880 * 2 ** (semitone / 12), length - at, decay), at, gain)
    return faded(sound, 0.001, 0.1)


def session():
    """The sounds of sessions, each with its peak: what comes often is soft."""
    n = Noise(20260301)
    yield "gate", bells(1.2, [(0, 3, 0.6), (0.11, 8, 0.8)], 5), 0.6
    yield "quadrant", bells(0.9, [(0, 8, 0.7), (0.09, 10, 0.5)], 7), 0.45
    yield "count", bells(0.25, [(0, -4, 0.8)], 22), 0.35
    yield "hint", faded([s * math.exp(-90 * i / RATE) for i, s in enumerate(band(0.12, n, 500, 2200))], 0.002, 0.05), 0.25
    fanfare = phrase([(0.13 * i, 12 + s, 0.6) for i, s in enumerate([3, 7, 10, 15])], n, 2.2)
    loudest = max(map(abs, fanfare))
    fanfare = [s / loudest for s in fanfare]
    add(fanfare, bells(1.6, [(0, 6, 0.4), (0, 10, 0.4), (0, 13, 0.4)], 3), 0.52, 0.7)
    yield "completed", faded(fanfare, 0.001, 0.4), 0.65


def write(path, sound, peak=0.7):
    loudest = max(map(abs, sound))
    samples = [int(round(s / loudest * peak * 32767)) for s in sound]
    os.makedirs(os.path.dirname(path), exist_ok=True)
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "s16le", "-ar", str(RATE), "-ac", "1", "-i", "-",
         "-c:a", "libopus", "-b:a", "40k", "-flags", "+bitexact", "-fflags", "+bitexact",
         "-map_metadata", "-1", path],
        input=struct.pack(f"<{len(samples)}h", *samples), check=True)


def main():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for scene, name, sound in scenes():
        write(os.path.join(root, "Scenes", scene, "sounds", name + ".opus"), sound)
        print(f"{scene}/sounds/{name}.opus", file=sys.stderr)
    for name, sound, peak in session():
        write(os.path.join(root, "Sources/Engine/Hud/Files/sounds", name + ".opus"), sound, peak)
        print(f"session: {name}.opus", file=sys.stderr)


if __name__ == "__main__":
    main()
