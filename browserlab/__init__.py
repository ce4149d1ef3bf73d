"""JupyterLab in the browser: `python3 run.py lite` writes the learners' notebooks with JupyterLite, for any web server.

`parts` gathers the pinned parts, Tebiki's own modules among them, and their list for Pyodide; `__main__` builds.
"""
