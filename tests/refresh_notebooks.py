"""Execute notebooks and keep their outputs: ``python tests/refresh_notebooks.py notebooks/*.ipynb``.

The committed outputs are what the notebook tests compare with, so look at the difference before committing it. Widget
state and what differs from one computer to the next are left out.
"""

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient


def refresh(path: Path) -> None:
    """Execute one notebook in place."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory(prefix="kernel") as sockets:
        os.environ["SIXTYSIX_PROGRESS"] = str(Path(sockets) / "progress.json")  # nobody's own
        manager = AsyncKernelManager(kernel_name="python3", transport="ipc", ip=str(Path(sockets) / "s"))
        client = NotebookClient(
            notebook,
            km=manager,
            timeout=120,
            resources={"metadata": {"path": str(path.parent)}},
            store_widget_state=False,
            coalesce_streams=True,
        )
        client.execute()
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        cell.metadata.pop("trusted", None)
        for output in cell.get("outputs", []):
            # Without its kernel a widget is an error message; its text says what belongs there.
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
    nbformat.write(notebook, path)
    print(f"{path}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        refresh(Path(name))
