"""The pictures and tables of docs/build/: `python -m tools.box` makes them anew."""
