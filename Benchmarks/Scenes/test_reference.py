#!/usr/bin/env python3
"""Laws that the reference keeps: python3 Benchmarks/Scenes/test_reference.py. Needs numpy."""

import copy
import json
import math
import os
import tempfile
import unittest

import numpy as np

import cases
import reference
import reference_cards as cards
import reference_particles as particles

WIDTH, HEIGHT = 640, 480


def pose_matrix(tilt=(0.0, 0.0, 0.0), at=(0.0, 0.0, -30.0)):
    matrix = np.eye(4)
    matrix[:3, :3] = 0.1 * cases.euler(*tilt)
    matrix[:3, 3] = at
    return matrix


def seen(matrix, points, fov=63, flip=1):
    """Parts of T of points of the card (mm)."""
    focal = HEIGHT / (2 * math.tan(math.radians(fov) / 2))
    cam = np.column_stack([np.array(points, float) * [flip, 1, 1], np.ones(len(points))]) @ matrix.T
    return np.stack(
        [
            (WIDTH / 2 + focal * cam[:, 0] / -cam[:, 2]) / WIDTH,
            (HEIGHT / 2 - focal * cam[:, 1] / -cam[:, 2]) / HEIGHT,
        ],
        -1,
    )


CORNERS = [[-50, 50, 0], [50, 50, 0], [50, -50, 0], [-50, -50, 0]]  # a card of 100 x 100 mm


def image(matrix=None, flip=1, write=True, id=1, **more):
    matrix = pose_matrix() if matrix is None else matrix
    found = {
        "name": "s",
        "id": id,
        "score": 1,
        "widthMm": 100,
        "corners": seen(matrix, CORNERS, flip=flip).tolist(),
        **more,
    }
    if write:
        found["matrix"] = matrix.ravel().tolist()
    return found


