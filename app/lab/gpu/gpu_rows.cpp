// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/gpu/gpu_rows.h"

#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/exchange/csv.h"
#include "core/hardware/gpu/gpu_json.h"

#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <system_error>

namespace strata::assess {
namespace {

using exchange::CsvTable;
using workload::VectorFunction;
namespace fs = std::filesystem;

/// A vector operator of the data. The second operand of a unary form is a scalar and is not read from memory.
struct VectorName {
    std::string_view op;
    VectorFunction function;
    double inputs;
};
constexpr std::array kVectorNames{
    VectorName{"add", VectorFunction::Add, 2},     VectorName{"addu", VectorFunction::Add, 1},
    VectorName{"mul", VectorFunction::Mul, 2},     VectorName{"mulu", VectorFunction::Mul, 1},
    VectorName{"div", VectorFunction::Div, 2},     VectorName{"divu", VectorFunction::Div, 1},
    VectorName{"pow", VectorFunction::Pow, 2},     VectorName{"powu", VectorFunction::Pow, 1},
    VectorName{"relu", VectorFunction::Relu, 1},   VectorName{"gelu", VectorFunction::Gelu, 1},
    VectorName{"tanh", VectorFunction::Tanh, 1},   VectorName{"softmax", VectorFunction::Softmax, 1},
    VectorName{"ln", VectorFunction::LayerNorm, 1}};
constexpr std::array<std::string_view, 2> kMatmulNames{"bmm", "linear"};
constexpr std::string_view kConvName = "conv";

/// Finds devices by alias, each once.
class Devices {
public:
    Devices(const Library& library, std::vector<hardware::Gpu>& found) : library_(library), found_(found) {}

    /// Index of the device, or why there is none.
    Result<std::size_t> find(std::string_view name) {
        const auto known = known_.find(name);
        if (known != known_.end()) return known->second;
        auto index = look(name);
        known_.emplace(std::string(name), index);
        return index;
    }

private:
    Result<std::size_t> look(std::string_view name) {
        const Entry* entry = library_.find(name);
        if (entry == nullptr || entry->kind != EntryKind::Gpu) {
            return Error{"not-found", {}, {"error.library-has-no-gpu-called", {{"device", name}}}, {}, {}};
        }
        for (std::size_t i = 0; i < found_.size(); ++i) {
            if (found_[i].id == entry->id) return i;
        }
        auto gpu = hardware::readGpu(*entry->document, "");
        if (!gpu) return gpu.error();
        chooseRuntime(*gpu, library_);
        found_.push_back(*std::move(gpu));
        return found_.size() - 1;
    }

