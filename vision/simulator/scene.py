"""The simulated camera: a throw of dice as a frame, and the truth about it.

Equal scenes give equal frames. To simulate a table, keep the `place` and change the `seed` for
every throw; several pictures of one throw differ only in their `moment`.
"""

from dataclasses import dataclass, replace
from math import acos, atan, degrees
from typing import Any, Literal, get_args

import cv2
import numpy as np

from rules.dice import DiceSet, Face
from vision.geometry import Frame
from vision.mat.sheet import Paper
from vision.reading import Corners, Point
from vision.simulator import camera as cameras
from vision.simulator import clutter, cover, dice, hand, lens, light, mat, paint, surface, tray
from vision.simulator.camera import HEIGHT, WIDTH
from vision.simulator.die_styles import DieStyle, one_of, random_style
from vision.simulator.light import Mood
from vision.simulator.throw import Lying, Thrower

__all__ = [
    "HEIGHT", "LIGHTS", "SPOILS", "SURFACES", "WIDTH", "Light", "Scene", "Shot", "Spoil",
    "Surface", "TrueDie", "random_scene", "render",
]  # fmt: skip

Light = Literal["warm", "cold", "daylight", "dim", "hard"]
Surface = Literal["wood", "felt", "cloth", "paper", "plain", "stone", "tray"]
Spoil = Literal["cocked", "glare", "hand", "touching", "cut_off", "blurred", "dark", "stacked"]
LIGHTS: tuple[Light, ...] = get_args(Light)
SURFACES: tuple[Surface, ...] = get_args(Surface)
SPOILS: tuple[Spoil, ...] = get_args(Spoil)

_NEEDS = {"cocked": 1, "glare": 1, "hand": 1, "touching": 2, "cut_off": 1, "stacked": 2}
"""The dice needed for each kind of spoilt throw."""
_WIDEST = 800.0
"""The widest lens, in pixels of a die at one centimetre."""
_LEVEL = 80
"""Degrees from straight down up to which the table is visible."""
_HIDDEN = 0.02
"""A face covered by this part counts as hidden."""


@dataclass(frozen=True)
class Scene:
    """A throw before the camera.

    Attributes:
        dice_set: What is thrown.
        faces: What the dice show, 0 to 12 of them.
        seed: How the dice fall, and what lies beside them.
        place: Which dice, table, lamp and camera, within what the other attributes say.
        moment: Which of several pictures of the throw: only the noise differs.
        light: The kind of light, by name or as ranges; "hard" throws hard shadows.
        surface: What the table is made of.
        tilt: Of the camera away from straight down, 0 to 35 degrees.
        distance: From the camera to the middle of the table, 25 to 45 cm.
        edge: What a die measures in the middle of the picture, 20 to 120 pixels.
        blur: Deviation of the lens's softness, in pixels.
        noise: Deviation of the sensor's noise, in levels.
        jpeg: The quality the frame is stored with; without it, it is not.
        clutter: Whether other things lie about.
        spoil: What is wrong with the throw. Dice that touch are not wrong, only harder.
        beside: Whether a pencil lies against one of the dice, if they lie as they fell.
        style: How the dice look; without it, some style of their set.
        mat: What the printed mat on the table is printed on; without it there is none.
        kept: What the dice in its KEEP row show.
        bend: How much the lens bends straight lines, outwards where it is negative.
        stops: How much more light the sensor collects; each stop doubles it.
    """

    dice_set: DiceSet
    faces: tuple[Face, ...]
    seed: int = 0
    place: int = 0
    moment: int = 0
    light: Light | Mood = "daylight"
    surface: Surface = "wood"
    tilt: float = 12.0
    distance: float = 35.0
    edge: float = 56.0
    blur: float = 0.7
    noise: float = 2.0
    jpeg: int | None = 92
    clutter: bool = False
    spoil: Spoil | None = None
    beside: bool = False
    style: DieStyle | None = None
    mat: Paper | None = None
    kept: tuple[Face, ...] = ()
    bend: float = 0.0
    stops: float = 0.0

    def __post_init__(self) -> None:
        if self.kept and self.mat is None:
            raise ValueError("no_mat")
        if self.spoil is not None and len(self.faces) < _NEEDS.get(self.spoil, 0):
            raise ValueError("too_few_dice")
        if self.tilt + degrees(atan(_above(self.edge, self.distance))) > _LEVEL:
            raise ValueError("too_wide")


