"""A pytest plugin for nbval: its kernels have sockets of their own, and what it compares is what would be stored."""

import nbformat
import nbval.kernel
from jupyter_client.manager import KernelManager
from nbval.plugin import IPyNbCell

from tools.canonical import stored_outputs
from tools.sockets import OwnSockets


class SocketKernelManager(OwnSockets, KernelManager):
    pass


_compare = IPyNbCell.compare_outputs


def compare_outputs(cell: IPyNbCell, test: list, ref: list, skip_compare=None) -> bool:
    """Do outputs that were just made, in the form in which they would be stored, agree with the stored ones?"""
    made = [nbformat.from_dict(output) for output in stored_outputs(test, count=None)]
    return _compare(cell, made, ref, skip_compare)


nbval.kernel.KernelManager = SocketKernelManager
IPyNbCell.compare_outputs = compare_outputs
