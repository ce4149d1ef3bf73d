"""How fast the engines and the app are, next to others. `python -m benchmarks` measures, compares and reports."""
