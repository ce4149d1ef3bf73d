"""Write the golden play-throughs and the perft table anew: python -m tests.engines.regenerate. Then read the diff."""

from tests.engines import golden, perft

if __name__ == "__main__":
    for path in (*golden.regenerate(), perft.regenerate()):
        print(path.relative_to(golden.FOLDER.parent))
