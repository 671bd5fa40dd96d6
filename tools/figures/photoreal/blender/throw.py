"""Inside Blender: drop dice, render them, and write the true faces.

`python -m tools.figures.photoreal.blender.throw FOLDER [FIRST LAST]` with an installed module bpy,
or `make photoreal` with Blender itself. The folder contains the output of
`tools.figures.photoreal.prepare`; each job writes `images/NAME.jpg` and `truth/NAME.json`. Existing
files are kept. Environment: SAMPLES per pixel; DENOISE=1 removes noise, which not every build of
Blender can; DEVICE=CUDA or OPTIX uses a GPU.
"""

import json
import math
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import bpy  # isort: skip (the others come with it)
from mathutils import Euler, Matrix, Vector

from tools.figures.photoreal.blender.dice import DIRECTIONS, axes, make_die
from tools.figures.photoreal.blender.things import lay_table, lay_things, solid
from tools.figures.photoreal.job import HEIGHT, WIDTH, Job, load

SAMPLES = int(os.environ.get("SAMPLES", "64"))
FALL = 240
"""Frames until everything lies still."""
GREY = 0.2
"""How bright a picture is on the whole, as a camera that measures light would make it."""


def _clear() -> Any:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples = SAMPLES
    scene.cycles.max_bounces = 8
    scene.cycles.use_denoising = bool(os.environ.get("DENOISE"))
    if os.environ.get("DEVICE"):
        kind = os.environ["DEVICE"]
        preferences = bpy.context.preferences.addons["cycles"].preferences
        preferences.compute_device_type = kind
        preferences.get_devices()
        for device in preferences.devices:
            device.use = device.type == kind
        scene.cycles.device = "GPU"
    scene.render.resolution_x, scene.render.resolution_y = WIDTH, HEIGHT
    scene.render.image_settings.file_format = "JPEG"
    scene.render.image_settings.quality = 93
    return scene


def _light(job: Job) -> None:
    scene = bpy.context.scene
    world = scene.world = bpy.data.worlds.new("room")
    if not world.use_nodes:  # always true from Blender 5 on
        world.use_nodes = True
    nodes = world.node_tree.nodes
    nodes.clear()
    back = nodes.new("ShaderNodeBackground")
    out = nodes.new("ShaderNodeOutputWorld")
    world.node_tree.links.new(back.outputs[0], out.inputs["Surface"])
    back.inputs["Color"].default_value = (1.0, 1.0 - 0.12 * job.warmth, 1.0 - 0.3 * job.warmth, 1.0)
    back.inputs["Strength"].default_value = job.ambient
    for lamp in job.lamps:
        light = bpy.data.lights.new("lamp", "AREA")
        light.size, light.energy, light.color = lamp.size, lamp.power, lamp.colour
        thing = bpy.data.objects.new("lamp", light)
        scene.collection.objects.link(thing)
        thing.location = lamp.place
        thing.rotation_euler = (-thing.location).to_track_quat("-Z", "Y").to_euler()


def _aim(job: Job) -> tuple[Any, float]:
    """The camera, and how far from the middle of the table it sees on every side."""
    camera = bpy.data.cameras.new("camera")
    camera.sensor_width = 4.6
    camera.angle = math.radians(job.view)
    camera.clip_end = 1000
    thing = bpy.data.objects.new("camera", camera)
    bpy.context.scene.collection.objects.link(thing)
    turned = Euler((math.radians(job.tilt), 0, math.radians(job.azimuth)))
    thing.location = turned.to_matrix() @ Vector((0, 0, job.distance))
    roll = Matrix.Rotation(math.radians(job.roll), 3, "Z")
    thing.rotation_euler = (turned.to_matrix() @ roll).to_euler()
    bpy.context.scene.camera = thing
    half = job.distance * math.tan(math.radians(job.view) / 2) * HEIGHT / WIDTH
    return thing, half


