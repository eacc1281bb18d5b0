// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/pim/pim_suite.h"
#include "app/lab/run/data_table.h"
#include "core/assess/statistics.h"
#include "core/evaluate/method.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

namespace strata::assess {
namespace {

constexpr const char* kMacros = "cim_macro_published.csv";
constexpr const char* kChips = "imc_chips_zigzag.json";

/// A chip of the second file, with the entry that states its facts.
struct Chip {
    const char* key;
    const char* device;
    double rows, outputs; ///< of a product that fills it
};
constexpr std::array<Chip, 4> kZigzagChips{{{"aimc1", "analog-1152k-22nm", 1024, 512},
                                            {"aimc3", "analog-delta-sigma-22nm", 64, 256},
                                            {"dimc_ISSCC2022_11_7", "digital-tree-28nm", 512, 1},
                                            {"dimc_ISSCC2023_16_3", "digital-multiply-less-28nm", 128, 8}}};

struct Asked {
    std::string id, chip, quantity;
    double measured = 0;
    Json request;
};

Json productOn(Json hardware, double rows, double outputs, double input_bits, double weight_bits) {
    return {{"kind", "kernel"},
            {"hardware", std::move(hardware)},
            {"workload", {{"operator", "matmul"}, {"m", 1000}, {"k", rows}, {"n", outputs}, {"dtype", "int8"}}},
            {"plan", {{"input_bits", input_bits}, {"weight_bits", weight_bits}}}};
}

Json changed(const char* device, const char* pointer, double value) {
    return {{"base", device}, {"set", {{pointer, value}}}};
}

/// Energies of a MAC by bits of both operands, or of the weights alone, at three voltages.
void addBitSerial(const exchange::CsvTable& table, std::size_t row, std::vector<Asked>& rows) {
    const std::string test(table.text(row, "test")), point(table.text(row, "point"));
    int bits = 0, voltage = 0;
    if (std::sscanf(point.c_str(), "%d[%d]", &bits, &voltage) != 2) return;
    const bool both = test == "test_energy_input_weight_bits_scaling";
    if (!both && test != "test_energy_weight_bits_scaling") return;
    const double volts = 0.6 + 0.1 * voltage;
    const double outputs = std::floor(128.0 / (bits + 7));
    rows.push_back(
        {std::string(kMacros) + ":" + std::to_string(row + 2), "digital-bit-serial-65nm", "energy of a MAC",
         table.numberOr(row, "value_SI_or_ratio", 0) * 1e-15,
         productOn(changed("digital-bit-serial-65nm", "/voltage_v", volts), 128, outputs, both ? bits : 1, bits)});
}

/// Energies of an operation by bits of results and inputs.
void addResistive(const exchange::CsvTable& table, std::size_t row, std::vector<Asked>& rows) {
    if (table.text(row, "test") != "test_tops") return;
    int results = 0, inputs = 0, one_phase = 0, which = 0;
    const std::string point(table.text(row, "point"));
    if (std::sscanf(point.c_str(), "(%d, %d, %d)[%d]", &results, &inputs, &one_phase, &which) != 4) return;
    if (one_phase != 0 || which != 1) return; // two phases, TOP/s/W
    rows.push_back({std::string(kMacros) + ":" + std::to_string(row + 2), "analog-rram-130nm", "energy of a MAC",
                    2.0 / (table.numberOr(row, "value_SI_or_ratio", 1) * 1e12),
                    productOn(changed("analog-rram-130nm", "/converter/bits", results), 256, 128, inputs, 4)});
}

Result<std::vector<Asked>> askedRows(const std::filesystem::path& folder) {
    std::vector<Asked> rows;
    const auto table = readTable(folder, kMacros, {"macro", "test", "point", "value_SI_or_ratio"}, "peers/cim");
    if (!table) return table.error();
    for (std::size_t i = 0; i < table->rows(); ++i) {
        if (table->text(i, "macro") == "colonnade_jssc_2021") addBitSerial(*table, i, rows);
        if (table->text(i, "macro") == "wan_nature_2022") addResistive(*table, i, rows);
    }
    const auto path = findTable(folder, kChips, "field/cim");
    std::ifstream stream(path);
    const Json chips = path.empty() ? Json() : Json::parse(stream, nullptr, false);
    if (!chips.is_object()) return Error{"unreadable-file", {}, {"error.cannot-read-file", {{"file", kChips}}}, {}, {}};
    for (const Chip& chip : kZigzagChips) {
        const Json& facts = chips.at(chip.key);
        rows.push_back({std::string(kChips) + ":" + chip.key, chip.device, "energy of a MAC",
                        2.0 / (facts.at("TOP/s/W").get<double>() * 1e12),
                        productOn(chip.device, chip.rows, chip.outputs, facts.at("activation_precision").get<double>(),
                                  facts.at("weight_precision").get<double>())});
    }
    return rows;
}

} // namespace

Result<SuiteReport> runMacroSuite(const SuiteOptions& options) {
    const auto rows = askedRows(options.data);
    if (!rows) return rows.error();
    SuiteReport report;
    report.suite = "cim";
    report.data = options.data.string();
    std::map<std::string, std::vector<double>> off;
    for (const Asked& row : *rows) {
        const auto estimate = evaluate(row.request, Context{options.library, {}, nullptr});
        const Metric* energy = estimate ? estimate->findMetric("energy_j") : nullptr;
        const Metric* flop = estimate ? estimate->findMetric("flop") : nullptr;
        if (energy == nullptr || flop == nullptr) {
            report.refused.push_back({row.id, estimate ? std::string("no energy") : describe(estimate.error())});
            continue;
        }
        SuiteRow result;
        result.id = row.id;
        result.group = {{"chip", row.chip}};
        result.quantity = row.quantity;
        result.unit = "J";
        result.measured = row.measured;
        result.predicted = result.low = result.high = 2.0 * energy->value / flop->value;
        result.method = "pim.macro";
        if (options.keep_requests) result.request = row.request.dump();
        off[row.chip].push_back(std::abs(result.predicted / result.measured - 1.0));
        report.rows.push_back(std::move(result));
    }
    std::ostringstream text;
    text.precision(3);
    text << "mean error of a chip, none of which a coefficient was fitted to:";
    for (const auto& [chip, errors] : off) {
        double sum = 0;
        for (const double error : errors)
            sum += error;
        text << ' ' << chip << ' ' << 100.0 * sum / static_cast<double>(errors.size()) << " % (" << errors.size()
             << ')';
    }
    report.summary = text.str();
    report.notes = {"The efficiency of digital-multiply-less-28nm (275 TOP/s/W) can hardly belong to its stated 8 "
                    "bits: it is the worst row.",
                    "Gates, adders and converters cost what arXiv 2305.18335 states at 28 nm; no coefficient is "
                    "fitted, but all chips were in view while the model was written.",
                    "The chips with converters that stop early, approximate adders or mostly zero weights have what "
                    "the model lacks."};
    return report;
}

} // namespace strata::assess