    const Library& library_;
    std::vector<hardware::Gpu>& found_;
    std::map<std::string, Result<std::size_t>, std::less<>> known_;
};

using Shape = std::optional<std::pair<std::string_view, workload::KernelShape>>;

/// All of these columns as positive numbers; nothing where one is missing.
template <std::size_t N>
std::optional<std::array<double, N>> positive(const CsvTable& table, std::size_t row,
                                              const std::array<const char*, N>& names) {
    std::array<double, N> values{};
    for (std::size_t i = 0; i < N; ++i) {
        const auto value = table.number(row, names[i]);
        if (!value || *value <= 0.0) return {};
        values[i] = *value;
    }
    return values;
}

Shape matmulShape(const CsvTable& table, std::size_t row) {
    const std::string_view op = table.text(row, "op");
    const auto sizes = positive<4>(table, row, {"batch", "m", "n", "k_reduce"});
    for (const std::string_view name : kMatmulNames) {
        if (name != op || !sizes) continue;
        workload::Matmul shape;
        shape.batch = (*sizes)[0];
        shape.m = (*sizes)[1];
        shape.n = (*sizes)[2];
        shape.k = (*sizes)[3];
        shape.linear = name == "linear";
        return std::pair{name, workload::KernelShape(shape)};
    }
    return {};
}

Shape convShape(const CsvTable& table, std::size_t row) {
    const auto sizes =
        positive<6>(table, row, {"batch", "in_channels", "out_channels", "kernel_size", "input_size", "stride"});
    if (!sizes || table.text(row, "op") != kConvName) return {};
    const auto [n, c, m, r, input, stride] = *sizes;
    const double padded = input + 2.0 * table.numberOr(row, "padding", 0.0);
    if (padded < r) return {};
    workload::Conv2d shape;
    shape.n = n;
    shape.c = c;
    shape.m = m;
    shape.r = shape.s = r;
    shape.stride = stride;
    shape.p = shape.q = std::floor((padded - r) / stride) + 1.0;
    return std::pair{kConvName, workload::KernelShape(shape)};
}

Shape vectorShape(const CsvTable& table, std::size_t row) {
    const std::string_view op = table.text(row, "op");
    const auto sizes = positive<2>(table, row, {"rows", "cols"});
    for (const VectorName& name : kVectorNames) {
        if (name.op != op || !sizes) continue;
        return std::pair{name.op, workload::KernelShape(
                                      workload::VectorOp{name.function, (*sizes)[0], (*sizes)[1], name.inputs, 1})};
    }
    return {};
}

struct Source {
    std::string_view file;
    GpuFiles kind;
    Shape (*shape)(const CsvTable& table, std::size_t row);
};
constexpr std::array kSources{Source{"kernels_matmul.csv", GpuFiles::Matmul, matmulShape},
                              Source{"kernels_conv.csv", GpuFiles::Matmul, convShape},
                              Source{"kernels_vector.csv", GpuFiles::Vector, vectorShape}};

/// The plain or the packed file; empty where there is neither.
fs::path present(const fs::path& folder, std::string_view file) {
    std::error_code ignored;
    for (const char* packed : {"", ".gz"}) {
        fs::path path = folder / (std::string(file) + packed);
        if (fs::exists(path, ignored)) return path;
    }
    return {};
}

void readTable(const CsvTable& table, const Source& source, Devices& devices, GpuData& data) {
    data.rows.reserve(data.rows.size() + table.rows());
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const auto refuse = [&](const std::string& reason) {
            data.refused.push_back({std::string(source.file) + ":" + std::to_string(row + 2), reason});
        };
        const auto device = devices.find(table.text(row, "device"));
        const Shape shape = source.shape(table, row);
        const auto latency_ms = table.number(row, "latency_ms");
        if (!device) {
            refuse(messageText(device.error().text));
        } else if (!shape) {
            refuse("its operator or a size is not known");
        } else if (!latency_ms || *latency_ms <= 0.0) {
            refuse("it has no latency");
        } else {
            GpuRow gpu_row;
            gpu_row.file = source.file;
            gpu_row.line = row + 2;
            gpu_row.device = *device;
            gpu_row.op = shape->first;
            gpu_row.train = table.text(row, "split") == "train";
            gpu_row.kernel.shape = shape->second;
            gpu_row.measured_s = *latency_ms * 1e-3;
            // The library's kernels are column major: their first tile side runs over n.
            gpu_row.tile_m = static_cast<float>(table.numberOr(row, "tile_b", 0.0));
            gpu_row.tile_n = static_cast<float>(table.numberOr(row, "tile_a", 0.0));
            data.rows.push_back(gpu_row);
        }
    }
}

} // namespace

Result<GpuData> readGpuRows(const fs::path& folder, const Library& library, GpuFiles files) {
    GpuData data;
    Devices devices(library, data.devices);
    bool any = false;
    for (const Source& source : kSources) {
        if (files != GpuFiles::All && files != source.kind) continue;
        const fs::path path = present(folder, source.file);
        if (path.empty()) continue;
        const auto table = CsvTable::read(path);
        if (!table) return table.error();
        if (auto columns = table->require({"device", "op", "latency_ms"}, path.string()); !columns)
            return columns.error();
        readTable(*table, source, devices, data);
        any = true;
    }
    if (!any) {
        return Error{"unreadable-file",
                     {},
                     {"error.no-table-gpu-kernels-stands-in", {{"folder", folder.string()}}},
                     {"accepted.folder-with-kernels-matmul-csv-gz"},
                     folder.string()};
    }
    return data;
}

} // namespace strata::assess
