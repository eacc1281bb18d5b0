// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/edge/edge_rows.h"

#include "app/lab/run/data_table.h"
#include "core/catalog/library.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace strata::assess {
namespace {

namespace fs = std::filesystem;
using edge::OperatorClass;

constexpr std::string_view kFolder = "edge";

/// Words by which operators of the published graphs move data without arithmetic.
constexpr std::array kMoves{"Split",          "Input", "Reshape", "Flatten", "Noop",   "Permute",
                            "ShuffleChannel", "Slice", "Concat",  "Crop",    "Padding"};

OperatorClass classOfLine(const exchange::CsvTable& table, std::size_t row) {
    const std::string_view op = table.text(row, "op");
    const double kernel = table.numberOr(row, "kernel", 0), stride = table.numberOr(row, "stride", 1);
    if (op == "ConvolutionDepthWise") return OperatorClass::Depthwise;
    if (op == "Convolution") {
        if (kernel == 1) return OperatorClass::Pointwise;
        return kernel == 3 && stride == 1 ? OperatorClass::Conv3 : OperatorClass::Conv;
    }
    if (op == "InnerProduct") return OperatorClass::Linear;
    if (op == "MultiHeadAttention" || op == "MatMul" || op == "Gemm") return OperatorClass::Attention;
    if (op == "Pooling") return OperatorClass::Pool;
    if (std::ranges::find(kMoves, op) != kMoves.end()) return OperatorClass::Move;
    return OperatorClass::Elementwise;
}

std::string familyOf(const std::string& model) {
    constexpr std::string_view kInt8 = "_int8";
    return model.ends_with(kInt8) ? model.substr(0, model.size() - kInt8.size()) : model;
}

Result<void> readOperators(const fs::path& folder, BoardRows& out) {
    const auto table =
        readTable(folder, "ncnn_oplists.csv", {"model", "op", "mac", "params", "io_elems", "int8"}, kFolder);
    if (!table) return table.error();
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const std::string model(table->text(i, "model"));
        edge::EdgeNetwork& network = out.networks[model];
        network.name = model;
        network.lowered = true;
        edge::EdgeOperator op;
        op.name = std::string(table->text(i, "op")) + " " + std::string(table->text(i, "op_index"));
        op.operator_class = classOfLine(*table, i);
        op.macs = table->numberOr(i, "mac", 0);
        op.parameters = table->numberOr(i, "params", 0);
        op.elements = table->numberOr(i, "io_elems", 0);
        op.int8 = table->numberOr(i, "int8", 0) == 1;
        network.operators.push_back(std::move(op));
    }
    // A network whose variant is in 8 bits computes its products so, whether or not the list marks each of them.
    for (auto& [model, network] : out.networks) {
        if (model == familyOf(model)) continue;
        for (edge::EdgeOperator& op : network.operators)
            op.int8 = op.int8 || op.macs > 0;
    }
    return {};
}

} // namespace

Result<BoardRows> readBoardRows(const fs::path& folder, const Library& library) {
    BoardRows out;
    if (auto read = readOperators(folder, out); !read) return read.error();
    const auto table = readTable(folder, "ncnn_latency.csv",
                                 {"board", "threads", "powersave", "gpu_device", "model", "min_ms"}, kFolder);
    if (!table) return table.error();
    constexpr std::array kCores{"all", "little", "big"};
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const double ms = table->numberOr(i, "min_ms", 0);
        BoardRow row;
        row.id = rowId("ncnn_latency.csv", i);
        row.board = table->text(i, "board");
        if (const Entry* entry = library.find(row.board)) row.device = entry->id;
        row.part = table->text(i, "gpu_device") == "-1" ? "cpu" : "gpu";
        row.cores = kCores.at(static_cast<std::size_t>(std::clamp(table->numberOr(i, "powersave", 0), 0.0, 2.0)));
        row.threads = table->text(i, "threads");
        row.model = table->text(i, "model");
        row.family = familyOf(row.model);
        row.latency_s = 1e-3 * ms;
        if (ms <= 0 || !out.networks.contains(row.model)) {
            out.unknown.push_back(row.id);
            continue;
        }
        out.rows.push_back(std::move(row));
    }
    return out;
}

std::string_view spaceTable(std::string_view space) {
    if (space == "nas-bench-201") return "nas_nasbench201.csv";
    return space == "fbnet" ? "nas_fbnet.csv" : "nas_ofa.csv";
}

