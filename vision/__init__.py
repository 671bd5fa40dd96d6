"""A picture in, dice faces with confidence out. Knows no game and no device.

`reader` reads one picture: its work is done in `stages`, with the nets in `nets`. `burst` waits
until a throw lies still, and combines several pictures. Both return a `reading`: dice, and every
reason for doubt. `files` opens pictures, videos and taught dice. `mat` draws the printed mat and
finds it in a picture. `simulator` renders throws. `training` makes the nets.
"""
