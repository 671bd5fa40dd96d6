"""The configuration: one TOML file, its keys, and its errors."""
