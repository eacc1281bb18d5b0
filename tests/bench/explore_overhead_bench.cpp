// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine of sweeps costs a point beyond the method: the same points by the engine on one thread and by a
// loop that does nothing but set numbers and call the method, in turns, by time of the processor. The median of
// the differences is printed: what else the machine does takes from both alike. Never fails on time.
// Argument: pairs of runs.
#include "core/compose/compose.h"
#include "core/evaluate/kinds/gpu/model_query.h"
#include "core/evaluate/kinds/npu/layer_query.h"
#include "core/explore/run.h"
#include "core/gpu/power/power.h"
#include "core/gpu/predictor.h"
#include "core/npu/loopnest.h"
#include "tests/bench/explore_fixture.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

using namespace strata;
using namespace strata::explore;

namespace {

double processor_s() {
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> values) {
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    return values[values.size() / 2];
}

/// Answers the points of a table one after the other and returns a sum that keeps the compiler from leaving them out.
using Bare = std::function<double(const ResultTable&)>;

Bare bareLayer(const ExploreRequest& request) {
    const auto query = resolveLayer(*request.base, *fixture::library());
    auto evaluator = std::make_shared<npu::LoopNestEvaluator>(query->architecture, query->problem);
    const double word_bytes = query->architecture.levels[1].word_bits / 8.0;
    return [evaluator, word_bytes, mapping = query->mapping,
            changed = query->architecture](const ResultTable& table) mutable {
        npu::LoopNestResult result;
        double sum = 0;
        for (std::size_t i = 0; i < table.rows(); ++i) {
            changed.levels[1].entries = static_cast<std::uint64_t>(table.columns[0][i] / word_bytes);
            changed.levels[1].read_words_per_cycle = table.columns[1][i];
            changed.levels[1].write_words_per_cycle = table.columns[2][i];
            changed.levels[1].energy.read_pj = table.columns[3][i];
            changed.clock_hz = table.columns[4][i];
            evaluator->setNumbers(changed);
            evaluator->evaluate(mapping, result);
            sum += result.energy_pj + result.cycles / changed.clock_hz;
        }
        return sum;
    };
}

Bare bareModel(const ExploreRequest& request) {
    const auto query = std::make_shared<const ModelQuery>(*resolveModel(*request.base, *fixture::library()));
    const auto& calibrations = fixture::library()->calibrations();
    const auto costs = compose::runtimeCosts(query->device.gpu, calibrations);
    const auto correlation = compose::errorCorrelation(calibrations, compose::runtimeResidualOf(query->graph));
    auto tiles = std::make_shared<gpu::RenewedTiles>(calibrations);
    return [=, &calibrations, gpu = query->device.gpu](const ResultTable& table) mutable {
        double sum = 0;
        for (std::size_t i = 0; i < table.rows(); ++i) {
            gpu.sms = static_cast<std::uint32_t>(table.columns[0][i]);
            gpu.clock_hz = table.columns[1][i];
            gpu.memory_bytes_per_s = table.columns[2][i];
            gpu.l2_bytes = table.columns[3][i];
            const double idle_w = gpu::idlePower(gpu, calibrations);
            sum += compose::compose(gpu, query->graph, costs, correlation, idle_w, tiles->at(gpu)).seconds;
        }
        return sum;
    };
}

bool compare(const char* name, const Json& document, std::uint64_t points, int pairs,
             Bare (*bareOf)(const ExploreRequest&)) {
    auto request = fixture::parsed(document);
    if (!request) return false;
    request->budget = points;
    const Bare bare = bareOf(*request);
    std::vector<double> engines, bares, differences;
    double sum = 0;
    for (int pair = 0; pair <= pairs; ++pair) {
        ResultTable table;
        const double start = processor_s();
        if (!runExploration(*request, fixture::library(), {}, table)) return false;
        const double middle = processor_s();
        sum += bare(table);
        const double end = processor_s();
        if (pair == 0) continue; // what is loaded once
        engines.push_back((middle - start) / static_cast<double>(points));
        bares.push_back((end - middle) / static_cast<double>(points));
        differences.push_back(engines.back() - bares.back());
    }
    const auto [least, most] = std::ranges::minmax(differences);
    std::printf("%-16s %8llu points  engine %8.3f us  method %8.3f us  overhead %6.3f us [%.3f, %.3f]  (%.0e)\n", name,
                static_cast<unsigned long long>(points), 1e6 * median(engines), 1e6 * median(bares),
                1e6 * median(differences), 1e6 * least, 1e6 * most, sum);
    std::fflush(stdout);
    return true;
}

} // namespace

int main(int argc, char** argv) {
    const int pairs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
    const bool done = compare("layer on an NPU", fixture::layerSweep(), 200'000, pairs, bareLayer) &&
                      compare("model on a GPU", fixture::modelSweep(), 5'000, pairs, bareModel);
    if (!done) std::fprintf(stderr, "run it in the folder with hwlib and resources, or state STRATA_ROOT\n");
    return done ? 0 : 1;
}
