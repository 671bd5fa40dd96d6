"""Of a file with several nets in it, the one that answers what is asked.

OpenCV would run all of them for each answer.
"""

from vision.model.narrow import (
    GRAPH,
    INPUT,
    NAME,
    NODE,
    OUTPUT,
    WEIGHT,
    Field,
    bytes_field,
    fields,
    many,
)

_ANSWER, _ANSWER_NAME = 12, 1
"""What a model says that it answers, and under which name."""


def answering(model: bytes, asked: str) -> bytes:
    """The same model, as far as it takes part in one answer.

    Raises:
        KeyError: It has no such answer.
    """
    return b"".join(
        bytes_field(GRAPH, _part(field, asked)) if field.number == GRAPH else field.stored
        for field in fields(model)
    )


def _part(graph: Field, asked: str) -> bytes:
    needed = {asked.encode()}
    spared: set[Field] = set()
    nodes = many(graph, NODE)
    for node in reversed(nodes):  # they stand in the order in which they run
        if needed.isdisjoint(each.held for each in many(node, OUTPUT)):
            spared.add(node)
        else:
            needed.update(each.held for each in many(node, INPUT))
    if len(spared) == len(nodes):
        raise KeyError(asked)
    for kind, name in ((WEIGHT, NAME), (_ANSWER, _ANSWER_NAME)):
        spared.update(part for part in many(graph, kind) if many(part, name)[0].held not in needed)
    return b"".join(part.stored for part in fields(graph.held) if part not in spared)
