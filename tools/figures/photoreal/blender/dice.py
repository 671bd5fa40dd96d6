"""Inside Blender: dice."""

import math
from pathlib import Path
from random import Random
from typing import Any

import bpy  # isort: skip (the others come with it)
import bmesh
from mathutils import Matrix, Vector

from tools.figures.photoreal.blender.paint import Paint, darker, linear, plain
from tools.figures.photoreal.job import PIPS, Job

DIRECTIONS = tuple(
    Vector(way) for way in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
)
"""Which way the faces look, in the order of the job's sides."""


def axes(out: Any) -> tuple[Any, Any]:
    """Along the edges of the face that looks out there."""
    across = Vector((0, 0, 1)) if abs(out.z) < 0.5 else Vector((1, 0, 0))
    return across, out.cross(across)


def _cube(edge: float, roundness: float, ball: float) -> Any:
    """A die's body with a place in the art for each face."""
    shape = bmesh.new()
    layer = shape.loops.layers.uv.new("art")
    corners: dict[tuple[int, ...], Any] = {}

    def corner(at: Any) -> Any:
        key = tuple(round(value) for value in at)
        if key not in corners:
            corners[key] = shape.verts.new(at * (edge / 2))
        return corners[key]

    for number, out in enumerate(DIRECTIONS):
        across, up = axes(out)
        around = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        face = shape.faces.new([corner(out + across * x + up * y) for x, y in around])
        for loop, (x, y) in zip(face.loops, around, strict=True):
            column, row = number % 3, number // 3
            loop[layer].uv = ((column + (x + 1) / 2) / 3, (row + (y + 1) / 2) / 2)
        face.smooth = True
    mesh = bpy.data.meshes.new("die")
    shape.to_mesh(mesh)
    shape.free()
    die = bpy.data.objects.new("die", mesh)
    bpy.context.collection.objects.link(die)
    bevel = die.modifiers.new("edges", "BEVEL")
    bevel.width, bevel.segments = roundness * edge, 6
    if ball < 0.86:
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=6, radius=ball * edge)
        whole = bpy.context.object
        for polygon in whole.data.polygons:
            polygon.use_smooth = True
        cut = die.modifiers.new("ball", "BOOLEAN")
        cut.operation, cut.object = "INTERSECT", whole
        applied(die)
        bpy.data.objects.remove(whole)
    else:
        applied(die)
    return die


def applied(thing: Any) -> None:
    """Make its modifiers part of its mesh."""
    graph = bpy.context.evaluated_depsgraph_get()
    mesh = bpy.data.meshes.new_from_object(thing.evaluated_get(graph))
    thing.modifiers.clear()
    thing.data = mesh


def _even(thing: Any) -> None:
    """Flat faces look flat, round edges round."""
    if hasattr(thing.data, "use_auto_smooth"):
        thing.data.use_auto_smooth = True
        thing.data.auto_smooth_angle = math.radians(40)
    thing.modifiers.new("flat", "WEIGHTED_NORMAL").keep_sharp = True
    applied(thing)
    if hasattr(thing.data, "use_auto_smooth"):
        thing.data.use_auto_smooth = True


def _drill(die: Any, job: Job, ink: Any) -> None:
    edge, radius, spread = job.edge, job.pip * job.edge, job.spread * job.edge
    cutters = bmesh.new()
    for number, out in enumerate(DIRECTIONS):
        side = job.sides[number]
        if side not in PIPS:
            continue
        across, up = axes(out)
        for x, y in PIPS[side]:
            at = out * (edge / 2) + across * (x * spread) + up * (y * spread)
            flat = Matrix.Identity(4)
            squeeze = job.hollow
            for axis in range(3):
                flat[axis][axis] = squeeze if abs(out[axis]) > 0.5 else 1.0
            bmesh.ops.create_uvsphere(
                cutters,
                u_segments=32,
                v_segments=16,
                radius=radius,
                matrix=Matrix.Translation(at) @ flat,
            )
    mesh = bpy.data.meshes.new("drill")
    cutters.to_mesh(mesh)
    cutters.free()
    mesh.materials.append(die.data.materials[0])
    mesh.materials.append(ink)
    for polygon in mesh.polygons:
        polygon.material_index, polygon.use_smooth = 1, True
    tool = bpy.data.objects.new("drill", mesh)
    bpy.context.collection.objects.link(tool)
    die.data.materials.append(ink)
    cut = die.modifiers.new("pips", "BOOLEAN")
    cut.operation, cut.object = "DIFFERENCE", tool
    applied(die)
    bpy.data.objects.remove(tool)


def _paint(job: Job, folder: Path, rng: Random) -> Any:
    """The body and the art on it."""
    paint = Paint("die")
    body = linear(job.body)
    finish = job.finish
    colour: Any = body
    if finish == "marbled":
        where = paint.where(1.0)
        fac = paint.noise(where, rng.uniform(0.8, 2.2), 6.0, rng.uniform(1, 4))
        other = linear(job.veins)
        colour = paint.ramp(fac, body, body, other, body)
    elif finish == "wooden":
        where = paint.where((rng.uniform(0.5, 1), rng.uniform(3, 8), rng.uniform(3, 8)))
        fac = paint.noise(where, rng.uniform(1.5, 4), 8.0, 1.0)
        dark = darker(body, rng.uniform(0.6, 0.85))
        colour = paint.ramp(fac, dark, body, body)
    clear = 1.0 if finish == "clear" else 0.0
    paint.look(
        job.rough,
        coat=job.coat,
        clear=clear,
        soft=0.4 if finish == "soft" else 0.0,
    )
    image = paint.picture(folder / job.art)
    paint.colour(paint.mixed(image.outputs["Alpha"], colour, image.outputs["Color"]))
    if clear:
        solid = paint.node("ShaderNodeMath", operation="SUBTRACT")
        solid.inputs[0].default_value = 1.0
        paint.link(image.outputs["Alpha"], solid.inputs[1])
        for name in ("Transmission Weight", "Transmission"):
            if name in paint.body.inputs:
                paint.link(solid.outputs[0], paint.body.inputs[name])
    if job.printed:
        height = paint.node("ShaderNodeMath", operation="MULTIPLY")
        height.inputs[1].default_value = -1.0
        paint.link(image.outputs["Alpha"], height.inputs[0])
        paint.bump(height.outputs[0], job.printed)
    return paint.material


def make_die(job: Job, folder: Path, rng: Random) -> Any:
    """One die of the throw."""
    die = _cube(job.edge, job.roundness, job.ball)
    die.data.materials.clear()
    die.data.materials.append(_paint(job, folder, rng))
    if job.hollow:
        _drill(die, job, plain(job.ink, job.rough + 0.1))
    _even(die)
    return die
