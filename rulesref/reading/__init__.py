"""Layer 2: from files to values. YAML with places, shape, links, positions, the audit and the snapshot."""
