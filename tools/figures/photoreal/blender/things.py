"""Inside Blender: the table and what lies on it."""

import math
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import bpy

from tools.figures.photoreal.blender.dice import applied
from tools.figures.photoreal.blender.paint import Paint, darker, linear, plain
from tools.figures.photoreal.job import Colour, Job, Place

_HERE: Place = (0, 0, 0)
"""Things are made there, about their middle, and laid down later."""
_PENCIL = 0.37
"""Its radius."""


def _table_paint(job: Job, folder: Path, rng: Random) -> Any:
    kind = job.table
    paint = Paint("table")
    first, second = linear(job.cloth[0]), linear(job.cloth[1])
    turn = rng.uniform(0, 2 * math.pi)
    if kind == "wood":
        where = paint.where((rng.uniform(0.02, 0.06), rng.uniform(0.3, 0.8), 0.3), turn)
        fine = paint.noise(where, rng.uniform(1.5, 4), 10.0, rng.uniform(0.3, 2))
        dark = darker(first, rng.uniform(0.35, 0.7))
        paint.colour(paint.ramp(fine, dark, dark, first, first))
        paint.look(rng.uniform(0.25, 0.7), coat=rng.choice((0, 0, 0.3, 0.8)))
        paint.bump(fine, rng.uniform(0.005, 0.04))
    elif kind == "felt":
        fuzz = paint.noise(paint.where(1.0), rng.uniform(15, 60), 8.0)
        dark = darker(first, 0.75)
        paint.colour(paint.ramp(fuzz, dark, first))
        paint.look(0.95)
        paint.bump(fuzz, rng.uniform(0.01, 0.05))
    elif kind == "checks":
        made = paint.node("ShaderNodeTexChecker", Scale=rng.uniform(0.3, 1.5))
        made.inputs["Color1"].default_value, made.inputs["Color2"].default_value = first, second
        paint.link(paint.where(1.0, turn), made.inputs["Vector"])
        paint.colour(made.outputs["Color"])
        weave = paint.noise(paint.where(1.0), 40.0)
        paint.look(0.9)
        paint.bump(weave, 0.02)
    elif kind == "dots":
        made = paint.node("ShaderNodeTexVoronoi", Scale=rng.uniform(0.4, 1.4))
        made.voronoi_dimensions = "2D"  # in space a table may lie between two layers of dots
        made.inputs["Randomness"].default_value = rng.choice((0.0, 0.0, 0.7))
        paint.link(paint.where(1.0, turn), made.inputs["Vector"])
        sharp = paint.node("ShaderNodeMath", operation="LESS_THAN")
        sharp.inputs[1].default_value = rng.uniform(0.15, 0.35)
        paint.link(made.outputs["Distance"], sharp.inputs[0])
        paint.colour(paint.mixed(sharp.outputs[0], first, second))
        paint.look(0.85)
    elif kind == "stone":
        fac = paint.noise(paint.where(1.0, turn), rng.uniform(0.05, 0.6), 12.0, rng.uniform(0, 3))
        paint.colour(paint.ramp(fac, first, second, first))
        paint.look(rng.uniform(0.1, 0.4))
    elif kind == "print":
        image = paint.picture(folder / job.sheet)
        size = rng.uniform(18, 34)
        mapping = paint.where((1 / size, 1 / size, 1), turn)
        paint.link(mapping, image.inputs["Vector"])
        paint.colour(image.outputs["Color"])
        paint.look(rng.uniform(0.3, 0.9))
    else:
        paint.body.inputs["Base Color"].default_value = first
        paint.look(rng.uniform(0.1, 0.8))
    return paint.material


def solid(thing: Any, *, moving: bool = False, shape: str = "BOX", friction: float = 0.6) -> None:
    """Let it take part in the fall."""
    bpy.context.view_layer.objects.active = thing
    bpy.ops.object.select_all(action="DESELECT")
    thing.select_set(state=True)
    bpy.ops.rigidbody.object_add(type="ACTIVE" if moving else "PASSIVE")
    body = thing.rigid_body
    body.collision_shape = shape
    body.friction, body.restitution = friction, 0.3 if moving else 0.2
    body.use_margin, body.collision_margin = True, 0.0
    body.mass = 0.01
    body.angular_damping, body.linear_damping = 0.2, 0.1


