# SPDX-License-Identifier: GPL-3.0-or-later
"""The second checker as a module, without starting it anew for every certificate."""
import importlib.machinery
import importlib.util
import sys


def load(source):
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("second", str(source / "tools/check-certificate"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("second", loader))
    loader.exec_module(module)
    return module
