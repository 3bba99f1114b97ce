// Placeholder: replaced by the target's first file.
