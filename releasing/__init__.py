"""The release check: `python3 run.py release` builds, installs into fresh environments, tries, and prints a table.

`archives` builds and compares, `pythons` finds the Pythons on this machine, `trial` installs a wheel and uses it.
"""
