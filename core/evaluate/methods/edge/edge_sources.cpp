// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/methods/edge/edge_methods.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

using edge::AdditiveVector;
using Key = std::map<std::string, std::string, std::less<>>;

double numberOf(const std::string& text) {
    double value = 1;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::string valueOf(const Key& key, std::string_view name) {
    const auto place = key.find(name);
    return place == key.end() ? std::string() : place->second;
}

edge::RateScaling scalingOf(const hardware::Predictor& predictor, std::string_view part) {
    edge::RateScaling scaling;
    const auto* group = predictor.find({{"scaling", "rates"}, {"part", std::string(part)}});
    if (group == nullptr) return scaling;
    const auto value = [&](std::string_view name, double otherwise) {
        const auto place = group->values.find(name);
        return place == group->values.end() ? otherwise : place->second;
    };
    scaling.serial_share = value("serial_share", scaling.serial_share);
    scaling.distance = value("distance", scaling.distance);
    return scaling;
}

/// Rates and cores of the device as the catalog has it: that is what was measured.
void addRates(const EdgeQuery& query, const Library& library, const edge::RateScaling& scaling, EdgeSource& source) {
    const Entry* device = library.find(source.device);
    if (device == nullptr || device->kind != EntryKind::Soc) return;
    const auto soc = hardware::readSoc(*device->document, {});
    if (!soc) return;
    const edge::RunSetting setting{query.part, source.cores, source.threads, 1.0, query.backend.half_arithmetic};
    source.rates = edge::ratesOf(*soc, setting, scaling);
    source.core = edge::coreOf(*soc, setting);
}

/// Settings of the query's own device; those with the same choice of cores where there are any.
std::vector<const EdgeSource*> ownSettings(const EdgeSources& sources, const EdgeQuery& query) {
    std::vector<const EdgeSource*> own, same_cores;
    for (const EdgeSource& source : sources.settings) {
        if (source.device != query.soc.id) continue;
        own.push_back(&source);
        if (source.cores == query.cores) same_cores.push_back(&source);
    }
    return same_cores.empty() ? own : same_cores;
}

} // namespace

EdgeSources sourcesOf(const EdgeQuery& query, const Library& library) {
    EdgeSources sources;
    const std::string_view part = name(query.part);
    for (const Entry& entry : library.entries()) {
        if (entry.kind != EntryKind::Predictor || entry.document->value("form", std::string()) != "additive") continue;
        auto read = hardware::readPredictor(*entry.document, {});
        if (!read) continue;
        const edge::RateScaling scaling = scalingOf(*read, part);
        bool used = false;
        for (const hardware::PredictorGroup& group : read->groups) {
            if (valueOf(group.key, "backend") != query.backend.id || valueOf(group.key, "part") != part) continue;
            EdgeSource source;
            source.device = valueOf(group.key, "device");
            source.cores = valueOf(group.key, "cores");
            source.threads = numberOf(valueOf(group.key, "threads"));
            if (source.device.empty()) continue;
            source.coefficients = edge::coefficientsOf(group);
            addRates(query, library, scaling, source);
            sources.settings.push_back(std::move(source));
            used = true;
        }
        if (!used) continue;
        sources.predictor = *std::move(read);
        sources.scaling = scaling;
    }
    return sources;
}

edge::RunSetting settingOf(const EdgeQuery& query) {
    return {query.part, query.cores, query.threads, query.clock_share, query.backend.half_arithmetic};
}

std::optional<AdditiveVector> ownCoefficients(const EdgeSources& sources, const EdgeQuery& query,
                                              const edge::DeviceRates& asked) {
    const EdgeSource *below = nullptr, *above = nullptr;
    const auto settings = ownSettings(sources, query);
    // Settings of another choice of cores say nothing about threads that wait for a core of this one.
    const bool same_cores = std::ranges::all_of(settings, [&](const auto* own) { return own->cores == query.cores; });
    const double threads = same_cores ? query.threads : edge::threadsAtOnce(query.soc, settingOf(query));
    for (const EdgeSource* setting : settings) {
        if (setting->threads <= threads && (below == nullptr || setting->threads > below->threads)) below = setting;
        if (setting->threads >= threads && (above == nullptr || setting->threads < above->threads)) above = setting;
    }
    if (below == nullptr && above == nullptr) return std::nullopt;
    if (below == nullptr) below = above;
    if (above == nullptr) above = below;
    const double span = std::log(above->threads / below->threads);
    const double share = span > 0 ? std::log(threads / below->threads) / span : 0.0;
    const AdditiveVector few = edge::atRates(below->coefficients, below->rates, asked);
    const AdditiveVector many = edge::atRates(above->coefficients, above->rates, asked);
    AdditiveVector out{};
    for (std::size_t j = 0; j < out.size(); ++j)
        out[j] = (1.0 - share) * few[j] + share * many[j];
    return out;
}

} // namespace strata::methods
