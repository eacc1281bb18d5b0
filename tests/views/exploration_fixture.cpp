// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/exploration_fixture.h"

#include "tests/unit/explore/fixture.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace strata::fixture {

std::shared_ptr<const explore::ExploreRequest> exploreRequest(std::uint64_t budget) {
    Json document = test::sweepOf(
        {{{"name", "width"}, {"pointer", "/hardware/levels/2/fanout_x"}, {"from", 1}, {"to", 24}},
         {{"name", "glb"},
          {"pointer", "/hardware/levels/1/capacity_bytes"},
          {"from", 8},
          {"to", 262144},
          {"steps", 16},
          {"scale", "log2"}},
         {{"name", "bandwidth"}, {"pointer", "/hardware/levels/1/read_words_per_cycle"}, {"values", {4, 16}}}});
    document["algorithm"] = "random";
    document["budget"] = budget;
    document["objectives"] = {"latency_s", "energy_j"};
    document["constraints"] = {{{"of", "latency_s"}, {"max", 0.018}}};
    auto request = explore::parseExploreRequest(document, test::library());
    if (!request) qFatal("%s", describe(request.error()).c_str());
    return std::make_shared<const explore::ExploreRequest>(*std::move(request));
}

explore::PointBlock points(const explore::ExploreRequest& request, std::uint64_t first, std::size_t count) {
    explore::PointBlock block{first, count, {}, {}};
    const std::size_t width = request.space.axes.size() + request.metrics.size();
    for (std::uint64_t i = first; i < first + count; ++i) {
        double whole = 0.0;
        const double u = std::modf(0.6180339887498949 * static_cast<double>(i + 1), &whole);
        const double v = std::modf(0.7548776662466927 * static_cast<double>(i + 1), &whole);
        const double latency = 1e-3 * (1.0 + 9.0 * u) * (1.0 + v), energy = 1e-4 / (0.1 + u) * (1.0 + v);
        const bool absent = i % 25 == 3 || i % 25 == 11;
        std::vector<double> row{1.0 + std::floor(24.0 * u), 8.0 * std::exp2(std::floor(16.0 * v)),
                                v < 0.5 ? 4.0 : 16.0};
        for (const std::string& metric : request.metrics) {
            const double value = metric == "latency_s"     ? latency
                                 : metric == "energy_j"    ? energy
                                 : metric == "edp_js"      ? latency * energy
                                 : metric == "utilization" ? 0.2 + 0.6 * v
                                                           : 1e6 * (1.0 + u);
            row.push_back(absent ? std::numeric_limits<double>::quiet_NaN() : value);
        }
        row.resize(width, 0.0);
        block.rows.insert(block.rows.end(), row.begin(), row.end());
        block.reasons.emplace_back(absent            ? "over-capacity: shared_glb"
                                   : latency > 0.018 ? "constraint: latency_s above 0.018"
                                                     : "");
    }
    return block;
}

std::shared_ptr<views::Exploration> exploration(std::size_t count) {
    auto run = std::make_shared<views::Exploration>(exploreRequest(count), test::library().get());
    run->append(points(run->request(), 0, count));
    run->setState(views::Exploration::State::Finished);
    return run;
}

} // namespace strata::fixture
