"""How the reader's nets are taught: invented dice on invented tables, then a few real photos.

Nothing here is needed to read dice. It needs the `training` extra, and for `train` a GPU with nvcc.
`make train` runs the steps in order; each is `python -m vision.training.STEP`, its work is kept in
`.train/`:

1.  `train`: draws art for dice and tables (`data`), renders throws (`scenes`, `rooms`, `lying`,
    `styles`, `render.cu`, `camera`) and trains both nets on them. `--simulated` adds views of
    throws before the simulated camera (`simulated`).
2.  `export`: writes the nets to `vision/model/` as the reader loads them.
3.  `label` (with photos): marks the top faces of real photos with the exported nets.
4.  `train --start --photos --simulated`, five times: goes on from those nets, real photos and
    simulated throws among the renders.
5.  `kept looker`, three times: the looker alone goes on, beside the finder as it is then, the last
    time more slowly.
6.  `kept finder`: so does the finder, beside that looker.
7.  `kept footing`: a third, small net learns to tell whether a die leans by what it stands on.
8.  `export` of the mean of what each was before its last stage and after it, then `calibrate`: how
    sure the reader may be: `vision/model/calibration.json`.
"""
