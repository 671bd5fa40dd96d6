"""Extracts one net from a file with several.

OpenCV would run all of them for each answer.
"""

from vision.nets.narrow import INPUT, NAME, NODE, OUTPUT, WEIGHT, Field, fields, many, with_graph

_GIVEN, _ANSWER, _THEIR_NAME = 11, 12, 1
"""Fields of a model: its inputs, its answers, and their names."""


def answering(model: bytes, asked: str) -> bytes:
    """Return the part of the model for one answer.

    Raises:
        KeyError: It has no such answer.
    """
    return with_graph(model, lambda graph: _part(graph, asked.encode()))


def _part(graph: bytes, asked: bytes) -> bytes:
    parts = list(fields(graph))
    nodes = [part for part in parts if part.number == NODE]
    needed, spared = {asked}, set[Field]()
    for node in reversed(nodes):  # they stand in the order in which they run
        if needed.isdisjoint(each.held for each in many(node, OUTPUT)):
            spared.add(node)
        else:
            needed.update(each.held for each in many(node, INPUT))
    if len(spared) == len(nodes):
        raise KeyError(asked.decode())
    for kind, name in ((WEIGHT, NAME), (_GIVEN, _THEIR_NAME), (_ANSWER, _THEIR_NAME)):
        named = (part for part in parts if part.number == kind)
        spared.update(part for part in named if many(part, name)[0].held not in needed)
    return b"".join(part.stored for part in parts if part not in spared)