def _box(size: Place, at: Place, material: Any, *, turn: float = 0.0, soft: float = 0.05) -> Any:
    bpy.ops.mesh.primitive_cube_add(size=1, location=at, rotation=(0, 0, turn))
    thing = bpy.context.object
    thing.scale = size
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    bevel = thing.modifiers.new("edges", "BEVEL")
    bevel.width, bevel.segments = soft, 3
    applied(thing)
    thing.data.materials.clear()
    thing.data.materials.append(material)
    return thing


def _disc(radius: float, height: float, at: Place, material: Any, sides: int = 64) -> Any:
    bpy.ops.mesh.primitive_cylinder_add(vertices=sides, radius=radius, depth=height, location=at)
    thing = bpy.context.object
    bevel = thing.modifiers.new("edges", "BEVEL")
    bevel.width, bevel.segments = min(0.04, height / 4), 3
    applied(thing)
    thing.data.materials.clear()
    thing.data.materials.append(material)
    return thing


def lay_table(job: Job, folder: Path, rng: Random) -> None:
    """The table, and a tray on it."""
    material = _table_paint(job, folder, rng)
    ground = _box((300, 300, 4), (0, 0, -2), material, soft=0.01)
    solid(ground)
    if job.tray:
        half, height = job.tray, rng.uniform(1.5, 3.5)
        wood = plain(job.cloth[1], rng.uniform(0.3, 0.7))
        for way in range(4):
            angle = way * math.pi / 2
            at = (math.cos(angle) * (half + 0.5), math.sin(angle) * (half + 0.5), height / 2)
            long = 2 * half + (2 if way % 2 else 0)
            solid(_box((1, long, height), at, wood, turn=angle, soft=0.3))


def lay_things(job: Job, folder: Path, rng: Random, reach: float) -> None:
    """Coins, tiles, pencils: flat things that lie about, most of them aside."""
    for kind in job.things:
        near = job.heap or rng.random() < 0.35
        away = rng.uniform(0.1, 0.9) if near else rng.uniform(1.0, 1.7)
        if kind == "cup":
            away = rng.uniform(1.4, 1.9)
        if kind == "pencil" and job.tray:
            continue
        angle = rng.uniform(0, 2 * math.pi)
        across, along = reach * away * math.cos(angle), reach * away * math.sin(angle)
        thing = _THINGS[kind](job, folder, rng)
        thing.location = (across, along, max(corner.co.z for corner in thing.data.vertices))
        if kind == "pencil":
            thing.rotation_euler = (math.pi / 2, 0, rng.uniform(0, math.pi))
            thing.location.z = _PENCIL
        else:
            thing.rotation_euler = (0, 0, rng.uniform(0, math.pi))
        solid(thing, shape="CONVEX_HULL")


def _coin(_: Job, _folder: Path, rng: Random) -> Any:
    colour = rng.choice(((200, 170, 90), (190, 190, 195), (170, 100, 60)))
    paint = Paint("coin", linear(colour)).look(rng.uniform(0.2, 0.5), metal=1.0)
    paint.bump(paint.noise(paint.where(1.0), rng.uniform(2, 5)), 0.05)
    return _disc(rng.uniform(0.8, 1.3), rng.uniform(0.15, 0.22), _HERE, paint.material)


def _tile(job: Job, folder: Path, _: Random) -> Any:
    paint = Paint("tile").look(0.35)
    image = paint.picture(folder / job.tile)
    paint.link(paint.where((0.5, 0.25, 1), shift=(0.5, 0.5, 0)), image.inputs["Vector"])
    paint.colour(image.outputs["Color"])
    return _box((2, 4, 0.8), _HERE, paint.material, soft=0.15)


def _pencil(_: Job, _folder: Path, rng: Random) -> Any:
    return _disc(_PENCIL, 17, _HERE, plain(_any(rng), 0.3, coat=0.5), 6)


def _token(_: Job, _folder: Path, rng: Random) -> Any:
    return _disc(rng.uniform(0.6, 1.2), rng.uniform(0.2, 0.5), _HERE, plain(_any(rng), 0.4))


def _cup(_: Job, _folder: Path, rng: Random) -> Any:
    colour = rng.choice(((90, 50, 30), (30, 30, 34), (200, 60, 40), (230, 230, 225)))
    return _disc(rng.uniform(3, 4.5), 9, _HERE, plain(colour, rng.uniform(0.1, 0.7)))


def _any(rng: Random) -> Colour:
    return rng.randrange(256), rng.randrange(256), rng.randrange(256)


_THINGS: dict[str, Callable[[Job, Path, Random], Any]] = {
    "coin": _coin, "tile": _tile, "pencil": _pencil, "token": _token, "cup": _cup,
}  # fmt: skip
