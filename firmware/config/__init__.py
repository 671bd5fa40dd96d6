"""How the box is built: one TOML file, its keys, and what is wrong with it."""
