// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/field/tuned_products.h"

#include "app/lab/run/ask_door.h"
#include "app/lab/run/data_table.h"
#include "core/base/json.h"
#include "core/catalog/library.h"
#include "core/exchange/csv.h"
#include "core/workload/kernel/kernel.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace strata::assess {
namespace {

using exchange::CsvTable;

constexpr std::string_view kFile = "aiter_gemm.csv";
constexpr const char* kDevice = "mi300x"; // gfx942 with 304 units (the data's README)
constexpr double kUnits = 304.0;

/// A product by the name of its table, which says what the row's empty columns do not.
std::optional<workload::Kernel> kernelOf(const CsvTable& table, std::size_t line) {
    const std::string_view name = table.text(line, "table"), weights = table.text(line, "w_dtype");
    workload::Matmul shape;
    shape.m = table.numberOr(line, "M", 0.0);
    shape.n = table.numberOr(line, "N", 0.0);
    shape.k = table.numberOr(line, "K", 0.0);
    shape.batch = table.numberOr(line, "batch", 1.0);
    shape.linear = shape.batch <= 1.0;
    if (shape.m * shape.n * shape.k <= 0.0) return {};
    NumberType type = NumberType::Bf16;
    if (name.starts_with("a8w8_blockscale")) {
        type = NumberType::Fp8;
        shape.block_scaled = true;
    } else if (weights == "torch.int8") {
        type = NumberType::Int8;
    } else if (name.starts_with("a8w8")) {
        return {}; // 8-bit integers or floats: the table does not say
    } else if (!name.starts_with("bf16")) {
        return {};
    }
    return workload::Kernel{shape, type, type, NumberType::Bf16, type};
}

const char* dtypeOf(const workload::Kernel& kernel) {
    if (kernel.a == NumberType::Fp8) return "fp8-block";
    return kernel.a == NumberType::Int8 ? "int8" : "bf16";
}

} // namespace

Result<FieldRows> readTunedProducts(const std::filesystem::path& folder, const Library&) {
    const auto table = readTable(folder, kFile, {"table", "cu_num", "batch", "M", "N", "K", "w_dtype", "us"});
    if (!table) return table.error();
    FieldRows found;
    for (std::size_t line = 0; line < table->rows(); ++line) {
        MeasuredRow row;
        row.id = std::string(kFile) + ".gz:" + std::to_string(line + 2);
        row.quantity = "latency_s";
        row.unit = "s";
        row.measured = table->numberOr(line, "us", 0.0) * 1e-6;
        const auto kernel = kernelOf(*table, line);
        if (!kernel || row.measured <= 0.0 || table->numberOr(line, "cu_num", 0.0) != kUnits) {
            found.refused.push_back({row.id, "its type, a size, its device or its time is not stated"});
            continue;
        }
        // The tuner's kernels are what engines call on this device.
        const Json request{{"kind", "kernel"},
                           {"hardware", {{"base", kDevice}, {"set", {{"/engine", "vllm"}}}}},
                           {"method", "gpu.tile"},
                           {"workload", workload::toJson(*kernel)}};
        row.request = canonicalText(request);
        row.group = {{"op", std::get<workload::Matmul>(kernel->shape).batch > 1.0 ? "bmm" : "gemm"},
                     {"device", kDevice},
                     {"dtype", dtypeOf(*kernel)}};
        found.rows.push_back(std::move(row));
    }
    return found;
}

Result<SuiteReport> runTunedProducts(const SuiteOptions& options) {
    auto read = readTunedProducts(options.data, options.library);
    if (!read) return read.error();
    SuiteReport report;
    report.suite = "gpu-amd";
    report.data = options.data.string();
    report.refused = std::move(read->refused);
    askDoor(std::move(read->rows), options, report);
    report.notes = {"nothing is fitted to these rows: each is the fastest kernel that a tuner found, a floor"};
    report.summary =
        std::to_string(report.rows.size()) + " rows answered, " + std::to_string(report.refused.size()) + " refused";
    return report;
}

} // namespace strata::assess
