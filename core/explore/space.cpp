// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/space.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::explore {

std::uint64_t Axis::size() const {
    switch (kind) {
    case Kind::Range: return steps;
    case Kind::List: return values.size();
    case Kind::Words: return words->size();
    case Kind::Linked: break;
    }
    return 1;
}

double Axis::valueAt(double coordinate) const {
    double share = coordinate;
    if (const std::uint64_t count = size(); count > 0) {
        const double step =
            std::min(std::floor(coordinate * static_cast<double>(count)), static_cast<double>(count - 1));
        if (kind == Kind::Words) return step;
        if (kind == Kind::List) return values[static_cast<std::size_t>(step)];
        share = count == 1 ? 0.0 : step / static_cast<double>(count - 1);
    }
    double value = from + (to - from) * share;
    if (log2) value = std::exp2(std::log2(from) + (std::log2(to) - std::log2(from)) * share);
    if (whole) value = std::round(value);
    return std::clamp(value, std::min(from, to), std::max(from, to));
}

std::vector<std::string> Space::names() const {
    std::vector<std::string> names;
    for (const Axis& axis : axes)
        names.push_back(axis.name);
    return names;
}

std::vector<Gene> Space::genes() const {
    std::vector<Gene> genes;
    for (const std::size_t a : free)
        genes.push_back({axes[a].size(), axes[a].kind != Axis::Kind::Words});
    return genes;
}

std::vector<std::uint64_t> Space::sizes() const {
    std::vector<std::uint64_t> sizes;
    for (const std::size_t a : free)
        sizes.push_back(axes[a].size());
    return sizes;
}

void Space::decode(std::span<const double> coordinates, std::span<double> values) const {
    for (std::size_t i = 0; i < free.size(); ++i)
        values[free[i]] = axes[free[i]].valueAt(coordinates[i]);
    for (const std::size_t a : linked) {
        const double value = axes[a].formula->evaluate(values);
        values[a] = axes[a].whole ? std::round(value) : value;
    }
}

std::size_t Space::firstRefused(std::span<const double> values) const {
    for (const std::size_t a : linked) {
        if (!(values[a] >= axes[a].least && values[a] <= axes[a].most)) return a;
    }
    return axes.size();
}

Result<void> finishSpace(Space& space) {
    space.free.clear();
    space.linked.clear();
    std::vector<bool> known(space.axes.size(), false);
    for (std::size_t a = 0; a < space.axes.size(); ++a) {
        known[a] = space.axes[a].kind != Axis::Kind::Linked;
        if (known[a]) space.free.push_back(a);
    }
    const auto ready = [&](std::size_t a) {
        const auto& uses = space.axes[a].formula->uses();
        return !known[a] && std::all_of(uses.begin(), uses.end(), [&](std::size_t used) { return known[used]; });
    };
    for (bool found = true; found;) {
        found = false;
        for (std::size_t a = 0; a < space.axes.size(); ++a) {
            if (known[a] || !ready(a)) continue;
            space.linked.push_back(a);
            known[a] = found = true;
        }
    }
    const auto stuck = std::find(known.begin(), known.end(), false);
    if (stuck == known.end()) return {};
    const auto a = static_cast<std::size_t>(stuck - known.begin());
    return Error{"link-cycle",
                 "/axes/" + std::to_string(a) + "/formula",
                 {"error.axis-follows-itself", {{"axes", space.axes[a].name}, {"text", space.axes[a].formula->text()}}},
                 {"accepted.formula-over-axes-do-not-follow"},
                 {}};
}

} // namespace strata::explore
