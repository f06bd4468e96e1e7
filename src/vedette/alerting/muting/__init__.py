"""What keeps an alert from being told: timings, silences, and alerts that explain it."""
