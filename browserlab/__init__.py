"""JupyterLab in the browser: `python3 run.py lite` writes the learners' notebooks with JupyterLite, for any web server.

`parts` collects the pinned parts, including Tebiki's own modules, and lists them for Pyodide; `__main__` builds the
site.
"""
