"""A benchmark of diagnoses with a known truth: training runs into which one fault is injected."""
