"""What browser and Python send each other, declared once.

`scenes` and `coaching` declare what the stage draws, `clicks` what it sends; the commands of a page are declared by the
methods that answer them (`commands`). From these declarations follow the checker (`checking`), which refuses anything
else, and the types that the scripts are checked with (`typescript`, `widgets/scripts/types.d.ts`).
"""