class Case(unittest.TestCase):
    def make(self, items, samples, header=None, scene=None, cues=None, size=(WIDTH, HEIGHT), **options):
        """A reference of one scene `s`. `samples`: (time, what the line has)."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.makedirs(os.path.join(folder.name, "Scenes", "s"))

        def path(name):
            return os.path.join(folder.name, name)

        for name, shape in (("Scenes/s/card.png", (320, 320)), ("Scenes/s/a.png", (8, 16))):
            cases.png(path(name), np.zeros((*shape, 4), np.uint8))
        raw = {
            "version": 1,
            "picture": {"image": "card.png", "widthMm": 100},
            "appear": {"fade": 0, "grow": 0},
            "items": items,
            **(scene or {}),
        }
        with open(path("Scenes/s/scene.json"), "w", encoding="utf-8") as file:
            json.dump(raw, file)
        head = {"format": "avatar-tracking/1", "width": WIDTH, "height": HEIGHT, **(header or {})}
        with open(path("T.jsonl"), "w", encoding="utf-8") as file:
            for line in [head] + [{"timestampMs": t, **what} for t, what in samples]:
                file.write(json.dumps(line) + "\n")
        if cues is not None:
            with open(path("cues.jsonl"), "w", encoding="utf-8") as file:
                file.writelines(json.dumps(cue) + "\n" for cue in cues)
        return reference.Reference(
            path("T.jsonl"),
            path("Scenes"),
            size,
            options.pop("output", None),
            cues=path("cues.jsonl") if cues is not None else None,
            **options,
        )

    def corners(self, item, t=0.0, samples=None, **options):
        found = self.make([item], samples or [(0, {"images": [image()]})], **options).frame(t)
        return np.array(found[0]["corners"]) if found else None

    def close(self, a, b, places=1e-5):
        np.testing.assert_allclose(a, b, atol=places, rtol=0)


ART = {"name": "a", "type": "art", "image": "a.png", "width": 40}
TILTED = pose_matrix((0.5, -0.4, 0.3), (2, 1, -32))


class Places(Case):
    def test_a_facing_card(self):
        mm = HEIGHT / (2 * math.tan(math.radians(31.5))) / 300  # px a mm at 30 cm
        self.close(
            self.corners(ART),
            [[320 + x * mm, 240 + y * mm] for x, y in ((-20, -10), (20, -10), (20, 10), (-20, 10))],
        )

    def test_on_the_print_the_homography_decides(self):
        bent = image(TILTED)
        bent["corners"] = (np.array(bent["corners"]) + [[0.01, 0], [0, 0.02], [0, 0], [-0.01, 0]]).tolist()
        item = {**ART, "at": [10, -5, 0], "rotation": 30}
        h = cards.homography(np.array(CORNERS, float)[:, :2], np.array(bent["corners"]) * [WIDTH, HEIGHT])
        turn = math.radians(30)
        want = []
        for u, v in ((-20, 10), (20, 10), (20, -10), (-20, -10)):
            x = 10 + u * math.cos(turn) + v * math.sin(turn)
            y = -5 - u * math.sin(turn) + v * math.cos(turn)
            p = h @ [x, y, 1]
            want.append(p[:2] / p[2])
        self.close(self.corners(item, samples=[(0, {"images": [bent]})]), want)

    def test_exact_corners_are_the_projection(self):
        item = {**ART, "at": [10, -5, 12], "angle": 70, "pivot": [0.5, 1]}
        c, s = math.cos(math.radians(70)), math.sin(math.radians(70))
        points = [[10 + u, -5 + v * c, 12 + v * s] for u, v in ((-20, 20), (20, 20), (20, 0), (-20, 0))]
        self.close(
            self.corners(item, samples=[(0, {"images": [image(TILTED)]})]),
            seen(TILTED, points) * [WIDTH, HEIGHT],
        )

    def test_screen_items_are_upright_squares_of_the_picture(self):
        samples = [(0, {"images": [image(TILTED)]})]
        quad = self.corners({**ART, "facing": "screen", "at": [0, 0, 20]}, samples=samples)
        self.close(quad[0, 1], quad[1, 1], 0.6)  # the glue to the print bends them a little
        self.assertLess(quad[0, 0], quad[1, 0])
        self.assertLess(quad[0, 1], quad[3, 1])
        pose = self.pose(TILTED)
        self.close(pose.linear @ pose.right, [0.1, 0, 0])
        self.close(pose.linear @ pose.up, [0, 0.1, 0])

    def pose(self, matrix, flip=1):
        made = self.make([], [(0, {"images": [image(matrix, flip)]})])
        state = made.there(1, 0)
        return cards.Pose(state[0], state[1], 1, (100, 100), made.tracking)

    def test_auto_angle(self):
        samples = [(0, {"images": [image()]})]
        self.close(
            self.corners({**ART, "angle": "auto"}, samples=samples),
            self.corners({**ART, "angle": 20}, samples=samples),
        )
        tilted = [(0, {"images": [image(pose_matrix((-0.8, 0, 0)))]})]
        self.close(
            self.corners({**ART, "angle": "auto"}, samples=tilted),
            self.corners({**ART, "angle": math.degrees(0.8) + 20}, samples=tilted),
            1e-4,
        )

    def test_camera_items_face_it(self):
        matrix = pose_matrix((-0.6, 0.5, 0.2), (3, 1, -30))
        pose = self.pose(matrix)
        e2 = np.array([0, math.cos(1.0), math.sin(1.0)])
        e1 = pose.unit(np.cross(e2, pose.camera - [5, 5, 0]))
        points = [
            np.array([5, 5, 0]) + u * e1 + v * e2 for u, v in ((-20, 10), (20, 10), (20, -10), (-20, -10))
        ]
        item = {**ART, "facing": "camera", "at": [5, 5, 0], "angle": math.degrees(1.0)}
        self.close(
            self.corners(item, samples=[(0, {"images": [image(matrix)]})]),
            seen(matrix, points) * [WIDTH, HEIGHT],
        )
        self.assertGreater(e1[0], 0)
        self.assertAlmostEqual(e1 @ (pose.camera - [5, 5, 0]), 0)

    def test_another_width_scales(self):
        twice = pose_matrix(at=(0, 0, -60))
        twice[:3, :3] = pose_matrix()[:3, :3]
        corners = seen(twice, np.array(CORNERS) * 2).tolist()
        item = {**ART, "at": [10, 0, 15], "angle": 60}
        big = {**image(), "corners": corners, "widthMm": 200, "matrix": twice.ravel().tolist()}
        self.close(self.corners(item, samples=[(0, {"images": [big]})]), self.corners(item))

    def test_mirrored_tracker_is_the_same(self):
        item = {**ART, "at": [10, -5, 12], "angle": 70, "facing": "camera"}
        plain = image(TILTED)
        turned = copy.deepcopy(plain)
        turned["corners"] = [[1 - x, y] for x, y in plain["corners"]]
        turned["matrix"] = (cards.MIRROR @ TILTED @ cards.MIRROR).ravel().tolist()
        for key in ("with", "without"):
            if key == "without":
                del plain["matrix"], turned["matrix"]
            self.close(
                self.corners(item, samples=[(0, {"images": [turned]})], header={"mirrored": True}),
                self.corners(item, samples=[(0, {"images": [plain]})]),
            )

    def test_a_turned_tracker_is_the_same(self):
        """The upright picture is 480 x 640; the tracker saw it lying, the matrix is of its camera."""
        lying = image(TILTED)
        for facing in ("card", "camera", "screen"):
            item = {**ART, "at": [10, -5, 12], "facing": facing, "angle": 30}
            upright = {
                **lying,
                "corners": [[1 - y, x] for x, y in lying["corners"]],
                "matrix": (np.array([[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]).T @ TILTED)
                .ravel()
                .tolist(),
            }
            fov = 2 * math.degrees(math.atan(math.tan(math.radians(31.5)) * WIDTH / HEIGHT))
            a = self.corners(
                item, samples=[(0, {"images": [lying]})], header={"rotationDegrees": 90}, size=(480, 640)
            )
            b = self.corners(
                item,
                samples=[(0, {"images": [upright]})],
                size=(480, 640),
                header={"width": 480, "height": 640, "verticalFieldOfViewDegrees": fov},
            )
            self.close(a, b)

    def test_flipped_cards_are_flipped_pictures(self):
        """A clip recorded as a mirror shows it: all that follows is the flipped picture of the plain clip's."""
        flipped = image(cards.MIRROR @ TILTED @ cards.MIRROR, flip=-1)
        for facing in ("card", "camera", "screen"):
            for matrix in (True, False):
                item = {**ART, "at": [10, -5, 12], "facing": facing, "angle": 30, "rotation": 20}
                one, two = image(TILTED), copy.deepcopy(flipped)
                if not matrix:
                    del one["matrix"], two["matrix"]
                a = self.corners(item, samples=[(0, {"images": [one]})])
                b = self.corners(item, samples=[(0, {"images": [two]})])
                self.close(b, a * [-1, 1] + [WIDTH, 0], 1e-5)

    def test_mirror(self):
        samples = [(0, {"images": [image(TILTED)]})]
        item = {**ART, "pivot": [0.2, 0.7], "rotation": 25, "angle": 30}
        a, b = self.corners(item, samples=samples), self.corners(item, samples=samples, mirror=True)
        self.close(a, b * [-1, 1] + [WIDTH, 0])  # twice is the identity
        keep = self.corners({**item, "mirror": "keep"}, samples=samples, mirror=True)
        self.assertGreater(cards.area(keep), 0)  # lettering runs as stored
        self.assertLess(cards.area(b), 0)
        self.close(self.corners({**item, "mirror": "keep"}, samples=samples), a)
        small = self.corners(item, samples=samples, mirror=True, output=(320, 240))
        self.close(small * 2, b, 3e-6)

    def test_not_drawn(self):
        self.assertIsNone(
            self.corners({**ART, "at": [0, 0, 295], "facing": "screen"})
        )  # 5 mm before the camera
        self.assertIsNone(self.corners({**ART, "width": 0}))
        self.assertIsNone(self.corners({**ART, "opacity": 0}))
        self.assertIsNone(self.corners({**ART, "at": [0, 0, 400]}))
        low = [(0, {"images": [image(pose_matrix((-1.4, 0, 0)))]})]  # the camera is 51 mm above the card
        self.assertIsNotNone(self.corners({**ART, "at": [0, 0, 40]}, samples=low))
        self.assertIsNone(self.corners({**ART, "at": [0, 0, 70]}, samples=low))
        self.assertIsNotNone(
            self.corners(
                {**ART, "at": [0, 0, 70], "animate": [{"property": "angle", "keys": [[0, 0], [9, 1]]}]},
                samples=low,
            )
        )

    def test_planar_pose(self):
        random = np.random.default_rng(3)
        for _ in range(200):
            matrix = pose_matrix(random.uniform(-0.9, 0.9, 3), random.uniform(-5, 5, 3) + [0, 0, -30])
            made = self.make([], [(0, {"images": [image(matrix, write=False)]})])
            self.close(made.cards[1].matrices[0], matrix, 1e-6)

    def test_the_other_pose_is_nearer_to_the_last(self):
        """Of a small card far away both solutions fit; the one of the last rotation is taken."""
        far = pose_matrix((0.5, 0.2, 0), (0, 0, -900))
        twin = pose_matrix((-0.5, -0.2, 0), (0, 0, -900))
        for first in (far, twin):
            made = self.make(
                [], [(0, {"images": [image(first)]}), (100, {"images": [image(far, write=False)]})]
            )
            angle = (cards.unscaled(made.cards[1].matrices[1]) * cards.unscaled(first)).sum()
            self.assertGreater(angle, 2.9)


