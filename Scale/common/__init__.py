"""What all engines share: the manifest, the plans, the order of work, and what is told about it."""
