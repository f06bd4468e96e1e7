"""Inhibition rules: alerts do not notify while another alert that explains them fires."""