std::string physicalDevice(std::string_view column) {
    // Suffixes of GPUs are batch sizes; those of processors and phones are their models.
    constexpr std::array kModels{"gold", "silver", "pixel", "samsung", "essential", "raspi"};
    const bool model = std::ranges::any_of(kModels, [&](std::string_view word) { return column.starts_with(word); });
    const std::size_t cut = column.rfind('_');
    return std::string(model || cut == std::string_view::npos ? column : column.substr(0, cut));
}

Result<SpaceRows> readSpaceRows(const fs::path& folder, const edge::EncodingSpace& space) {
    const auto table = readTable(folder, spaceTable(space.id), {"arch"}, kFolder);
    if (!table) return table.error();
    SpaceRows out;
    out.space = &space;
    constexpr std::array kNotDevices{"arch_index", "arch", "degenerate"};
    for (const std::string& column : table->columns()) {
        if (std::ranges::find(kNotDevices, column) == kNotDevices.end()) out.devices.push_back(column);
    }
    out.latency_s.resize(out.devices.size());
    for (std::size_t i = 0; i < table->rows(); ++i) {
        auto features = edge::encodingFeatures(space, table->text(i, "arch"), rowId(spaceTable(space.id), i));
        if (!features) return features.error();
        out.encodings.emplace_back(table->text(i, "arch"));
        out.features.push_back(*std::move(features));
        for (std::size_t d = 0; d < out.devices.size(); ++d)
            out.latency_s[d].push_back(1e-3 * table->numberOr(i, out.devices[d], 0));
    }
    return out;
}

Result<std::vector<CompiledRow>> readCompiledRows(const fs::path& folder) {
    const auto table =
        readTable(folder, "aihub_latency.csv",
                  {"model", "component", "precision", "device", "runtime", "latency_ms", "compute_unit"}, kFolder);
    if (!table) return table.error();
    std::vector<CompiledRow> rows;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const double ms = table->numberOr(i, "latency_ms", 0);
        if (table->text(i, "compute_unit") != "NPU" || ms <= 0) continue;
        rows.push_back({rowId("aihub_latency.csv", i),
                        std::string(table->text(i, "model")) + "/" + std::string(table->text(i, "component")),
                        std::string(table->text(i, "precision")), std::string(table->text(i, "runtime")),
                        std::string(table->text(i, "device")), 1e-3 * ms});
    }
    return rows;
}

Result<std::vector<CompiledRow>> readZooRows(const fs::path& folder) {
    const auto table =
        readTable(folder, "rknn_zoo_fps.csv", {"demo", "model", "input", "dtype", "soc", "fps"}, kFolder);
    if (!table) return table.error();
    std::vector<CompiledRow> rows;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const double fps = table->numberOr(i, "fps", 0);
        if (fps <= 0) continue;
        std::string model;
        for (const char* column : {"demo", "model", "input"})
            model += (model.empty() ? "" : "/") + std::string(table->text(i, column));
        // Both tables name number formats in one way.
        const bool integers = table->text(i, "dtype") == "INT8";
        rows.push_back({rowId("rknn_zoo_fps.csv", i), std::move(model), integers ? "w8a8" : "float", "rknn",
                        std::string(table->text(i, "soc")), 1.0 / fps});
    }
    return rows;
}

Result<std::vector<FrameRow>> readFrameRows(const fs::path& folder) {
    const auto table =
        readTable(folder, "hailo_model_zoo_fps.csv",
                  {"device", "task", "model", "input", "params_m", "gops", "fps_batch1"}, "field/edge_npu");
    if (!table) return table.error();
    std::vector<FrameRow> rows;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        double pixels = 1;
        std::string_view input = table->text(i, "input");
        while (!input.empty()) {
            int size = 0;
            const auto [end, error] = std::from_chars(input.data(), input.data() + input.size(), size);
            if (error == std::errc()) pixels *= size;
            input.remove_prefix(std::min(input.size(), static_cast<std::size_t>(end - input.data()) + 1));
        }
        for (const auto& [batch, column] : {std::pair{1, "fps_batch1"}, std::pair{8, "fps_batch8"}}) {
            FrameRow row{rowId("hailo_model_zoo_fps.csv", i) + ":" + std::to_string(batch),
                         std::string(table->text(i, "device")),
                         std::string(table->text(i, "task")),
                         std::string(table->text(i, "model")),
                         pixels,
                         1e9 * table->numberOr(i, "gops", 0),
                         1e6 * table->numberOr(i, "params_m", 0),
                         table->numberOr(i, column, 0),
                         batch};
            if (row.frames_per_s > 0 && row.operations > 0 && row.parameters > 0 && pixels > 1)
                rows.push_back(std::move(row));
        }
    }
    return rows;
}

} // namespace strata::assess
