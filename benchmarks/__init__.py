"""The speed of the engines and the app, compared with others. `python -m benchmarks` measures, compares and reports."""
