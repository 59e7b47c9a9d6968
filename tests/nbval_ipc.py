"""A pytest plugin: notebooks are executed by kernels that listen on sockets in a folder of their own.

Two kernels that start at the same time can pick the same TCP port, and then one of them dies. Windows has no such
sockets, so there the kernels keep to TCP.
"""

import os
import tempfile
from collections.abc import Iterator
from typing import Any

import nbval.kernel
import pytest
from jupyter_client.manager import KernelManager


@pytest.fixture(scope="session", autouse=True)
def _kernels_over_ipc() -> Iterator[None]:
    if os.name == "nt":
        yield
        return
    with tempfile.TemporaryDirectory(prefix="nbval-", ignore_cleanup_errors=True) as folder:
        count = 0

        def manager(**settings: Any) -> KernelManager:
            nonlocal count
            count += 1
            # An absolute path: the kernel's current folder is the notebook's.
            return KernelManager(transport="ipc", ip=os.path.join(folder, f"k{count}"), **settings)

        tcp_manager = nbval.kernel.KernelManager
        nbval.kernel.KernelManager = manager
        yield
        nbval.kernel.KernelManager = tcp_manager
