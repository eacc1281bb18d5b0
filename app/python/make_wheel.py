# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the wheel from the folder that the target `wheel` lays out; it runs there."""

import os

from setuptools import Distribution, setup


class BuiltElsewhere(Distribution):
    """CMake built the extension module, so that the wheel is one of this platform."""

    def has_ext_modules(self) -> bool:
        return True


setup(
    name="strata",
    version=os.environ["STRATA_VERSION"],
    description="Latency, energy, memory and throughput of machine-learning hardware, from one kernel to a fleet",
    license="GPL-3.0-or-later",
    packages=["strata"],
    package_data={"strata": ["*.so", "py.typed", "data/**/*.json"]},
    include_package_data=False,
    python_requires=">=3.11",
    distclass=BuiltElsewhere,
)
