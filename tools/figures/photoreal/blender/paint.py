"""Inside Blender: materials."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bpy

Shade = tuple[float, float, float, float]
"""Red, green and blue as light, and 1."""


def set_input(node: Any, value: Any, *names: str) -> None:
    """Set the first of the inputs that this version of Blender knows."""
    for name in names:
        if name in node.inputs:
            node.inputs[name].default_value = value
            return


def linear(colour: Sequence[int]) -> Shade:
    """From 0 to 255 as on a screen to light."""
    red, green, blue = (math.pow(max(channel, 1) / 255, 2.2) for channel in colour)
    return red, green, blue, 1.0


def darker(shade: Shade, part: float) -> Shade:
    red, green, blue, _ = shade
    return red * part, green * part, blue * part, 1.0


class Paint:
    """A material under construction."""

    def __init__(self, name: str, shade: Shade | None = None) -> None:
        self.material = bpy.data.materials.new(name)
        if not self.material.use_nodes:  # always true from Blender 5 on
            self.material.use_nodes = True
        self.nodes = self.material.node_tree.nodes
        self.links = self.material.node_tree.links
        self.nodes.clear()
        self.body = self.nodes.new("ShaderNodeBsdfPrincipled")
        out = self.nodes.new("ShaderNodeOutputMaterial")
        self.links.new(self.body.outputs[0], out.inputs["Surface"])
        if shade is not None:
            self.body.inputs["Base Color"].default_value = shade

    def node(self, kind: str, **values: Any) -> Any:
        """A new one; inputs and attributes by their names."""
        made = self.nodes.new(kind)
        for name, value in values.items():
            if name in made.inputs:
                made.inputs[name].default_value = value
            else:
                setattr(made, name, value)
        return made

    def link(self, source: Any, target: Any) -> None:
        """From an output to an input."""
        self.links.new(source, target)

    def colour(self, source: Any) -> None:
        self.link(source, self.body.inputs["Base Color"])

    def look(
        self,
        rough: float,
        *,
        metal: float = 0.0,
        coat: float = 0.0,
        clear: float = 0.0,
        soft: float = 0.0,
    ) -> "Paint":
        self.body.inputs["Roughness"].default_value = rough
        self.body.inputs["Metallic"].default_value = metal
        set_input(self.body, coat, "Coat Weight", "Clearcoat")
        set_input(self.body, clear, "Transmission Weight", "Transmission")
        set_input(self.body, soft, "Subsurface Weight", "Subsurface")
        set_input(self.body, (0.12, 0.08, 0.06), "Subsurface Radius")
        set_input(self.body, 1.0, "Subsurface Scale")
        set_input(self.body, 1.49, "IOR")
        return self

    def where(
        self,
        scale: float | tuple[float, float, float] = 1.0,
        turn: float = 0.0,
        shift: tuple[float, float, float] = (0, 0, 0),
    ) -> Any:
        place = self.node("ShaderNodeTexCoord")
        mapping = self.node("ShaderNodeMapping")
        mapping.inputs["Scale"].default_value = (
            scale if isinstance(scale, tuple) else (scale, scale, scale)
        )
        mapping.inputs["Rotation"].default_value = (0, 0, turn)
        mapping.inputs["Location"].default_value = shift
        self.link(place.outputs["Object"], mapping.inputs["Vector"])
        return mapping.outputs["Vector"]

    def ramp(self, source: Any, *colours: Shade) -> Any:
        """Colours from low to high."""
        ramp = self.node("ShaderNodeValToRGB")
        elements = ramp.color_ramp.elements
        while len(elements) < len(colours):
            elements.new(0.5)
        for index, (element, colour) in enumerate(zip(elements, colours, strict=True)):
            element.position = index / (len(colours) - 1)
            element.color = colour
        self.link(source, ramp.inputs["Fac"])
        return ramp.outputs["Color"]

    def bump(self, source: Any, depth: float) -> None:
        made = self.node("ShaderNodeBump", Strength=1.0, Distance=depth)
        self.link(source, made.inputs["Height"])
        self.link(made.outputs["Normal"], self.body.inputs["Normal"])

    def noise(self, where: Any, scale: float, detail: float = 4.0, distortion: float = 0.0) -> Any:
        """Clouds, from 0 to 1."""
        made = self.node("ShaderNodeTexNoise", Scale=scale, Detail=detail, Distortion=distortion)
        self.link(where, made.inputs["Vector"])
        return made.outputs["Fac"]

    def mixed(self, factor: Any, first: Any, second: Any) -> Any:
        """Between two colours by a factor; each is a value or comes from a node."""
        made = self.node("ShaderNodeMixRGB")
        for name, value in (("Fac", factor), ("Color1", first), ("Color2", second)):
            if isinstance(value, float | tuple):
                made.inputs[name].default_value = value
            else:
                self.link(value, made.inputs[name])
        return made.outputs["Color"]

    def picture(self, path: Path) -> Any:
        """A file, its alpha apart from its colours."""
        made = self.node("ShaderNodeTexImage")
        made.image = bpy.data.images.load(str(path))
        made.image.alpha_mode = "CHANNEL_PACKED"
        return made


def plain(colour: Sequence[int], rough: float, **look: float) -> Any:
    return Paint("plain", linear(colour)).look(rough, **look).material