def _fall(dice: list[Any], reach: float, rng: Random) -> list[Any]:
    """Let the dice fall until they lie; their places and ways then."""
    scene = bpy.context.scene
    scene.gravity = (0, 0, -200)
    for number, die in enumerate(dice):
        away, angle = reach * math.sqrt(rng.random()), rng.uniform(0, 2 * math.pi)
        die.location = (
            away * math.cos(angle),
            away * math.sin(angle),
            4 + 2.6 * number + rng.random(),
        )
        die.rotation_euler = [rng.uniform(0, 2 * math.pi) for _ in range(3)]
        solid(die, moving=True, friction=rng.uniform(0.3, 0.8))
    world = scene.rigidbody_world
    world.substeps_per_frame, world.solver_iterations = 20, 40
    world.point_cache.frame_end = FALL
    for frame in range(1, FALL + 1):
        scene.frame_set(frame)
    graph = bpy.context.evaluated_depsgraph_get()
    found = [die.evaluated_get(graph).matrix_world.copy() for die in dice]
    for die, lies in zip(dice, found, strict=True):
        bpy.context.view_layer.objects.active = die
        bpy.ops.object.select_all(action="DESELECT")
        die.select_set(state=True)
        bpy.ops.rigidbody.object_remove()
        die.matrix_world = lies
    return found


def _project(camera: Any, at: Any) -> list[float]:
    """Return the position of a point in the picture."""
    local = camera.matrix_world.inverted() @ at
    focal = WIDTH / 2 / math.tan(camera.data.angle / 2)
    return [WIDTH / 2 + focal * local.x / -local.z, HEIGHT / 2 - focal * local.y / -local.z]


def _truth(job: Job, camera: Any, found: list[Any]) -> list[dict[str, Any]]:
    """Return the face of each die, its place, and how far it is from level and from the table."""
    told = []
    for lies in found:
        ways = [(lies.to_3x3() @ out).normalized() for out in DIRECTIONS]
        best = max(range(6), key=lambda index: ways[index].z)
        out = DIRECTIONS[best]
        across, up = axes(out)
        corners = [
            _project(camera, lies @ ((out + across * x + up * y) * (job.edge / 2)))
            for x, y in ((-1, -1), (-1, 1), (1, 1), (1, -1))
        ]
        told.append({
            "face": job.sides[best],
            "corners": corners,
            "lean": math.degrees(math.acos(min(1.0, ways[best].z))),
            "above": lies.translation.z / job.edge - 0.5,
        })  # fmt: skip
    return told


def _metered(scene: Any, path: Path) -> float:
    """Return the stops that make it as bright as a camera would, judged by a small picture."""
    samples = scene.cycles.samples
    scene.render.resolution_percentage, scene.cycles.samples = 8, 16
    settings = scene.render.image_settings
    settings.file_format = "PNG"
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(str(path))
    pixels = list(image.pixels)
    light = [
        0.3 * pixels[i] ** 2.2 + 0.6 * pixels[i + 1] ** 2.2 + 0.1 * pixels[i + 2] ** 2.2
        for i in range(0, len(pixels), 4)
    ]
    mean = sum(light) / len(light)
    bpy.data.images.remove(image)
    path.unlink()
    settings.file_format = "JPEG"
    scene.render.resolution_percentage, scene.cycles.samples = 100, samples
    return math.log2(GREY / max(mean, 1e-4))


def _shoot(job: Job, folder: Path) -> None:
    rng = Random(job.seed)
    scene = _clear()
    scene.cycles.seed = job.seed % 100_000
    lay_table(job, folder, rng)
    camera, half = _aim(job)
    reach = 0.8 * min(half, job.tray or half)
    lay_things(job, folder, rng, reach)
    dice = []
    if job.count:
        dice.append(make_die(job, folder, rng))
        while len(dice) < job.count:
            dice.append(bpy.data.objects.new("die", dice[0].data))
            scene.collection.objects.link(dice[-1])
    found = _fall(dice, reach * job.strewn, rng) if dice else []
    _light(job)
    bpy.context.view_layer.update()
    told = _truth(job, camera, found)
    scene.view_settings.view_transform = job.film
    scene.view_settings.exposure = -2.0
    for _ in range(2):
        scene.view_settings.exposure += _metered(scene, folder / f"{job.name}-meter.png")
    scene.view_settings.exposure += job.brighter
    scene.render.filepath = str(folder / "images" / f"{job.name}.jpg")
    bpy.ops.render.render(write_still=True)
    (folder / "truth" / f"{job.name}.json").write_text(json.dumps(told), encoding="utf-8")


def main(arguments: Sequence[str]) -> None:
    """Show the throws of a folder, or those from a number up to another."""
    folder = Path(arguments[0]).resolve()
    first, last = (int(one) for one in arguments[1:]) if arguments[1:] else (0, None)
    for name in ("images", "truth"):
        (folder / name).mkdir(exist_ok=True)
    for job in load(folder)[first:last]:
        if not (folder / "truth" / f"{job.name}.json").exists():
            _shoot(job, folder)


if __name__ == "__main__":
    main(sys.argv[1:])
