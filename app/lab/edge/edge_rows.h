// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/edge/encoding.h"
#include "core/edge/network.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace strata {
class Library;
}

namespace strata::assess {

/// Published latency of one network on one board with one setting.
struct BoardRow {
    std::string id;     ///< file and line
    std::string board;  ///< as the table names it
    std::string device; ///< id in the library; empty: it has no entry
    std::string part;   ///< "cpu" or "gpu"
    std::string cores;  ///< "all", "little", "big"
    std::string threads;
    std::string model;  ///< "resnet18_int8"
    std::string family; ///< without the number format: variants of one network leave together
    double latency_s = 0;

    std::string setting() const { return board + "|" + part + "|" + cores + "|" + threads; }
};
struct BoardRows {
    std::vector<BoardRow> rows;
    std::map<std::string, edge::EdgeNetwork> networks; ///< by model
    std::vector<std::string> unknown;                  ///< rows of models without a list of operators
};
/// Tables ncnn_latency.csv and ncnn_oplists.csv.
Result<BoardRows> readBoardRows(const std::filesystem::path& folder, const Library& library);

/// Latencies of encoded networks on the devices of one table.
struct SpaceRows {
    const edge::EncodingSpace* space = nullptr;
    std::vector<std::string> encodings;
    std::vector<std::vector<double>> features;
    std::vector<std::string> devices;
    std::vector<std::vector<double>> latency_s; ///< by device, then encoding
};
/// Table nas_NAME.csv of the space.
Result<SpaceRows> readSpaceRows(const std::filesystem::path& folder, const edge::EncodingSpace& space);
/// Name of the table of a space, and of the physical device behind a column: batch sizes of one GPU are one device.
std::string_view spaceTable(std::string_view space);
std::string physicalDevice(std::string_view column);

/// Latency of a model as a runtime compiled it, on the NPU of each device.
struct CompiledRow {
    std::string id, model, precision, runtime, device;
    double latency_s = 0;
    std::string key() const { return model + "|" + precision + "|" + runtime; }
};
/// Table aihub_latency.csv, rows whose unit is the NPU.
Result<std::vector<CompiledRow>> readCompiledRows(const std::filesystem::path& folder);

/// Table rknn_zoo_fps.csv: published frames a second on NPUs of Rockchip, as seconds a frame.
Result<std::vector<CompiledRow>> readZooRows(const std::filesystem::path& folder);

/// Frames a second of one network on an accelerator.
struct FrameRow {
    std::string id, device, task, model;
    double pixels = 0, operations = 0, parameters = 0, frames_per_s = 0;
    int batch = 1;
};
/// Table hailo_model_zoo_fps.csv.
Result<std::vector<FrameRow>> readFrameRows(const std::filesystem::path& folder);

} // namespace strata::assess
