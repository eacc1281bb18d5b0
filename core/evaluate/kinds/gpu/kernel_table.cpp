// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/gpu/kernel_table.h"

#include "core/exchange/csv.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr std::string_view kLatency = "latency_s";

/// One row as the workload of a request. Columns that no workload has are left out: devices, dates, comments.
Json workloadOf(const exchange::CsvTable& table, std::size_t row) {
    Json workload = Json::object();
    for (const std::string& column : table.columns()) {
        const Field* field = workload::kernelSchema().find(column);
        const std::string_view cell = table.text(row, column);
        if (field == nullptr || cell.empty()) continue;
        const auto number = table.number(row, column);
        if (field->type == Field::Type::Flag) {
            workload[column] = cell == "true" || number.value_or(0.0) != 0.0;
        } else if (!number) {
            workload[column] = std::string(cell);
        } else if (*number == std::floor(*number) && std::abs(*number) < 1e15) {
            workload[column] = static_cast<std::int64_t>(*number);
        } else {
            workload[column] = *number;
        }
    }
    return workload;
}

Error inLine(Error error, const std::filesystem::path& file, std::size_t row) {
    constexpr std::size_t kHeaderLines = 2; // people count from 1, below the header
    error.text = {"error.on-line", {{"line", row + kHeaderLines}, {"error", std::move(error.text)}}};
    error.file = file.string();
    error.pointer = "/plan/table";
    return error;
}

} // namespace

Result<std::shared_ptr<const gpu::MeasuredTable>> readKernelTable(const std::filesystem::path& file,
                                                                  const hardware::Gpu& gpu) {
    const auto table = exchange::CsvTable::read(file);
    if (!table) return table.error();
    if (auto columns = table->require({"operator", kLatency}, file.string()); !columns) return columns.error();
    std::vector<gpu::MeasuredKernel> rows;
    rows.reserve(table->rows());
    for (std::size_t row = 0; row < table->rows(); ++row) {
        const auto kernel = workload::readKernel(workloadOf(*table, row), "");
        if (!kernel) return inLine(kernel.error(), file, row);
        const double seconds = table->numberOr(row, kLatency, 0.0);
        if (!(seconds > 0))
            return inLine(
                {"bad-value", "", {"error.field-not-positive", {{"field", "latency_s"}}}, {"accepted.seconds"}, {}},
                file, row);
        rows.push_back({*kernel, seconds});
    }
    return std::make_shared<const gpu::MeasuredTable>(gpu, rows);
}

} // namespace strata