@dataclass(frozen=True)
class TrueDie:
    """What a die really shows.

    Attributes:
        face: Its upper face.
        corners: Of that face, clockwise as seen, in pixels; outside the picture where it is cut.
        spoilt: Why it cannot be trusted: "leaning", "glare", "hidden", "cut_off" or "overlapping".
        down: From the middle of that face to the middle of the opposite one, in pixels.
        lean: How far it is from lying level, in degrees.
        covered: How much of the face a hand or other dice hide.
    """

    face: Face
    corners: Corners
    spoilt: str | None = None
    down: Point = (0.0, 0.0)
    lean: float = 0.0
    covered: float = 0.0


@dataclass(frozen=True)
class Shot:
    """A frame and the truth about it.

    Attributes:
        frame: The picture, 1280 x 960.
        dice: Its dice, in the order of the scene's faces; those in the KEEP row after them.
        spoilt: Why nothing in it can be trusted: "dark" or "blurred".
    """

    frame: Frame
    dice: tuple[TrueDie, ...]
    spoilt: str | None = None

    @property
    def readable(self) -> bool:
        """Return whether a reader should read all dice without a doubt."""
        return self.spoilt is None and all(die.spoilt is None for die in self.dice)


def random_scene(dice_set: DiceSet, count: int, seed: int, **fixed: Any) -> Scene:  # noqa: ANN401
    """Return a scene with this many dice; the seed chooses what is not given by name."""
    rng = np.random.default_rng([seed, 1])
    faces = tuple(one_of(dice_set.sides, rng) for _ in range(count))
    mood = one_of(LIGHTS, rng)
    drawn = float(np.exp(rng.uniform(np.log(24), np.log(120 if count <= 8 else 85))))
    edge = float(fixed.get("edge", drawn))
    near = float(np.clip(_WIDEST / edge, 25, 45))
    distance = float(fixed.get("distance", rng.uniform(near, 45)))
    steepest = 72 - degrees(atan(_above(edge, distance)))
    scene = Scene(
        dice_set,
        faces,
        seed=seed,
        place=seed,
        light=mood,
        surface=one_of(SURFACES, rng),
        tilt=float(rng.uniform(0, np.clip(steepest, 0, 35))),
        distance=distance,
        edge=edge,
        blur=float(rng.uniform(0.4, 0.9) * (1 if edge < 35 else rng.uniform(1, 1.4))),
        noise=float(rng.uniform(0.8, 3) * (1.6 if mood == "dim" else 1)),
        jpeg=int(rng.integers(75, 97)) if rng.random() < 0.8 else None,
        clutter=bool(rng.random() < 0.5),
    )
    return replace(scene, **fixed)


def render(scene: Scene) -> Shot:
    """Return the frame of a scene, and the truth about it."""
    return _Studio(scene).shoot()