class Times(Case):
    def entries(self, items, samples, times, **options):
        made = self.make(items, samples, **options)
        return [[(p["item"], round(p.get("opacity", -1), 6)) for p in made.frame(t)] for t in times]

    steady = [(t, {"images": [image()]}) for t in range(0, 4001, 100)]

    def test_delay_and_duration(self):
        item = {**ART, "delay": 300, "duration": 500}
        found = self.entries([item], self.steady, [0, 299, 300, 799.9, 800])
        self.assertEqual([len(f) for f in found], [0, 0, 1, 1, 0])

    def test_after(self):
        items = [
            {**ART, "duration": 500, "delay": 100},
            {**ART, "name": "b", "on": {"after": "a"}, "duration": 100},
        ]
        found = self.entries(items, self.steady, [0, 100, 599, 599.6, 600, 699, 701])
        self.assertEqual([[n for n, _ in f] for f in found], [[], ["a"], ["a"], ["a", "b"], ["b"], ["b"], []])

    def test_appear(self):
        found = self.entries([ART], self.steady, [0, 100, 300, 500], scene={"appear": {"fade": 400, "grow": 0}})
        self.assertEqual([o for f in found for _, o in f], [0.25, 0.75, 1])

    def test_vanish(self):
        samples = [(0, {"images": [image()]}), (250, {"images": [image()]}), (1000, {"images": []})]
        found = self.entries(
            [ART], samples, [125, 250, 549, 550, 700, 849, 851], scene={"vanish": {"hold": 300, "fade": 300}}
        )
        self.assertEqual([o for f in found for _, o in f], [1, 1, 1, 1, 0.5, round(1 - 299 / 300, 6)])

    def test_departure(self):
        """Where later samples are known, a scene leaves with its card and comes back in full."""
        here = [(0, {"images": [image()]}), (250, {"images": [image()]}), (500, {"images": [image()]})]
        samples = here + [(900, {"images": [image()]})]
        times = [0, 300, 350, 450, 499, 501, 899, 900, 901]
        found = self.entries([ART], samples, times, end=3000, scene={"vanish": {"hold": 300, "fade": 300}})
        self.assertEqual([[o for _, o in f] for f in found][:5], [[1], [round(2 / 3, 6)], [0.5], [round(1 / 6, 6)], [round(1 / 300, 6)]])
        self.assertEqual([len(f) for f in found][5:], [0, 0, 0, 0])
        # Held for long enough it is joined, unless another card lies there meanwhile.
        long = {"vanish": {"hold": 400, "fade": 0}}
        self.assertEqual([len(f) for f in self.entries([ART], samples, [700, 901], end=3000, scene=long)], [1, 0])
        other = {**image(), "name": "other", "id": 2}
        covered = here + [(700, {"images": [other]}), (900, {"images": [image()]})]
        self.assertEqual([len(f) for f in self.entries([ART], covered, [600, 900], end=3000, scene=long)], [0, 1])
        # At the clip's end nothing fades; held on purpose it stays.
        self.assertEqual([o for f in self.entries([ART], here, [450], end=700) for _, o in f], [1])
        after = {"vanish": {"hold": 300, "fade": 300, "after": True}}
        found = self.entries([ART], here, [450, 800, 950, 1101], end=3000, scene=after)
        self.assertEqual([[o for _, o in f] for f in found], [[1], [1], [0.5], []])

    def test_corners_are_joined(self):
        a, b = image(), image(pose_matrix(at=(6, 0, -30)))
        made = self.make([{**ART, "at": [0, 0, 0]}], [(0, {"images": [a]}), (200, {"images": [b]})])
        middle = np.array(made.frame(50)[0]["corners"]).mean(0)
        ends = [np.array(made.frame(t)[0]["corners"]).mean(0) for t in (0, 200)]
        self.close(middle, ends[0] * 0.75 + ends[1] * 0.25, 1e-6)

    def test_cues(self):
        item = {**ART, "on": {"cue": "tap"}, "duration": 10000}
        cues = [{"timestampMs": 100 * n, "cue": "tap"} for n in range(12)][::-1] + [
            {"timestampMs": 5, "cue": "tap", "image": 9},
            {"timestampMs": -50, "cue": "tap"},
        ]
        found = self.entries([item], self.steady, [0, 99, 99.5, 700, 800, 1100, 2000], cues=cues)
        self.assertEqual([len(f) for f in found], [1, 1, 2, 8, 8, 8, 8])

    def test_gesture(self):
        def hand(category, at=(0.5, 0.5)):
            return {
                "hands": [
                    {"landmarks": [[*at, 0]] * 21, "gestures": [{"categoryName": category, "score": 0.9}]}
                ]
            }

        card = {"images": [image()]}
        samples = [
            (t, {**card, **hand("Open_Palm" if 230 <= t <= 700 or 1000 <= t <= 1150 else "None")})
            for t in range(0, 2000, 70)
        ]
        made = self.make([{**ART, "on": {"gesture": "Open_Palm", "near": True}}], samples)
        self.assertEqual(made.runs[1]["a"], [480])  # from 280, confirmed at 490; the second is too short
        away = [(t, {**card, **hand("Open_Palm", (0.05, 0.05))}) for t in range(0, 1000, 50)]
        self.assertEqual(
            self.make([{**ART, "on": {"gesture": "Open_Palm", "near": True}}], away).runs[1]["a"], []
        )
        self.assertEqual(self.make([{**ART, "on": {"gesture": "Open_Palm"}}], away).runs[1]["a"], [200])

    def test_gesture_by_rules(self):
        random = np.random.default_rng(1)
        for category in ("Open_Palm", "Victory", "Closed_Fist"):
            for rules in (True, False):
                made = cases.hand(random, np.array([0.5, 0.5]), category, WIDTH, HEIGHT, rules)
                tracking = self.make([], [(0, {"hands": [made]})]).tracking
                self.assertEqual(tracking.hands(tracking.samples[0][1])[0][0], category)

    def test_animate(self):
        for play, t, value in (
            ("once", 2500, 30),
            ("loop", 2500, -15),
            ("ping-pong", 2500, 15),
            ("ping-pong", 4100, -27),
        ):
            self.assertAlmostEqual(reference.animated({"keys": [[0, -30], [2000, 30]], "play": play}, t), value)
        for ease, value in (
            ("sine", 0.5 - math.sqrt(0.5) / 2),
            ("in", 1 / 64),
            ("out", 1 - 27 / 64),
            ("step", 0),
        ):
            self.assertAlmostEqual(reference.animated({"keys": [[0, 0], [100, 1]], "ease": ease}, 25), value)
        self.assertEqual(reference.animated({"keys": [[50, 3], [100, 1]]}, 10), 3)

    def test_flash(self):
        item = {"name": "f", "type": "flash", "keys": [[0, 0], [100, 1]], "area": "picture", "opacity": 0.5}
        made = self.make([item], self.steady, mirror=True, output=(320, 240))
        self.assertEqual(made.frame(0), [])
        entry = made.frame(50)[0]
        self.assertEqual(entry["opacity"], 0.25)
        self.assertEqual(entry["corners"], [[320, 0], [0, 0], [0, 240], [320, 240]])

    def test_order(self):
        far, near = image(pose_matrix(at=(0, 0, -40)), id=1), image(pose_matrix(at=(0, 0, -30)), id=2)
        items = [
            {**ART, "name": "near", "at": [0, 0, 30], "angle": 40},
            {**ART, "name": "far", "at": [0, 0, 10], "angle": 40},
            {**ART, "name": "flat", "at": [0, 0, 50]},
        ]
        made = self.make(items, [(0, {"images": [near, far]})])
        self.assertEqual(
            [(p["image"], p["item"]) for p in made.frame(0)],
            [(i, n) for i in (1, 2) for n in ("flat", "far", "near")],
        )

    def test_still(self):
        made = self.make(
            [{**ART, "delay": 400, "animate": [{"property": "opacity", "keys": [[0, 0], [2000, 1]]}]}],
            [(0, {"images": [image()]})],
            still=True,
        )
        self.assertAlmostEqual(made.frame(0)[0]["opacity"], 0.8)

    def test_ids_without_ids(self):
        def at(x, name="s"):
            found = image(pose_matrix(at=(x, 0, -30)))
            del found["id"]
            return {**found, "name": name}

        made = self.make(
            [],
            [
                (0, {"images": [at(-8), at(8)]}),
                (100, {"images": [at(7), at(-7)]}),
                (200, {"images": [at(6), at(0, "other")]}),
            ],
        )
        self.assertEqual(
            sorted((i, len(c.times)) for i, c in made.tracking.cards.items()), [(1, 2), (2, 3), (3, 1)]
        )


