"""Replaces the library of the Pi's screens, which picamera2 imports but a table never uses."""


class PixelFormat:
    """Imported by picamera2, and never used without a screen."""

    RGB888 = BGR888 = XRGB8888 = XBGR8888 = YUV420 = YVU420 = NV12 = None