class _Studio:
    """Everything for one scene, set up in a fixed order."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._rng = np.random.default_rng([scene.seed, 2])
        place = np.random.default_rng([scene.place, 3])
        roll = place.uniform(-5, 5)
        self._camera = cameras.above(
            scene.tilt, scene.distance * 10, scene.edge, roll, die=dice.EDGE
        )
        self._vignette = float(place.uniform(0.05, 0.35))
        self._contrast = float(place.uniform(0.0, 0.35))
        self._table = surface.table(scene.surface, self._camera, place)
        self._mat = None if scene.mat is None else mat.laid(scene.mat, place)
        framed = scene.surface == "tray" and scene.spoil != "cut_off" and scene.mat is None
        self._tray = tray.tray(self._camera, place) if framed else None
        self._light = self._lit(place)
        styles = [scene.style or random_style(scene.dice_set, place) for _ in range(3)]
        mixed = scene.dice_set.name == "standard" and place.random() < 0.25
        self._styles = styles if mixed else styles[:1]
        self._sides = dice.sides(scene.dice_set, mirrored=bool(place.random() < 0.5))
        self._skins = [paint.skin(style, self._sides, scene.edge, place) for style in self._styles]

    def _lit(self, rng: np.random.Generator) -> light.Lighting:
        """Return the light, including the camera's exposure."""
        chosen = self._scene.light
        mood = chosen if isinstance(chosen, Mood) else light.MOODS[chosen]
        lit = light.lighting(mood, self._camera, rng)
        sent = float((_mean(self._table.texture)).mean())
        exposure = float(np.clip((0.3 / sent) ** 0.35, 0.8, 1.5)) * 2**self._scene.stops
        if self._scene.spoil == "dark":
            exposure *= float(rng.uniform(0.015, 0.05)) * (2 if self._scene.light == "dim" else 1)
        return light.Lighting(
            tuple(replace(lamp, colour=lamp.colour * exposure) for lamp in lit.lamps),
            lit.sky * exposure,
        )

    def shoot(self) -> Shot:
        scene, camera, rng = self._scene, self._camera, self._rng
        lying = self._with_kept(self._thrown())
        styles = [int(rng.integers(len(self._styles))) for _ in lying.poses]
        solids = [
            pose.corners(1 - 0.6 * self._styles[style].roundness)
            for pose, style in zip(lying.poses, styles, strict=True)
        ]
        self._lay(lying)
        if self._tray is not None:
            solids += self._tray.solids()
        reaching = self._hand(lying)
        if reaching is not None:
            solids += reaching.solids()
        frame = self._table_seen(solids)
        if self._tray is not None:
            self._tray.draw(frame, camera, self._light, self._vignette)
        glaring = self._glaring(lying)
        blocks = [
            paint.Block(pose, self._skins[style], float(rng.uniform(0, 9)), glaring.get(index))
            for index, (pose, style) in enumerate(zip(lying.poses, styles, strict=True))
        ]
        if self._table.gloss > 0.3 and self._tray is None:
            paint.mirror(frame, camera, blocks, self._room(), self._table.gloss)
        paint.paint(frame, camera, blocks, self._room(), rng)
        covered = None
        if reaching is not None:
            covered = hand.draw(frame, reaching, camera, self._light, rng)
        noise = np.random.default_rng([scene.seed, 4, scene.moment])
        frame = lens.develop(frame, self._lens(), noise)
        whole = scene.spoil if scene.spoil in {"dark", "blurred"} else None
        hidden = cover.by_dice(camera, lying.poses, solids[: len(lying.poses)])
        return Shot(frame, self._truth(lying, set(glaring), hidden, covered), whole)

    def _thrown(self) -> Lying:
        scene, rng = self._scene, self._rng
        ups = [dice.side_of(face, self._sides, rng) for face in scene.faces]
        thrower = Thrower(self._camera, self._allowed, rng)
        if scene.spoil == "cocked":
            return thrower.cocked(ups)
        if scene.spoil == "touching":
            return thrower.touching(ups)
        if scene.spoil == "stacked":
            return thrower.stacked(ups)
        if scene.spoil == "cut_off":
            return thrower.cut_off(ups)
        return thrower.beside(ups) if scene.beside and ups else thrower.loose(ups)

    def _allowed(self, pose: dice.Pose) -> bool:
        if self._mat is not None and not self._mat.throw_holds(pose):
            return False
        return self._tray is None or self._tray.holds(self._camera, pose)

    def _with_kept(self, lying: Lying) -> Lying:
        """Return all dice, including those in the KEEP row."""
        if self._mat is None:
            return lying
        rng, kept = self._rng, self._scene.kept
        row = [
            dice.flat(x, y, rng.uniform(-0.4, 0.4), dice.side_of(face, self._sides, rng))
            for face, (x, y) in zip(kept, self._mat.row(len(kept), rng), strict=True)
        ]
        return replace(lying, poses=(*lying.poses, *row))

    def _lay(self, lying: Lying) -> None:
        """Draw pencils, coins and the like into the table."""
        if lying.prop is not None:
            middle, along = lying.prop
            support = clutter.pencil(self._table.scale * 1.6, self._rng)
            middle = middle + along * self._rng.uniform(-0.3, 0.3) * support.length
            turn = float(np.arctan2(along[1], along[0]))
            clutter.lay(self._table, support, middle, turn, self._light)
        if self._scene.clutter:
            clutter.scatter(self._table, self._camera, lying.poses, self._light, self._rng)

    def _hand(self, lying: Lying) -> hand.Hand | None:
        rng = self._rng
        if self._scene.spoil == "hand":
            victim = lying.poses[int(rng.integers(len(lying.poses)))]
            tip = victim.centre[:2] + rng.uniform(-0.25, 0.25, 2) * dice.EDGE
            outwards = np.arctan2(victim.centre[1], victim.centre[0]) + rng.uniform(-0.5, 0.5)
            return hand.reaching(tip, float(outwards), rng)
        if self._scene.clutter and rng.random() < 0.3:
            return self._hand_aside(lying)
        return None

    def _hand_aside(self, lying: Lying) -> hand.Hand | None:
        """Return a hand at the margin that does not cover the dice, if there is room."""
        rng = self._rng
        for _ in range(8):
            turn = rng.uniform(0, 2 * np.pi)
            x = WIDTH / 2 + np.cos(turn) * WIDTH * 0.46
            y = HEIGHT / 2 - np.sin(turn) * HEIGHT * 0.46
            tip = self._camera.on_table(np.array([x]), np.array([y]), 26.0)[0]
            if all(np.hypot(*(pose.centre[:2] - tip)) > 75 for pose in lying.poses):
                return hand.reaching(tip, float(turn), rng)
        return None

    def _table_seen(self, solids: list[dice.Floats]) -> Frame:
        falling = light.on_table(self._light, self._camera, solids, self._vignette, self._rng)
        albedo = self._table.seen(self._camera)
        if self._mat is not None:
            self._mat.draw(albedo, self._camera)
        if self._tray is not None:
            self._tray.stand(albedo, self._camera, self._rng)
        levels = cv2.convertScaleAbs(cv2.sqrt(np.maximum(falling, 0)), alpha=128)
        full = cv2.resize(levels, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
        frame = cv2.multiply(albedo, full, scale=1 / 128)
        if self._table.gloss > 0.2 and self._tray is None:
            sent = float(self._room().ground.mean())
            shine = light.sheen(self._light, self._camera, self._table.gloss)
            more = ((np.sqrt(sent + shine) - np.sqrt(sent)) * 255).astype(np.uint8)
            full = cv2.resize(more, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
            frame = cv2.add(frame, cv2.merge([full] * 3))
        return np.asarray(frame, np.uint8)

    def _room(self) -> paint.Room:
        falling = self._light.sky + sum(lamp.colour * 0.7 for lamp in self._light.lamps)
        return paint.Room(self._light, _mean(self._table.texture) * falling, self._vignette)

    def _glaring(self, lying: Lying) -> dict[int, paint.Glare]:
        if self._scene.spoil != "glare":
            return {}
        rng = self._rng
        count = int(rng.integers(1, min(3, len(lying.poses)) + 1))
        chosen = rng.permutation(len(lying.poses))[:count]
        u, v = rng.uniform(-0.12, 0.12, (2, count))
        light = 2**self._scene.stops
        return {
            int(index): paint.Glare(
                float(u[nth]), float(v[nth]), float(rng.uniform(0.36, 0.5)), light
            )
            for nth, index in enumerate(chosen)
        }

    def _lens(self) -> lens.Lens:
        scene = self._scene
        blur, smear = scene.blur, (0.0, 0.0)
        if scene.spoil == "blurred":
            if self._rng.random() < 0.5:
                blur = max(2.5, scene.edge * float(self._rng.uniform(0.11, 0.16)))
            else:
                far = max(9.0, scene.edge * float(self._rng.uniform(0.4, 0.7)))
                turn = self._rng.uniform(0, np.pi)
                smear = (float(far * np.cos(turn)), float(far * np.sin(turn)))
        bend = lens.Bend(self._camera.focal, scene.bend)
        return lens.Lens(blur, scene.noise, smear, self._contrast, scene.jpeg, bend)

    def _truth(
        self, lying: Lying, glaring: set[int], behind: list[float], covered: Frame | None
    ) -> tuple[TrueDie, ...]:
        kinds = {"cocked": "leaning", "stacked": "overlapping", "cut_off": "cut_off"}
        found = []
        faces = (*self._scene.faces, *self._scene.kept)
        bend = lens.Bend(self._camera.focal, self._scene.bend)
        for index, (face, pose) in enumerate(zip(faces, lying.poses, strict=True)):
            top = bend.points(self._camera.project(pose.top()))
            one, two, three, four = ((float(x), float(y)) for x, y in top)
            spoilt = kinds[str(self._scene.spoil)] if index in lying.spoilt else None
            if index in glaring:
                spoilt = "glare"
            below = 0.0 if covered is None else cover.by_hand(self._camera, pose, covered)
            if below > _HIDDEN:
                spoilt = "hidden"
            hidden = min(1.0, below + behind[index])
            ends = np.stack([pose.centre + pose.out, pose.centre - pose.out])
            upper, lower = bend.points(self._camera.project(ends))
            x, y = (float(way) for way in lower - upper)
            lean = degrees(acos(min(1.0, float(pose.out[2]) / (dice.EDGE / 2))))
            corners = (one, two, three, four)
            found.append(TrueDie(face, corners, spoilt, (x, y), lean, hidden))
        return tuple(found)


def _above(edge: float, distance: float) -> float:
    """Return how steeply the camera sees the upper edge, for one step ahead."""
    return HEIGHT / 2 / (edge * distance * 10 / dice.EDGE)


def _mean(texture: Frame) -> dice.Floats:
    """Return the mean of the white light that the table reflects."""
    few = texture[::16, ::16].reshape(-1, 3).astype(np.float64) / 255
    return np.asarray((few**2).mean(axis=0))
