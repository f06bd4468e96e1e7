"""Alert rules: validation, storage, versions and HTTP APIs."""