class Numbers(Case):
    def test_splitmix(self):
        zero = particles.SplitMix64(0)
        self.assertEqual(
            [zero.next() for _ in range(3)], [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
        )
        self.assertEqual(particles.SplitMix64(1234567).next(), 6457827717110365317)

    def test_spread_is_even_in_its_sine(self):
        n = particles.draw({"spread": [-90, 90], "size": 3}, particles.generator(1))
        other = particles.generator(1)
        u = [other.unit() for _ in range(15)]
        self.assertAlmostEqual(n["spread"], 2 * u[5] - 1)
        self.assertEqual((n["x"], n["phase"], n["turn"], n["size"]), (u[1], u[11], u[13], 3))

    def test_motion(self):
        n = {
            "direction": 90,
            "spread": 0.0,
            "speed": 100,
            "gravity": 50,
            "drag": 0,
            "sway": 0,
            "swayHz": 1,
            "phase": 0.3,
        }
        self.close(particles.travelled({}, n, 0, None), [0, 0, 0], 0)
        self.close(particles.travelled({}, n, 2, None), [0, 200 - 100, 0], 1e-12)
        for drag in (1e-9, 4.9e-5, 5.1e-5, 1e-3):  # both formulas, toward the limit
            self.close(particles.travelled({}, {**n, "drag": drag}, 2, None), [0, 100, 0], 200 * drag + 1e-9)
        dragged = particles.travelled({}, {**n, "drag": 2}, 1.5, None)
        q = (1 - math.exp(-3)) / 2
        self.close(dragged, [0, 100 * q - 50 * (1.5 - q) / 2, 0], 1e-12)
        self.close(particles.travelled({"down": "normal"}, {**n, "speed": 0}, 2, None), [0, 0, -100], 1e-12)

    def living(self, spec, age, at=(0.0, 0.0, 0.0)):
        return particles.alive(spec, 7, 1, 0, 0, age, lambda _: np.array(at), None)

    def test_born_in_from(self):
        box = self.living({"life": 100, "burst": [[0, 300]], "from": {"box": [10, 20, 4]}}, 0, (5, 6, 7))[0]
        self.assertEqual(len(box), 300)
        for p in box:
            self.assertTrue((np.abs(p.place - [5, 6, 7]) <= [5, 10, 2]).all())
        ellipse = np.array(
            [
                p.place
                for p in self.living({"life": 100, "burst": [[0, 300]], "from": {"ellipse": [10, 20]}}, 0)[0]
            ]
        )
        radius = np.hypot(ellipse[:, 0] / 5, ellipse[:, 1] / 10)
        self.assertLess(radius.max(), 1)
        self.assertAlmostEqual((radius**2).mean(), 0.5, delta=0.05)  # even over the area

    def test_births(self):
        self.assertEqual(
            list(particles.births({"burst": [[10, 2]], "rate": 100}, 35, 1000, -1)),
            [(0, 10), (1, 10), (2, 0), (3, 10), (4, 20), (5, 30)],
        )
        self.assertEqual(len(self.living({"life": 50, "rate": 1000, "duration": 100}, 120)[0]), 30 - 1)

    def test_caps(self):
        self.assertEqual(len(self.living({"life": 1000, "rate": 1000}, 900)[0]), 400)
        ages = [p.age for p in self.living({"life": 1000, "rate": 1000}, 900)[0]]
        self.assertEqual((min(ages), max(ages)), (0, 399))
        emitter = {"type": "particles", "life": 1000, "burst": [[0, 400]], "size": 2}
        made = self.make([{**emitter, "name": f"p{n}", "delay": n} for n in range(5)], Times.steady)
        self.assertEqual(
            {p["item"]: p["count"] for p in made.frame(100)}, {"p1": 300, "p2": 400, "p3": 400, "p4": 400}
        )

    def test_then(self):
        spec = {
            "life": 100,
            "burst": [[0, 3]],
            "speed": 100,
            "direction": 0,
            "then": {"count": 4, "life": 50, "size": 1},
        }
        own, later = self.living(spec, 99.999)
        self.assertEqual((len(own), len(later)), (3, 0))
        own, later = self.living(spec, 100)
        self.assertEqual((len(own), len(later)), (0, 12))
        for p in later:
            self.close(p.place, [10, 0, 0], 1e-12)
        self.assertEqual([p.key[3] for p in later], list(range(12)))
        self.assertEqual(len(self.living(spec, 150)[1]), 0)

    def test_swarm(self):
        item = {"name": "p", "type": "particles", "life": 1000, "burst": [[0, 1]], "size": 10, "at": [0, 0, 0]}
        made = self.make([item], Times.steady)
        entry = made.frame(0)[0]
        half = 5 * HEIGHT / (2 * math.tan(math.radians(31.5))) / 300
        self.assertEqual(entry["count"], 1)
        self.close(entry["box"], [320 - half, 240 - half, 320 + half, 240 + half], 1 / 128)
        self.assertTrue(all((x * 64).is_integer() for x in entry["box"]))
        self.assertEqual(made.frame(1000), [])


if __name__ == "__main__":
    unittest.main()
