// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/edge/language_rows.h"
#include "app/lab/fit/device_spread.h"
#include "app/lab/fit/fit.h"
#include "app/lab/run/manifest.h"
#include "core/base/json.h"
#include "core/catalog/library.h"
#include "core/evaluate/methods/edge/edge_language.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

namespace strata::assess {
namespace {

using edge::LanguageCosts;

constexpr const char* kData =
    "geerlingguy/ai-benchmarks @bdf94413, airockchip/rknn-llm @878f9361, quic/ai-hub-models @52c080d2, "
    "ggml-org/llama.cpp discussions 4167 and 15013 and benches/dgx-spark.md @4c7e9893, "
    "lhl/strix-halo-testing @5ee14b5b";
constexpr double kOverlap =
    4; ///< exponent of the norm of memory and arithmetic: fits with a free one ran to its bounds
constexpr double kRowWeight = 1; ///< each device, runtime and phase counts as one row, however many it has
constexpr double kFewestForFactor = 3;
constexpr std::size_t kFewestDevices = 2; ///< that give a part a spread of its own on devices that are known

struct Row {
    LanguageQuery query;
    std::string device, backend, part, model;
    bool prompt = false, energy = false;
    double seconds = 0, weight = 1; ///< of an energy, joules instead of seconds
};

double tokenSeconds(const Row& row, const methods::LanguageFactors& factors) {
    const methods::LanguageAnswer answer = methods::answerOf(row.query, factors);
    return (answer.prompt.total() + answer.steps.total()) / (row.query.batch * row.query.output_tokens);
}

double predicted(const Row& row, const methods::LanguageFactors& factors) {
    if (row.energy) return row.query.power_w * factors.power_share * tokenSeconds(row, factors);
    const methods::LanguageAnswer answer = methods::answerOf(row.query, factors);
    return row.prompt ? answer.prompt.total() : answer.steps.total() / std::max(1.0, row.query.output_tokens - 1);
}

std::string kindOf(const Row& row) {
    return row.device + "|" + row.backend + (row.energy ? "|energy" : row.prompt ? "|prompt" : "|step");
}

/// Rows that a fit can see: prompts of several tokens where the part's rates are known.
Result<std::vector<Row>> prepare(const std::filesystem::path& data, const Library& library) {
    const auto read = readLanguageRows(data, library);
    if (!read) return read.error();
    const auto manifest = manifestOf("edge-language");
    if (!manifest) return manifest.error();
    std::vector<Row> rows;
    std::map<std::string, double> count;
    for (const MeasuredRow& measured : read->rows) {
        if (!manifest->fits(groupOf(measured, "device"))) continue;
        auto query = resolveLanguage(Json::parse(measured.request), library);
        if (!query) continue;
        Row row{*std::move(query), std::string(groupOf(measured, "device")), std::string(groupOf(measured, "backend")),
                std::string(groupOf(measured, "part")), std::string(groupOf(measured, "model"))};
        row.prompt = groupOf(measured, "phase") == "prompt";
        row.energy = groupOf(measured, "phase") == "energy";
        if (row.prompt && row.query.device.clocks_per_s <= 0) continue;
        if (row.energy && row.query.power_w <= 0) continue;
        row.seconds = measured.measured;
        count[kindOf(row)] += 1;
        rows.push_back(std::move(row));
    }
    for (Row& row : rows)
        row.weight = std::sqrt(kRowWeight / count[kindOf(row)]);
    return rows;
}

/// A coefficient of a part, or of one runtime on it.
struct Free {
    FreeCoefficient coefficient;
    std::string backend; ///< empty: of all
    double LanguageCosts::*member;
    std::string device{}; ///< empty: of all
};

Free shared(const char* name, double start, double low, double high, double LanguageCosts::*member) {
    return {{name, start, low, high}, "", member};
}

/// What is fitted of each part. Runtimes on GPUs differ in what a kernel costs to start and in the tiles of their
/// products.
std::vector<Free> freeOf(const std::string& part, const std::set<std::string>& backends,
                         const std::set<std::tuple<std::string, std::string, bool>>& devices) {
    std::vector<Free> free;
    free.push_back(shared("memory_share", 0.8, 0.2, 1.0, &LanguageCosts::memory_share));
    if (part == "cpu") {
        free.push_back(shared("step_macs_per_clock", 0.3, 0.01, 2, &LanguageCosts::step_macs_per_clock));
        free.push_back(shared("kernel_s", 3e-5, 1e-7, 1e-3, &LanguageCosts::kernel_s));
    } else if (part == "npu") {
        free.push_back(shared("plain_attention_share", 0.2, 0.01, 1, &LanguageCosts::plain_attention_share));
        for (const std::string& backend : backends)
            free.push_back({{"kernel_s", 1e-5, 1e-8, 1e-3}, backend, &LanguageCosts::kernel_s});
        // What an NPU reaches of its peak is its own: no datasheet tells it. Devices give a runtime their mean.
        for (const auto& [backend, device, prompts] : devices) {
            if (prompts)
                free.push_back(
                    {{"prompt_macs_per_clock", 0.1, 0.002, 1}, backend, &LanguageCosts::prompt_macs_per_clock, device});
        }
    } else {
        free.push_back(shared("step_macs_per_clock", 10, 1, 200, &LanguageCosts::step_macs_per_clock));
        free.push_back(shared("fill_tokens", 16, 0.5, 200, &LanguageCosts::fill_tokens));
        free.push_back(shared("plain_attention_share", 0.2, 0.01, 1, &LanguageCosts::plain_attention_share));
        for (const std::string& backend : backends) {
            free.push_back({{"kernel_s", 2e-6, 1e-8, 1e-3}, backend, &LanguageCosts::kernel_s});
            free.push_back({{"prompt_macs_per_clock", 100, 5, 2000}, backend, &LanguageCosts::prompt_macs_per_clock});
        }
    }
    return free;
}

LanguageCosts costsOf(const std::vector<Free>& free, std::span<const double> values, const Row& row) {
    LanguageCosts costs;
    for (std::size_t i = 0; i < free.size(); ++i) {
        const bool of_runtime = free[i].backend.empty() || free[i].backend == row.backend;
        if (of_runtime && (free[i].device.empty() || free[i].device == row.device)) costs.*free[i].member = values[i];
    }
    costs.overlap = kOverlap;
    if (row.part == "cpu") costs.prompt_macs_per_clock = costs.step_macs_per_clock;
    if (row.part == "npu") costs.step_macs_per_clock = costs.prompt_macs_per_clock;
    return costs;
}

double medianOf(std::vector<double> values) { return values.empty() ? 0.0 : quantile(std::move(values), 0.5); }

/// Devices count alike, however many rows each has: each gives the same number of its quantiles.
std::vector<double> evened(const std::map<std::string, std::vector<double>>& by_device) {
    constexpr int kQuantiles = 9;
    std::vector<double> even;
    for (const auto& [device, values] : by_device) {
        for (int i = 0; i < kQuantiles; ++i)
            even.push_back(quantile(values, (i + 0.5) / kQuantiles));
    }
    return even;
}

hardware::Residual spread(std::map<std::string, std::string, std::less<>> key,
                          const std::map<std::string, std::vector<double>>& by_device) {
    const std::vector<double> off = evened(by_device);
    hardware::Residual residual;
    residual.key = std::move(key);
    residual.p10 = std::min(0.0, quantile(off, 0.1));
    residual.p50 = quantile(off, 0.5);
    residual.p90 = std::max(0.0, quantile(off, 0.9));
    residual.p50 = std::clamp(residual.p50, residual.p10, residual.p90);
    residual.sigma = (quantile(off, 0.75) - quantile(off, 0.25)) / 1.349;
    for (const auto& [device, values] : by_device)
        residual.points += static_cast<std::int64_t>(values.size());
    return residual;
}

using Seen = std::function<bool(const Row&)>;

/// Adds the groups of one part, what holds for all and then what each runtime adds, and the ranges of the fit.
Result<void> fitPart(const std::vector<Row>& rows, const std::string& part, const Seen& seen,
                     hardware::Calibration& calibration) {
    std::vector<const Row*> used;
    std::set<std::string> backends, with_prompts;
    std::set<std::tuple<std::string, std::string, bool>> devices;
    for (const Row& row : rows) {
        if (row.part != part || row.energy || !seen(row)) continue;
        used.push_back(&row);
        backends.insert(row.backend);
        if (row.prompt) with_prompts.insert(row.device);
    }
    for (const Row* row : used)
        devices.emplace(row->backend, row->device, with_prompts.contains(row->device));
    std::vector<hardware::CalibrationGroup> groups;
    const std::vector<Free> free = freeOf(part, backends, devices);
    std::vector<FreeCoefficient> coefficients;
    for (const Free& one : free)
        coefficients.push_back(one.coefficient);
    if (used.size() < coefficients.size()) return {};
    const auto fit =
        fitCoefficients(coefficients, used.size(), [&](std::span<const double> values, std::span<double> out) {
            for (std::size_t i = 0; i < used.size(); ++i) {
                methods::LanguageFactors factors;
                factors.costs = costsOf(free, values, *used[i]);
                out[i] = used[i]->weight * std::log(predicted(*used[i], factors) / used[i]->seconds);
            }
        });
    if (!fit) return fit.error();
    hardware::CalibrationGroup all;
    all.key = {{"part", part}};
    all.points = static_cast<std::int64_t>(used.size());
    std::map<std::string, std::pair<double, double>> logs;
    for (std::size_t i = 0; i < free.size(); ++i) {
        if (free[i].backend.empty()) all.values[free[i].coefficient.name] = fit->values[i];
        auto& [sum, n] = logs[free[i].coefficient.name];
        sum += std::log(fit->values[i]), n += 1;
    }
    // A runtime that nobody measured costs what the others cost in the mean.
    for (const auto& [name, mean] : logs)
        all.values.try_emplace(name, roundedCoefficient(std::exp(mean.first / mean.second)));
    if (part == "cpu") all.values["prompt_macs_per_clock"] = all.values["step_macs_per_clock"];
    all.values["overlap"] = kOverlap;
    groups.push_back(all);
    for (const std::string& backend : backends) {
        hardware::CalibrationGroup own;
        own.key = {{"part", part}, {"backend", backend}};
        std::map<std::string, std::vector<double>> means;
        std::map<std::string, hardware::CalibrationGroup> of_device;
        for (std::size_t i = 0; i < free.size(); ++i) {
            if (free[i].backend != backend) continue;
            const std::string name = free[i].coefficient.name;
            means[name].push_back(std::log(fit->values[i]));
            if (!free[i].device.empty()) of_device[free[i].device].values[name] = fit->values[i];
        }
        for (const auto& [name, values] : means) {
            double sum = 0;
            for (const double value : values)
                sum += value;
            own.values[name] = roundedCoefficient(std::exp(sum / static_cast<double>(values.size())));
        }
        own.points = std::ranges::count_if(used, [&](const Row* row) { return row->backend == backend; });
        groups.push_back(std::move(own));
        for (auto& [device, group] : of_device) {
            group.key = {{"part", part}, {"backend", backend}, {"device", device}};
            groups.push_back(std::move(group));
        }
    }
    // Units of an NPU unpack a step's weights as those of a prompt.
    for (hardware::CalibrationGroup& group : groups) {
        const auto rate = group.values.find("prompt_macs_per_clock");
        if (part == "npu" && rate != group.values.end()) group.values["step_macs_per_clock"] = rate->second;
    }
    std::ranges::move(groups, std::back_inserter(calibration.groups));
    noteRanges(coefficients, calibration, part);
    return {};
}

/// Factors of each device that was measured: of its steps and of its prompts.
void addDevices(const std::vector<Row>& rows, const Seen& seen, hardware::Calibration& calibration) {
    std::map<std::array<std::string, 3>, std::map<bool, std::vector<double>>> off;
    for (const Row& row : rows) {
        if (row.energy || !seen(row)) continue;
        const double ratio = row.seconds / predicted(row, methods::languageFactors(calibration, row.query));
        off[{row.part, row.backend, row.device}][row.prompt].push_back(std::log(ratio));
    }
    for (const auto& [key, phases] : off) {
        const std::map<std::string, std::string, std::less<>> named{
            {"part", key[0]}, {"backend", key[1]}, {"device", key[2]}};
        auto known = std::ranges::find(calibration.groups, named, &hardware::CalibrationGroup::key);
        if (known == calibration.groups.end())
            known = calibration.groups.insert(known, hardware::CalibrationGroup{named, {}, 0});
        hardware::CalibrationGroup& group = *known;
        for (const auto& [prompt, values] : phases) {
            group.values[prompt ? "prompt_factor" : "step_factor"] = roundedCoefficient(std::exp(medianOf(values)));
            group.points += static_cast<std::int64_t>(values.size());
        }
    }
}

std::string phaseOf(const Row& row) { return row.energy ? "power" : row.prompt ? "prompt" : "step"; }

/// Errors on devices that are known, by phase, and by part where several devices tell them.
void addKnown(const std::map<const Row*, double>& off, hardware::Calibration& calibration) {
    using ByDevice = std::map<std::string, std::vector<double>>;
    std::map<std::string, ByDevice> by_phase;
    std::map<std::pair<std::string, std::string>, ByDevice> by_part;
    for (const auto& [row, value] : off) {
        by_phase[phaseOf(*row)][kindOf(*row)].push_back(value);
        by_part[{phaseOf(*row), row->part}][kindOf(*row)].push_back(value);
    }
    for (const auto& [phase, devices] : by_phase)
        calibration.residuals.push_back(spread({{"distance", "same device"}, {"phase", phase}}, devices));
    for (const auto& [key, devices] : by_part) {
        if (devices.size() >= kFewestDevices)
            calibration.residuals.push_back(
                spread({{"distance", "same device"}, {"phase", key.first}, {"part", key.second}}, devices));
    }
}

/// Errors on devices or runtimes that were left out, which count alike: each part has its own, moderated by what the
/// parts have in common (residualsOfNewDevice()); one of each phase serves parts that nobody measured.
void addLeftOut(const std::string& distance, const std::map<const Row*, double>& off, bool runtimes,
                hardware::Calibration& calibration) {
    std::map<std::string, std::size_t> places;
    ErrorsByKey by_phase, by_part;
    for (const auto& [row, value] : off) {
        const std::string whose = runtimes ? row->backend : row->device + "|" + row->backend;
        const LogError error{places.try_emplace(whose, places.size()).first->second, value};
        by_phase[{{"phase", phaseOf(*row)}}].push_back(error);
        by_part[{{"phase", phaseOf(*row)}, {"part", row->part}}].push_back(error);
    }
    for (const ErrorsByKey* errors : {&by_phase, &by_part}) {
        for (hardware::Residual& residual : residualsOfNewDevice(*errors, *errors)) {
            if (residual.key.contains("unmeasured")) continue;
            residual.key.erase("seen");
            residual.key.emplace("distance", distance);
            calibration.residuals.push_back(std::move(residual));
        }
    }
}

/// Watts over the power that the device states, of each part: the median of its devices.
void addPower(const std::vector<Row>& rows, const Seen& seen, hardware::Calibration& calibration) {
    std::map<std::string, std::map<std::string, std::vector<double>>> shares;
    for (const Row& row : rows) {
        if (!row.energy || !seen(row)) continue;
        const methods::LanguageFactors factors = methods::languageFactors(calibration, row.query);
        shares[row.part][row.device].push_back(
            std::log(row.seconds / (row.query.power_w * tokenSeconds(row, factors))));
    }
    for (hardware::CalibrationGroup& group : calibration.groups) {
        const auto of_part = shares.find(group.key.at("part"));
        if (group.key.size() != 1 || of_part == shares.end()) continue;
        std::vector<double> medians;
        for (const auto& [device, values] : of_part->second)
            medians.push_back(medianOf(values));
        group.values["power_share"] = roundedCoefficient(std::exp(medianOf(medians)));
    }
}

Result<hardware::Calibration> fitted(const std::vector<Row>& rows, const Seen& seen) {
    hardware::Calibration calibration;
    calibration.id = "edge-language";
    calibration.suite = "edge-language";
    calibration.data = kData;
    calibration.command = "strata-lab calibrate edge-language --data DIR";
    for (const char* part : {"cpu", "gpu", "npu"}) {
        if (auto done = fitPart(rows, part, seen, calibration); !done) return done.error();
    }
    calibration.points = std::ranges::count_if(rows, seen);
    addPower(rows, seen, calibration);
    return calibration;
}

} // namespace

Result<hardware::Calibration> fitEdgeLanguage(const std::filesystem::path& data, const Library& library,
                                              const Without& without) {
    const auto rows = prepare(data, library);
    if (!rows) return rows.error();
    const Seen kept = [&](const Row& row) { return !without.has(row.device); };
    auto calibration = fitted(*rows, kept);
    if (!calibration) return calibration;
    // Widths of intervals are those of the whole fit: leaving out one more device would cost a fit for each.
    std::map<const Row*, double> left_out, other_runtime, same;
    std::set<std::string> devices, backends;
    for (const Row& row : *rows) {
        if (!kept(row)) continue;
        devices.insert(row.device);
        backends.insert(row.backend);
    }
    if (without.empty()) {
        const auto leave = [&](const Seen& seen) -> Result<void> {
            const auto fit = fitted(*rows, seen);
            if (!fit) return fit.error();
            for (const Row& row : *rows) {
                if (seen(row)) continue;
                const methods::LanguageFactors factors = methods::languageFactors(*fit, row.query);
                // The only device of its runtime leaves with the runtime.
                const double off = std::log(row.seconds / predicted(row, factors));
                if (std::isfinite(off)) (factors.of_runtime ? left_out : other_runtime)[&row] = off;
            }
            return {};
        };
        for (const std::string& device : devices) {
            if (auto done = leave([&](const Row& row) { return row.device != device; }); !done) return done.error();
        }
        for (const std::string& backend : backends) {
            if (auto done = leave([&](const Row& row) { return row.backend != backend; }); !done) return done.error();
        }
        // Of a device that is known, by its other models.
        for (const Row& row : *rows) {
            if (row.energy) continue;
            std::vector<double> others;
            for (const Row& other : *rows) {
                if (other.device == row.device && other.backend == row.backend && other.prompt == row.prompt &&
                    !other.energy && other.model != row.model)
                    others.push_back(std::log(other.seconds /
                                              predicted(other, methods::languageFactors(*calibration, other.query))));
            }
            if (static_cast<double>(others.size()) < kFewestForFactor) continue;
            same[&row] = std::log(row.seconds / predicted(row, methods::languageFactors(*calibration, row.query))) -
                         medianOf(others);
        }
        addLeftOut("device left out", left_out, false, *calibration);
        addLeftOut("runtime left out", other_runtime, true, *calibration);
        addKnown(same, *calibration);
        std::vector<double> errors;
        for (const auto& [row, off] : left_out) {
            if (!row->energy) errors.push_back(std::abs(std::exp(-off) - 1));
        }
        calibration->residual_p50 = quantile(errors, 0.5);
        calibration->residual_p90 = quantile(errors, 0.9);
    } else if (const auto known =
                   std::ranges::find(library.calibrations(), "edge-language", &hardware::Calibration::id);
               known != library.calibrations().end()) {
        calibration->residuals = known->residuals;
    }
    addDevices(*rows, kept, *calibration);
    return calibration;
}

} // namespace strata::assess
