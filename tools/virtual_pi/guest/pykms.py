"""Stands for the library of the Pi's screens, which no table has: picamera2 only asks for it."""


class PixelFormat:
    """Named when picamera2 is loaded, and never used without a screen."""

    RGB888 = BGR888 = XRGB8888 = XBGR8888 = YUV420 = YVU420 = NV12 = None
