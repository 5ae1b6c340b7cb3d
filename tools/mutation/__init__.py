"""The parts of tools/mutate: where the code can be changed (sites), the tree with all changes in it (tree), and the runs of tests (runs)."""
