// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/method.h"

namespace strata {

namespace methods {

/// The rows of the table of methods: one file for each folder of methods.
std::vector<Method> npuMethods();
std::vector<Method> gpuMethods();
std::vector<Method> networkMethods();
std::vector<Method> systemMethods();
std::vector<Method> servingMethods();
std::vector<Method> edgeMethods();
std::vector<Method> pimMethods();
std::vector<Method> cpuMethods();

/// Ids of the calibrations that the tile model reads, and of those behind models that are composed of such kernels.
std::vector<std::string_view> tileCalibrations();
std::vector<std::string_view> modelCalibrations(std::vector<std::string_view> of_kernels);

/// The hash of the sources that the build lists for a method (core/evaluate/methods/sources.txt); empty: none listed.
std::string_view codeOf(std::string_view kind, std::string_view id);

} // namespace methods

/// All methods, the default of a kind before its others.
std::vector<Method> builtinMethods();

} // namespace strata
