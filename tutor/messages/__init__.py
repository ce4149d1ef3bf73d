"""Messages between browser and Python, declared once.

`shapes` declares what the stage draws, and `clicks` what it sends; the commands of a page are declared by the methods
that answer them (`commands`). Two things are derived from these declarations: the checker, which refuses all other
messages (`checking`), and the types for the scripts (`typescript`, `widgets/scripts/types.d.ts`).
"""
