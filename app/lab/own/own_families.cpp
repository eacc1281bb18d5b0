// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/own/own_families.h"

#include "app/lab/run/canonical_rows.h"
#include "core/base/random.h"
#include "core/evaluate/kinds/gpu/kernel_query.h"
#include "core/gpu/calibration/own_factors.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::assess {

std::map<std::string, FamilyRows> familiesOf(const SuiteReport& report, const Library& library) {
    std::map<std::string, FamilyRows> families;
    for (const CanonicalRow& canonical_row : canonicalRows(report)) {
        const auto defect = [](const auto& pair) { return pair.first == "case" && pair.second != "regular"; };
        if (std::any_of(canonical_row.row.group.begin(), canonical_row.row.group.end(), defect)) continue;
        const Json request = Json::parse(canonical_row.row.request, nullptr, false);
        if (request.value("kind", std::string()) != "kernel") continue;
        const auto query = resolveKernel(request, library);
        if (!query) continue;
        const gpu::OwnKindName kind = gpu::ownKindOf(query->device.gpu, query->kernel);
        families[std::string(kind.family)].kinds[kind.text()].push_back(canonical_row.row);
    }
    return families;
}

Drawn drawEvenly(const FamilyRows& family, std::size_t rows, bool each_kind, std::size_t most_scored,
                 std::uint64_t seed) {
    CounterRandom random(seed);
    std::vector<std::vector<MeasuredRow>> kinds;
    std::size_t all = 0;
    for (const auto& [name, some] : family.kinds) {
        kinds.push_back(some);
        all += some.size();
        for (std::size_t i = kinds.back().size(); i > 1; --i)
            std::swap(kinds.back()[i - 1], kinds.back()[static_cast<std::size_t>(random.nextBelow(i))]);
    }
    Drawn drawn;
    const std::size_t wanted = each_kind ? rows * kinds.size() : rows;
    std::vector<std::size_t> taken(kinds.size(), 0);
    for (std::size_t round = 0; drawn.used.size() < wanted && round < wanted; ++round) {
        for (std::size_t k = 0; k < kinds.size() && drawn.used.size() < wanted; ++k) {
            if (round >= kinds[k].size()) continue;
            drawn.used.push_back(kinds[k][round]);
            taken[k] = round + 1;
        }
    }
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        const std::size_t share =
            std::max<std::size_t>(1, most_scored * kinds[k].size() / std::max<std::size_t>(all, 1));
        for (std::size_t i = taken[k]; i < std::min(kinds[k].size(), taken[k] + share); ++i)
            drawn.scored.push_back(kinds[k][i]);
    }
    return drawn;
}

} // namespace strata::assess
