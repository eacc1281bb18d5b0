// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/npu/gemmini_rows.h"
#include "app/lab/run/data_table.h"
#include "core/npu/systolic/systolic.h"

#include <array>

namespace strata::assess {
namespace {

constexpr double kKibibyte = 1024.0;

/// Buffers of the simulator's configurations, in words of one byte: by the columns of the array (scale.cfg,
/// eyeriss.cfg, google.cfg of scalesim-project/SCALE-Sim).
double bufferWords(double columns) {
    if (columns == 14) return 108 * kKibibyte;
    if (columns == 256) return 6144 * kKibibyte;
    return 64 * kKibibyte;
}

npu::Dataflow dataflowOf(std::string_view word) {
    if (word == "os") return npu::Dataflow::OutputStationary;
    return word == "is" ? npu::Dataflow::InputStationary : npu::Dataflow::WeightStationary;
}

} // namespace

Result<SuiteReport> runSystolicSuite(const SuiteOptions& options) {
    const auto table = readTable(options.data, "results.csv",
                                 {"dataflow", "rows", "cols", "layer", "gemm_M", "gemm_N", "gemm_K", "compute_cycles"},
                                 "scalesim");
    if (!table) return table.error();
    SuiteReport report;
    report.suite = "npu-systolic";
    report.data = options.data.string();
    std::size_t values = 0, equal_values = 0;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const auto number = [&](const char* column) { return table->numberOr(i, column, 0); };
        const double words = bufferWords(number("cols"));
        const npu::SystolicTime time =
            npu::systolicTime({number("gemm_M"), number("gemm_N"), number("gemm_K"), 1},
                              {number("rows"), number("cols"), words, words, 0}, dataflowOf(table->text(i, "dataflow")));
        const std::array<std::pair<const char*, double>, 7> predictions{
            {{"compute_cycles", time.compute_cycles},
             {"sram_ifmap_reads", time.buffer.inputs},
             {"sram_filter_reads", time.buffer.weights},
             {"sram_ofmap_writes", time.buffer.outputs},
             {"dram_ifmap_reads", time.outside.inputs},
             {"dram_filter_reads", time.outside.weights},
             {"dram_ofmap_writes", time.outside.outputs}}};
        for (const auto& [column, predicted] : predictions) {
            SuiteRow row;
            row.id = std::string(table->text(i, "run")) + "/" + std::string(table->text(i, "layer")) + ":" + column;
            row.group = {{"quantity", column}};
            row.quantity = column;
            row.measured = number(column);
            row.predicted = row.low = row.high = predicted;
            row.method = "npu.systolic";
            row.equal = row.measured == predicted;
            ++values;
            equal_values += row.equal ? 1 : 0;
            const bool cycles = std::string_view(column) == "compute_cycles";
            report.cases += cycles ? 1 : 0;
            report.cases_equal += cycles && row.equal ? 1 : 0;
            report.rows.push_back(std::move(row));
        }
    }
    report.summary = std::to_string(report.cases_equal) + "/" + std::to_string(report.cases) +
                     " runs with equal cycles; " + std::to_string(equal_values) + " of " + std::to_string(values) +
                     " values equal, words of buffers and memory among them";
    return report;
}

} // namespace strata::assess
