"""A kind of import contract that import-linter does not bring: no module imports itself by way of others."""

from graphlib import CycleError, TopologicalSorter

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, output


class NoCircles(Contract):
    """No file imports itself by way of others, for types only or in a function either.

    The kind `acyclic_siblings` asks more: that no two folders import each other, whichever files do.
    """

    type_name = "no_circles"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Kept, or broken by the circle in `metadata`."""
        imported = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
        try:
            TopologicalSorter(imported).prepare()
        except CycleError as error:
            return ContractCheck(kept=False, metadata={"circle": error.args[1]})
        return ContractCheck(kept=True)

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the circle, a module a line."""
        for module in check.metadata["circle"]:
            output.print_error(f"- {module}", bold=False)
