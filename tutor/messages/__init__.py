"""Messages between browser and Python, declared once.

`shapes` declares what the stage draws, `clicks` what it sends; the commands of a page are declared by the methods that
answer them (`commands`). The checker (`checking`), which refuses anything else, and the types for the scripts
(`typescript`, `widgets/scripts/types.d.ts`) are derived from these declarations.
"""
