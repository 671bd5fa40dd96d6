"""The stages of reading one picture; `vision.reader` names them in their order."""
