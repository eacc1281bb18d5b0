// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/methods/edge/edge_methods.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

using hardware::SocPart;
using hardware::SocUnit;

constexpr double kUsualOpsPerClock = 8; ///< of a core whose rate the device does not tell: one vector of four, fused

double rateOf(const SocUnit& unit) {
    double rate = unit.ops_per_clock[index(NumberType::Fp32)];
    if (rate <= 0) rate = unit.ops_per_clock[index(NumberType::Fp16)];
    if (rate <= 0) rate = unit.ops_per_clock[index(NumberType::Int8)];
    if (rate <= 0 && unit.part == SocPart::Cpu) rate = kUsualOpsPerClock;
    return unit.clock_hz * rate;
}

double numberOf(const std::string& text) {
    double value = 1;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::string valueOf(const std::map<std::string, std::string, std::less<>>& key, std::string_view name) {
    const auto found = key.find(name);
    return found == key.end() ? std::string() : found->second;
}

} // namespace

double capability(const hardware::Soc& soc, SocPart part, const std::string& cores, double threads) {
    std::vector<const SocUnit*> units;
    for (const SocUnit& unit : soc.units) {
        if (unit.part == part) units.push_back(&unit);
    }
    std::ranges::sort(units, [](const auto* a, const auto* b) { return rateOf(*a) > rateOf(*b); });
    if (part != SocPart::Cpu) return units.empty() ? 0.0 : units.front()->cores * rateOf(*units.front());
    if (cores == "little") std::ranges::reverse(units);
    double sum = 0;
    for (const SocUnit* unit : units) {
        const double taken = std::min(threads, unit->cores);
        sum += taken * rateOf(*unit);
        threads -= taken;
    }
    return sum;
}

const EdgeSource* EdgeSources::own(const EdgeQuery& query) const {
    const EdgeSource* nearest = nullptr;
    const auto distance = [&](const EdgeSource& source) {
        return std::abs(std::log(source.threads / query.threads)) + (source.cores == query.cores ? 0.0 : 0.3);
    };
    for (const EdgeSource& source : settings) {
        if (source.device == query.soc.id && (nearest == nullptr || distance(source) < distance(*nearest)))
            nearest = &source;
    }
    return nearest;
}

EdgeSources sourcesOf(const EdgeQuery& query, const Library& library) {
    EdgeSources sources;
    for (const Entry& entry : library.entries()) {
        if (entry.kind != EntryKind::Predictor || entry.document->value("form", std::string()) != "additive") continue;
        auto read = hardware::readPredictor(*entry.document, {});
        if (!read) continue;
        bool used = false;
        for (const hardware::PredictorGroup& group : read->groups) {
            if (valueOf(group.key, "backend") != query.backend.id || valueOf(group.key, "part") != name(query.part))
                continue;
            EdgeSource source;
            source.device = valueOf(group.key, "device");
            source.cores = valueOf(group.key, "cores");
            source.threads = numberOf(valueOf(group.key, "threads"));
            if (source.device.empty()) continue;
            source.coefficients = edge::coefficientsOf(group);
            if (const Entry* device = library.find(source.device);
                device != nullptr && device->kind == EntryKind::Soc) {
                if (auto soc = hardware::readSoc(*device->document, {}))
                    source.capability = capability(*soc, query.part, source.cores, source.threads);
            }
            sources.settings.push_back(std::move(source));
            used = true;
        }
        if (used) sources.predictor = *std::move(read);
    }
    return sources;
}

} // namespace strata::methods
