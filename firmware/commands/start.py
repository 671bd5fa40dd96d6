"""Entry point of `grillside`: even an interrupt while loading shows no traceback."""


def main() -> int:
    """Load the command line, which takes a moment on a small Pi, and run it."""
    try:
        from firmware.commands.cli import main as run  # noqa: PLC0415  # as it says above

        return run()
    except KeyboardInterrupt:
        return 130  # as shells do
