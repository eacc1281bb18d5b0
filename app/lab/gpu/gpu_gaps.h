// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace strata {
class Library;
}

namespace strata::assess {

/// Seconds of a model's kernels, each timed alone, by its run (kernelSumKey(), with the library's id of the device).
using KernelSums = std::map<std::string, double>;

std::string kernelSumKey(std::string_view device, std::string_view model, std::string_view mode, double sequence,
                         double batch);

/// The table of single nodes in a folder; empty where it has none.
std::filesystem::path kernelSumsFile(const std::filesystem::path& folder);

/// Sums over the nodes of e2e_node_latencies.csv: forward in mode "inf", forward and back in mode "train". One layer of
/// a transformer is traced: nodes from its first to its last marker count as often as the model of the library has
/// layers. Nodes that start no kernel (shapes, views, dropout in inference) stay out: they show the event's floor.
/// Nodes that the data list among them although they write a tensor count (the lower bound of OPT's scores, its
/// copies). Runs whose nodes contradict the whole model stay out. Empty where the file is not there. Errors: those of
/// reading.
Result<KernelSums> readKernelSums(const std::filesystem::path& folder, const Library& library);

} // namespace strata::assess
