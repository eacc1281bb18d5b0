// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/power/power_experts.h"

#include "core/base/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace strata::assess {
namespace {

using workload::Kernel;
using workload::Moe;

constexpr int kRoutings = 32;   ///< drawn for a mean
constexpr double kMatrices = 3; ///< of an expert

/// A power law of this exponent between two ends, by its inverse distribution.
double popularity(double chance, double exponent, double low, double high) {
    const double a = 1 - exponent;
    if (std::abs(a) < 1e-9) return low * std::pow(high / low, chance);
    const double from = std::pow(low, a);
    return std::pow((std::pow(high, a) - from) * chance + from, 1 / a);
}

/// Numbers of tokens at which tuned tables change their tiles. Above they hardly do; at one the weights have just been
/// loaded, which the sweep's start stands for.
constexpr std::array kTunedCounts{2.0, 4.0, 8.0, 16.0, 32.0, 48.0, 64.0, 128.0};

struct Tuned {
    NumberType type = NumberType::Bf16;
    double experts = 0;
    std::array<double, 7> widths{}; ///< 0: no more
};
/// Of block-scaled kernels the blocks leave one tile: no count brings another.
constexpr std::array<Tuned, 7> kTuned{{
    {NumberType::Bf16, 8, {1792, 2048, 3584, 4096, 7168, 14336}},
    {NumberType::Bf16, 16, {1024, 2048}},
    {NumberType::Bf16, 128, {96, 192, 384, 704, 768, 1024}},
    {NumberType::Bf16, 512, {64, 128, 256, 512}},
    {NumberType::Fp8, 8, {1792, 2048, 3584, 4096, 7168, 8192, 14336}},
    {NumberType::Fp8, 16, {1024, 2048}},
    {NumberType::Fp8, 128, {192, 512, 1024}},
}};

bool isTuned(const Moe& shape, NumberType type) {
    if (shape.block_scaled) return false;
    return std::any_of(kTuned.begin(), kTuned.end(), [&](const Tuned& tuned) {
        return tuned.type == type && tuned.experts == shape.experts &&
               std::find(tuned.widths.begin(), tuned.widths.end(), shape.ffn) != tuned.widths.end();
    });
}

} // namespace

double movedTokens(const Moe& shape) {
    if (shape.skew <= 0) return 0;
    const auto experts = static_cast<std::size_t>(shape.all_experts);
    const double routed = shape.tokens * shape.top_k;
    const bool many = routed > shape.all_experts;
    const double low = many ? 1.0 : 0.01, high = many ? 0.8 * shape.tokens : 2.0;
    std::vector<double> load(experts);
    CounterRandom random(0);
    double moved = 0;
    for (int routing = 0; routing < kRoutings; ++routing) {
        double sum = 0;
        for (double& one : load)
            sum += one = popularity(random.nextUniform(), shape.skew, low, high);
        double given = 0;
        for (const double one : load) {
            const double asked = std::round(one / sum * routed);
            given += asked;
            moved += std::max(asked - shape.tokens, 0.0);
        }
        moved += std::abs(routed - given); // what rounding left over or gave too much
    }
    return moved / kRoutings;
}

bool needsNewKernel(const Kernel& kernel) {
    constexpr double kDivisor = 16;
    const auto* shape = std::get_if<Moe>(&kernel.shape);
    if (shape == nullptr) return false;
    if (std::find(kTunedCounts.begin(), kTunedCounts.end(), shape->tokens) == kTunedCounts.end()) return false;
    return std::fmod(shape->ffn, kDivisor) != 0 || isTuned(*shape, kernel.math);
}

std::vector<PowerSweep> expertSweeps(const PowerRows& data) {
    using Choice = std::tuple<std::size_t, std::string, double, double, double, double, double, double>;
    std::map<Choice, std::multimap<double, std::size_t>> choices;
    std::set<double> tokens;
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const PowerRow& row = data.rows[i];
        const auto* moe = std::get_if<Moe>(&row.kernel.shape);
        if (moe == nullptr) continue;
        tokens.insert(moe->tokens);
        choices[{row.device, row.dtype, moe->hidden, moe->ffn, moe->all_experts, moe->experts, moe->top_k, moe->skew}]
            .emplace(moe->tokens, i);
    }
    std::map<std::tuple<double, double, double, double>, double> moved; // by tokens, experts, choices, skew
    std::vector<PowerSweep> sweeps;
    for (const auto& [choice, members] : choices) {
        PowerSweep sweep{std::get<0>(choice), 1, {}, {}, {}};
        Kernel kernel = data.rows[members.begin()->second].kernel;
        const auto add = [&](double count) {
            auto& shape = std::get<Moe>(kernel.shape);
            shape.tokens = count;
            const auto [found, is_new] = moved.try_emplace({count, shape.all_experts, shape.top_k, shape.skew}, 0.0);
            if (is_new) found->second = movedTokens(shape);
            sweep.kernels.push_back(kernel);
            sweep.host.push_back({needsNewKernel(kernel), found->second, 0});
        };
        add(*tokens.rbegin());
        const std::size_t first = sweep.kernels.size();
        for (const double count : tokens) {
            const auto [from, to] = members.equal_range(count);
            for (auto row = from; row != to; ++row)
                sweep.rows.emplace_back(sweep.kernels.size(), row->second);
            add(count);
        }
        const auto& shape = std::get<Moe>(kernel.shape);
        if (shape.block_scaled) sweep.host[first].cast_weights = kMatrices * shape.experts * shape.hidden * shape.ffn;
        sweeps.push_back(std::move(sweep));
    }
    return sweeps;
}

} // namespace strata::assess
