"""Trains the reader's nets: on invented dice on invented tables, then on a few real photos.

Not needed to read dice. It needs the `training` extra, and for `train` a GPU with nvcc. `make
train` runs these steps in order; each is `python -m vision.training.STEP` and keeps its work in
`.train/`:

1.  `train`: draws art for dice and tables (`data`), renders throws (`scenes`, `rooms`, `lying`,
    `styles`, `render.cu`, `camera`) and trains both nets on them. `--simulated` adds views of
    throws before the simulated camera (`simulated`).
2.  `export`: writes the nets to `vision/nets/` for the reader.
3.  `label` (with photos): marks the top faces of real photos with the exported nets.
4.  `train --start --photos --simulated`, five times: continues with these nets, with real photos
    and simulated throws among the renders.
5.  `kept looker`, three times: trains only the looker beside the current finder, the last time
    more slowly.
6.  `kept finder`: trains only the finder beside that looker.
7.  `kept footing`: trains a third, small net to detect leaning dice by what they stand on.
8.  `export` of the mean of each net before and after its last stage, then `calibrate`, which
    writes `vision/nets/calibration.json`: how sure the reader may be.
"""
