"""How the reader's nets are taught: invented dice on invented tables, then a few real photos.

Nothing here is needed to read dice. It needs the `training` extra, and for `train` a GPU with nvcc.
The steps in order, each run as `python -m vision.training.STEP`; their work is kept in `.train/`:

1.  `data`: the drawn art of dice and tables. Not run by itself: `train` makes it when missing.
2.  `train --seconds 420`: renders throws (`scenes`, `styles`, `render.cu`, `camera`) and trains
    both nets on them. 7 minutes on one H200.
3.  `export .train/nets.pt`: writes both nets to `vision/model/` as the reader loads them.
4.  `label PHOTOS` (optional): marks the top faces of real photos with the exported nets.
5.  `train --photos .train/photos --start .train/nets.pt` (after 4): goes on from those nets with
    real photos among the renders; twice, 8 and 9 minutes on one H200.
6.  `finish .train/nets.pt --seconds 660`: the looker learns to see leaning and covered dice.
    11 minutes on a processor, no GPU.
7.  `export .train/finished.pt`: as in step 3.
8.  `calibrate`: how sure the reader may be, with these nets: `vision/model/calibration.json`.
"""
