// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/suite_residual.h"
#include "app/lab/pim/pim_suite.h"
#include "app/lab/run/data_table.h"
#include "core/catalog/library.h"
#include "core/pim/processor_time.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

namespace strata::assess {
namespace {

constexpr const char* kFile = "upmem_prim_hw_vs_sim.csv";
constexpr double kTasklets = 16;

/// Loops of PrIM's kernels (CMU-SAFARI/prim-benchmarks), instructions counted by hand: the index and the branch, and
/// for each operand its address and its load or store.
std::optional<pim::ProcessorLoop> loopOf(std::string_view benchmark, double elements, double processors) {
    pim::ProcessorLoop loop;
    loop.elements = elements / processors;
    if (benchmark == "VA") { // 32-bit integers: two loads, an addition, a store
        loop.instructions = 2 + 3 * 2 + 1;
        loop.read_bytes = 8;
        loop.streams_read = 2;
        loop.write_bytes = 4;
        loop.streams_write = 1;
        loop.to_bytes = 8 * elements;
        loop.from_bytes = 4 * elements;
    } else if (benchmark == "RED") { // 64-bit integers: a load and an addition of two instructions
        loop.instructions = 2 + 2 + 2;
        loop.read_bytes = 8;
        loop.to_bytes = 8 * elements;
    } else if (benchmark ==
               "UNI") { // 64-bit integers: a load, a comparison of two words, half of them stored and counted
        loop.instructions = 2 + 2 + 3 + 0.5 * (2 + 1);
        loop.read_bytes = 8;
        loop.write_bytes = 4;
        loop.streams_write = 1;
        loop.to_bytes = 8 * elements;
        loop.from_bytes = 4 * elements;
    } else if (benchmark == "HST-L") { // 32-bit pixels; one histogram of all tasklets behind a lock
        loop.instructions = 2 + 2 + 8;
        loop.critical = 8; // acquire, two shifts, address, load, addition, store, release
        loop.read_bytes = 4;
        loop.to_bytes = 4 * elements;
    } else if (benchmark ==
               "GEMV") { // rows of 64 32-bit integers below 64: a multiplication of 8 and a step for each bit
        constexpr double kColumns = 64;
        loop.elements *= kColumns;
        loop.instructions = 2 + 2 * 2 + (8 + 6) + 1;
        loop.read_bytes = 8;
        loop.streams_read = 2;
        loop.to_bytes = 4 * kColumns * elements;
        loop.from_bytes = 4 * elements;
    } else {
        return std::nullopt;
    }
    return loop;
}

struct Sum {
    double errors = 0, simulated = 0;
    std::size_t rows = 0;
};

} // namespace

Result<SuiteReport> runProcessorSuite(const SuiteOptions& options) {
    const auto table = readTable(
        options.data, kFile, {"benchmark", "num_dpus", "data_prep_param", "hw_kernel", "hw_cpu_to_dpu", "sim_kernel"},
        "field/pim");
    if (!table) return table.error();
    const Entry* entry = options.library.find("upmem-dimm");
    if (entry == nullptr)
        return Error{"not-found", {}, {"error.no-component-of-that-name", {{"name", "upmem-dimm"}}}, {}, {}};
    const auto dimm = hardware::readDimm(*entry->document, {});
    if (!dimm) return dimm.error();
    SuiteReport report;
    report.suite = "pim-processors";
    report.data = options.data.string();
    std::map<std::string, Sum> sums;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const std::string benchmark(table->text(i, "benchmark")), id = std::string(kFile) + ":" + std::to_string(i + 2);
        const double processors = table->numberOr(i, "num_dpus", 1);
        const auto loop = loopOf(benchmark, table->numberOr(i, "data_prep_param", 0), processors);
        if (!loop) {
            report.refused.push_back({id, "searches jump through the memory by their data"});
            continue;
        }
        const pim::ProcessorTime time = pim::processorTime(*dimm, *loop, processors, kTasklets);
        const auto add = [&](const char* quantity, double measured_ms, double seconds) {
            SuiteRow row;
            row.id = id + ":" + quantity;
            row.group = {{"benchmark", benchmark}, {"quantity", quantity}};
            row.quantity = quantity;
            row.unit = "s";
            row.measured = measured_ms * 1e-3;
            row.predicted = row.low = row.high = seconds;
            row.method = "pim.processors";
            report.rows.push_back(row);
            return std::abs(seconds / row.measured - 1.0);
        };
        const double measured = table->numberOr(i, "hw_kernel", 0);
        Sum& sum = sums[benchmark];
        sum.errors += add("kernel", measured, time.kernel_s() + time.launch_s);
        sum.simulated += std::abs(table->numberOr(i, "sim_kernel", 0) / measured - 1.0);
        ++sum.rows;
        add("sent", table->numberOr(i, "hw_cpu_to_dpu", 0), time.to_s);
    }
    std::ostringstream text;
    text.precision(3);
    text << "kernels, mean error by benchmark (simulator):";
    double errors = 0, simulated = 0, rows = 0;
    for (const auto& [benchmark, sum] : sums) {
        const auto n = static_cast<double>(sum.rows);
        text << ' ' << benchmark << ' ' << 100 * sum.errors / n << " % (" << 100 * sum.simulated / n << " %)";
        errors += sum.errors;
        simulated += sum.simulated;
        rows += n;
    }
    text << "; all " << 100 * errors / std::max(1.0, rows) << " % (" << 100 * simulated / std::max(1.0, rows) << " %)";
    report.summary = text.str();
    report.notes = {
        "No coefficient is fitted: setups and bytes per clock are those of published microbenchmarks. Instructions are "
        "counted by hand, with these measurements in view, so that the errors are none of benchmarks left out."};
    return report;
}

Result<hardware::Calibration> fitPimProcessors(const std::filesystem::path& data, const Library& library,
                                               const Without&) {
    const SuiteOptions options{data, library};
    const auto report = runProcessorSuite(options);
    if (!report) return report.error();
    // A request asks for all of it: what is sent and the kernel, of one run of a benchmark.
    std::map<std::string, std::pair<double, double>> runs;
    for (const SuiteRow& row : report->rows) {
        auto& [measured, predicted] = runs[row.id.substr(0, row.id.rfind(':'))];
        measured += row.measured;
        predicted += row.predicted;
    }
    SuiteResidual errors;
    for (const auto& [id, run] : runs)
        errors.add(run.first, run.second);
    hardware::Calibration calibration;
    calibration.id = "pim-processors";
    calibration.suite = "pim-processors";
    calibration.data = "PrIM benchmarks on UPMEM modules (VIA-Research/uPIMulator), kernels and transfers to them";
    calibration.command = "strata-lab calibrate pim-processors --data DIR";
    errors.store(calibration, "hardware");
    return calibration;
}

} // namespace strata::assess
