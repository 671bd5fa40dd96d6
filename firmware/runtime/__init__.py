"""One loop, one queue, one worker: runs a table with its devices."""
