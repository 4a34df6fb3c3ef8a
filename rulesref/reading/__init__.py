"""From files to values: YAML with places, shape, links, positions."""
