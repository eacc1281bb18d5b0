// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/edge/edge_fit.h"
#include "core/catalog/library.h"
#include "core/edge/rates.h"
#include "core/hardware/edge/backend.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace strata::assess {
namespace {

/// A setting with coefficients of its own and the chip that it ran on.
struct RatedSetting {
    const hardware::PredictorGroup* group = nullptr;
    hardware::Soc soc;
    edge::RunSetting run;
    edge::AdditiveVector coefficients{};
    std::string device;
};

const std::string& valueOf(const hardware::PredictorGroup& group, std::string_view name) {
    static const std::string kNothing;
    const auto place = group.key.find(name);
    return place == group.key.end() ? kNothing : place->second;
}

double threadsOf(const hardware::PredictorGroup& group) {
    const std::string& text = valueOf(group, "threads");
    return text.empty() ? 1.0 : std::stod(text);
}

bool halfArithmetic(const Library& library) {
    const Entry* entry = library.find("ncnn");
    if (entry == nullptr) return false;
    const auto backend = hardware::readBackend(*entry->document, {});
    return backend && backend->half_arithmetic;
}

std::vector<RatedSetting> ratedSettings(const hardware::Predictor& predictor, const Library& library,
                                        std::string_view part) {
    std::vector<RatedSetting> settings;
    const bool half = halfArithmetic(library);
    for (const hardware::PredictorGroup& group : predictor.groups) {
        const std::string& device = valueOf(group, "device");
        const Entry* entry = device.empty() || valueOf(group, "part") != part ? nullptr : library.find(device);
        if (entry == nullptr || entry->kind != EntryKind::Soc) continue;
        auto soc = hardware::readSoc(*entry->document, {});
        if (!soc) continue;
        const auto unit = part == "gpu" ? hardware::SocPart::Gpu : hardware::SocPart::Cpu;
        settings.push_back({&group,
                            *std::move(soc),
                            {unit, valueOf(group, "cores"), threadsOf(group), 1.0, half},
                            edge::coefficientsOf(group),
                            device});
    }
    return settings;
}

double medianOf(std::vector<double> values, double otherwise) {
    if (values.empty()) return otherwise;
    std::ranges::sort(values);
    return 0.5 * (values[(values.size() - 1) / 2] + values[values.size() / 2]);
}

/// Share of the time on one core that further cores do not shorten: 1 / speed-up = share + (1 - share) / rate, the rate
/// that of all cores by that of one. Nothing where the setting has no more cores than one.
std::optional<double> serialShare(const BoardRows& data, const RatedSetting& one, const RatedSetting& many) {
    const double rate =
        edge::ratesOf(many.soc, many.run, {}).arithmetic_per_s / edge::ratesOf(one.soc, one.run, {}).arithmetic_per_s;
    if (!(rate > 1.01)) return std::nullopt;
    std::vector<double> shares;
    for (const auto& [model, network] : data.networks) {
        const edge::AdditiveVector counts = edge::featuresOf(network);
        const double slow = edge::additiveSeconds(counts, one.coefficients);
        if (slow > 0)
            shares.push_back((edge::additiveSeconds(counts, many.coefficients) / slow - 1 / rate) / (1 - 1 / rate));
    }
    return medianOf(std::move(shares), 0);
}

std::vector<edge::RatedSource> sourcesWithout(const std::vector<RatedSetting>& settings, const std::string& device,
                                              const edge::RateScaling& scaling) {
    std::vector<edge::RatedSource> sources;
    for (const RatedSetting& setting : settings) {
        if (setting.device == device) continue;
        sources.push_back({setting.coefficients, edge::ratesOf(setting.soc, setting.run, scaling),
                           edge::coreOf(setting.soc, setting.run)});
    }
    return sources;
}

} // namespace

FittedScaling fitRateScaling(const BoardRows& data, const hardware::Predictor& predictor, const Library& library,
                             std::string_view part) {
    const auto settings = ratedSettings(predictor, library, part);
    std::vector<double> shares, distances;
    for (const RatedSetting& left : settings) {
        for (const RatedSetting& right : settings) {
            if (left.device == right.device && left.run.cores == right.run.cores && left.run.threads == 1) {
                if (const auto share = serialShare(data, left, right)) shares.push_back(*share);
            }
            if (left.device < right.device && left.run.threads == right.run.threads &&
                !edge::coreOf(left.soc, left.run).empty() &&
                edge::coreOf(left.soc, left.run) == edge::coreOf(right.soc, right.run))
                distances.push_back(
                    edge::rateDistance(edge::ratesOf(left.soc, left.run, {}), edge::ratesOf(right.soc, right.run, {})));
        }
    }
    const edge::RateScaling unknown;
    const auto pairs = static_cast<std::int64_t>(shares.size() + distances.size());
    return {{std::clamp(medianOf(std::move(shares), unknown.serial_share), 0.0, 1.0),
             medianOf(std::move(distances), unknown.distance)},
            pairs};
}

void addDatasheetErrors(const BoardRows& data, const hardware::Predictor& predictor, const Library& library,
                        std::string_view part, const edge::RateScaling& scaling,
                        std::map<std::string, std::vector<double>>& by_distance) {
    const auto settings = ratedSettings(predictor, library, part);
    for (const RatedSetting& setting : settings) {
        const edge::DeviceRates asked = edge::ratesOf(setting.soc, setting.run, scaling);
        if (asked.arithmetic_per_s <= 0) continue;
        const auto sources = sourcesWithout(settings, setting.device, scaling);
        const std::string core = edge::coreOf(setting.soc, setting.run);
        for (const BoardRow& row : data.rows) {
            if (row.device != setting.device || row.part != part || row.cores != setting.run.cores ||
                std::stod(row.threads) != setting.run.threads)
                continue;
            const auto known = edge::latencyFrom(sources, asked, core, edge::featuresOf(data.networks.at(row.model)));
            if (known.sources > 0)
                by_distance[known.same_core ? "same core" : "device left out"].push_back(
                    std::log(row.latency_s / known.seconds));
        }
    }
}

} // namespace strata::assess
