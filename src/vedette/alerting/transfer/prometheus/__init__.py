"""Rules of Prometheus, Mimir and Loki as rules of ours, and back."""
