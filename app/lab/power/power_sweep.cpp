// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/power/power_sweep.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace strata::assess {
namespace {

using workload::Attention;

constexpr std::array kPrefillLengths{16384.0, 12288.0, 10240.0, 8192.0, 6144.0, 4096.0, 3072.0, 2048.0, 1536.0,
                                     1024.0,  512.0,   256.0,   128.0,  64.0,   32.0,   16.0,   1.0};
constexpr std::array kPrefillBatches{256.0, 128.0, 64.0, 32.0, 16.0, 8.0, 4.0, 2.0, 1.0};
constexpr double kSelfTokens = 65536, kGroupedTokens = 131072, kSelfBatch = 128, kCacheBytes = 2147483647;

/// A set of the powers of two up to 2,048, in the order in which its language (CPython) walks through it.
constexpr std::array kDecodeBatches{32.0, 1.0, 2.0, 64.0, 4.0, 128.0, 256.0, 512.0, 8.0, 1024.0, 2048.0, 16.0};
constexpr int kDecodeLengths = 17; ///< powers of two from 2
constexpr double kSelfContext = 8388608, kGroupedContext = 16777216;
constexpr std::ptrdiff_t kLeastBatches = 4;
constexpr double kManySequences = 256; ///< from which on the longest context is left out

void addBoth(std::vector<SweepProblem>& problems, double batch, double length) {
    problems.push_back({batch, length, false});
    problems.push_back({batch, length, true});
}

std::vector<SweepProblem> prefillProblems(const Attention& heads) {
    const bool self = heads.heads == heads.kv_heads;
    std::vector<SweepProblem> problems;
    for (const double length : kPrefillLengths) {
        for (const double batch : kPrefillBatches) {
            if (batch * length > (self ? kSelfTokens : kGroupedTokens) || (self && batch > kSelfBatch)) continue;
            if (batch * length * heads.kv_heads * heads.head_dim * 2 >= kCacheBytes) continue;
            addBoth(problems, batch, length);
        }
    }
    return problems;
}

std::vector<SweepProblem> decodeProblems(const Attention& heads) {
    const double context = heads.heads == heads.kv_heads ? kSelfContext : kGroupedContext;
    const auto fits = [&](double batch, double length) {
        return batch <= std::floor(std::floor(std::floor(context * 128 / heads.head_dim) / length) / heads.heads);
    };
    std::vector<SweepProblem> problems;
    for (const double batch : kDecodeBatches) {
        std::vector<double> lengths;
        for (int i = 1; i <= kDecodeLengths; ++i) {
            const double length = std::exp2(i);
            const auto options = std::count_if(kDecodeBatches.begin(), kDecodeBatches.end(),
                                               [&](double other) { return fits(other, length); });
            if (options >= kLeastBatches && fits(batch, length)) lengths.push_back(length);
        }
        if (batch >= kManySequences && !lengths.empty()) lengths.pop_back();
        for (const double length : lengths)
            addBoth(problems, batch, length);
    }
    return problems;
}

/// Choices of heads in their order: those of all models by head size, number and groups, then those of single models.
using HeadsKey = std::tuple<bool, double, double, double, double, double>;
HeadsKey keyOf(const Attention& heads, bool decode) {
    constexpr std::array kCommon{1.0, 2.0, 4.0, 8.0, 12.0, 16.0, 24.0, 32.0, 40.0, 48.0, 64.0};
    const bool common = std::find(kCommon.begin(), kCommon.end(), heads.heads) != kCommon.end() &&
                        (heads.head_dim == 64 || heads.head_dim == 128) && (heads.window == 0 || heads.window == 128);
    const double groups = !decode && heads.heads == heads.kv_heads ? 0 : heads.kv_heads;
    if (common) return {false, heads.head_dim, -heads.heads, groups, heads.window, heads.kv_heads};
    return {true, heads.head_dim, heads.window, -heads.heads, groups, heads.kv_heads};
}

using ProblemKey = std::tuple<double, double, bool>;

} // namespace

std::vector<SweepProblem> attentionProblems(const Attention& heads, bool decode) {
    return decode ? decodeProblems(heads) : prefillProblems(heads);
}

std::vector<PowerSweep> attentionSweeps(const PowerRows& data) {
    using Choices = std::map<HeadsKey, std::vector<std::size_t>>;
    std::map<std::pair<std::size_t, bool>, Choices> tables;
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const auto* attention = std::get_if<Attention>(&data.rows[i].kernel.shape);
        if (attention == nullptr) continue;
        const bool decode = attention->q_len == 1 && data.rows[i].op == "generation_attention";
        tables[{data.rows[i].device, decode}][keyOf(*attention, decode)].push_back(i);
    }
    std::vector<PowerSweep> sweeps;
    for (const auto& [key, choices] : tables) {
        const auto& [device, decode] = key;
        PowerSweep whole{device, kAttentionBoards, {}, {}, {}};
        for (const auto& [heads, members] : choices) {
            std::map<ProblemKey, std::vector<std::size_t>> measured;
            for (const std::size_t i : members) {
                const auto& own = std::get<Attention>(data.rows[i].kernel.shape);
                measured[{own.batch, own.kv_len, data.rows[i].kernel.b == NumberType::Fp8}].push_back(i);
            }
            workload::Kernel kernel = data.rows[members.front()].kernel;
            for (const SweepProblem& attention_problem : attentionProblems(std::get<Attention>(kernel.shape), decode)) {
                auto& shape = std::get<Attention>(kernel.shape);
                shape.batch = attention_problem.batch;
                shape.kv_len = attention_problem.length;
                shape.q_len = decode ? 1.0 : attention_problem.length;
                kernel.b = attention_problem.narrow_cache ? NumberType::Fp8 : kernel.out;
                if (const auto found = measured.extract(
                        {attention_problem.batch, attention_problem.length, attention_problem.narrow_cache})) {
                    for (const std::size_t i : found.mapped())
                        whole.rows.emplace_back(whole.kernels.size(), i);
                }
                whole.kernels.push_back(kernel);
            }
            for (const auto& [problem, alone] : measured) {
                for (const std::size_t i : alone)
                    sweeps.push_back({device, 1, {data.rows[i].kernel}, {}, {{0, i}}});
            }
        }
        sweeps.push_back(std::move(whole));
    }
    return sweeps;
}

} // namespace strata::assess
