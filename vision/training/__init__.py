"""Trains the reader's nets from nothing: on invented throws, and on a few real photos.

Not needed to read dice. It needs the `training` extra, and a GPU with nvcc. `make train` runs these
steps; each is `python -m vision.training.STEP` and keeps its work in `.train/`:

1.  `label` (with photos): marks the top faces of real photos with the present nets.
2.  `train`: trains the three nets as `recipe.toml` says. It draws art for dice and tables (`data`)
    and makes throws (`scenes`, `rooms`, `lying`, `styles`), which `render.cu` renders: half of them
    plainly, half path-traced (`photo.cu`). `camera` makes pictures of them. Views of the simulated
    camera (`simulated`) and of photos (`photos`) are added.
3.  `export`: writes the nets to `vision/nets/`.
4.  `calibrate`: writes `vision/nets/calibration.json`: how sure the reader may be.
"""
