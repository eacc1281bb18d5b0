// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/own_next.h"

#include "core/assess/own_linear.h"
#include "core/catalog/library.h"
#include "core/evaluate/kinds/own_measurements.h"
#include "core/evaluate/request.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

OwnTarget targetOf(const hardware::OwnMeasurements& own) {
    return {own.hardware, own.cluster, own.engine, own.engine_version};
}

/// The factors of a problem with what an entry says of them.
void takeMeans(const hardware::OwnMeasurements& own, std::vector<hardware::OwnFactor>& factors) {
    for (hardware::OwnFactor& factor : factors)
        factor.log_mean = own.logMean(factor.name);
}

/// Rows that the models answer.
std::vector<MeasuredRow> sound(std::span<const MeasuredRow> rows, const Eigen::VectorXd& answers) {
    std::vector<MeasuredRow> kept;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!std::isfinite(answers[static_cast<Eigen::Index>(i)])) continue;
        kept.push_back(rows[i]);
        kept.back().measured = std::exp(answers[static_cast<Eigen::Index>(i)]);
    }
    return kept;
}

class Grid {
public:
    explicit Grid(const OwnTarget& target) : target_(target) {}

    void add(const std::string& id, Json workload) {
        Json request = {{"kind", "kernel"}, {"hardware", target_.hardware}, {"workload", std::move(workload)}};
        rows.push_back({id, canonicalText(request), "latency_s", 1.0, "s"});
    }
    void products(const char* type) {
        for (const double m : {16.0, 512.0, 8192.0}) {
            for (const double n : {1024.0, 8192.0}) {
                add("linear " + std::string(type) + " " + std::to_string(int(m)) + " x " + std::to_string(int(n)) +
                        " x 4096",
                    {{"operator", "linear"},
                     {"m", m},
                     {"n", n},
                     {"k", 4096},
                     {"a", type},
                     {"b", type},
                     {"math", type},
                     {"out", "bf16"}});
            }
        }
    }
    void attention() {
        for (const double tokens : {512.0, 8192.0}) {
            add("prefill of " + std::to_string(int(tokens)) + " tokens", {{"operator", "attention"},
                                                                          {"batch", 1},
                                                                          {"heads", 32},
                                                                          {"kv_heads", 8},
                                                                          {"head_dim", 128},
                                                                          {"q_len", tokens},
                                                                          {"kv_len", tokens},
                                                                          {"dtype", "bf16"}});
            for (const double batch : {1.0, 32.0}) {
                add("decode of " + std::to_string(int(batch)) + " x " + std::to_string(int(tokens)) + " tokens",
                    {{"operator", "attention"},
                     {"batch", batch},
                     {"heads", 32},
                     {"kv_heads", 8},
                     {"head_dim", 128},
                     {"q_len", 1},
                     {"kv_len", tokens},
                     {"dtype", "bf16"}});
            }
        }
    }
    void experts() {
        for (const double tokens : {16.0, 512.0, 8192.0}) {
            add("experts for " + std::to_string(int(tokens)) + " tokens", {{"operator", "moe"},
                                                                           {"tokens", tokens},
                                                                           {"hidden", 4096},
                                                                           {"ffn", 1536},
                                                                           {"experts", 64},
                                                                           {"top_k", 8},
                                                                           {"dtype", "bf16"}});
        }
    }
    void streams() {
        for (const double bytes : {1e6, 1e9}) {
            add("copy of " + std::to_string(int(bytes / 1e6)) + " MB",
                {{"operator", "copy"}, {"bytes", bytes}, {"dtype", "bf16"}});
        }
    }

    std::vector<MeasuredRow> rows;

private:
    const OwnTarget& target_;
};

} // namespace

std::vector<MeasuredRow> candidateKernels(const OwnTarget& target, const Library& library) {
    Grid grid(target);
    if (target.hardware.empty()) {
        constexpr double kKibi = 1024;
        for (const double bytes : {8 * kKibi, 1024 * kKibi, 256 * kKibi * kKibi}) {
            const Json request = {{"kind", "collective"},
                                  {"hardware", target.cluster},
                                  {"workload", {{"collective", "all_reduce"}, {"bytes", bytes}, {"ranks", 8}}}};
            grid.rows.push_back({"all-reduce of " + std::to_string(int(bytes)) + " bytes", canonicalText(request),
                                 "latency_s", 1.0, "s"});
        }
        return grid.rows;
    }
    const Entry* entry = library.find(target.hardware);
    const Json* rates = entry ? findPointer(*entry->document, "/matrix_flop_per_clock") : nullptr;
    if (rates == nullptr || rates->empty()) grid.products("fp32");
    for (const char* type : {"bf16", "fp8", "fp4", "int8"}) {
        if (rates != nullptr && rates->is_object() && rates->contains(type)) grid.products(type);
    }
    grid.attention();
    grid.experts();
    grid.streams();
    return grid.rows;
}

Result<std::vector<OwnCandidate>> measureNext(const hardware::Calibration& entry, std::span<const MeasuredRow> measured,
                                              std::span<const MeasuredRow> candidates,
                                              std::span<const MeasuredRow> questions,
                                              std::shared_ptr<const Library> library, unsigned jobs, std::size_t most) {
    if (auto plain = withoutOwnMeasurements(*library)) library = std::move(plain);
    const auto own = hardware::ownMeasurementsOf(entry);
    if (!own) return Error{"bad-value", "/own", {"error.entry-holds-no-measurements"}, {"accepted.entry-inferown"}, {}};
    const OwnTarget target = targetOf(*own);
    const auto answered = [&](std::span<const MeasuredRow> rows) {
        const std::vector<double> answers = answersWith(rows, target, {}, library, jobs);
        return sound(rows,
                     Eigen::Map<const Eigen::VectorXd>(answers.data(), static_cast<Eigen::Index>(answers.size())));
    };
    const std::vector<MeasuredRow> offered = answered(candidates);
    if (offered.empty()) return std::vector<OwnCandidate>{};
    const std::vector<MeasuredRow> asked = questions.empty() ? offered : answered(questions);
    std::vector<MeasuredRow> all(measured.begin(), measured.end());
    all.insert(all.end(), offered.begin(), offered.end());
    all.insert(all.end(), asked.begin(), asked.end());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i].id = std::to_string(i) + " " + all[i].id;
    auto problem = describeRows(all, target, *library);
    if (!problem) return problem.error();
    takeMeans(*own, problem->factors);
    const OwnLinear linear = linearise(all, target, problem->factors, library, jobs);
    const Eigen::MatrixXd prior =
        priorCovariance(linear.slopes, problem->features, linear.slopes, problem->features, problem->factors);
    const auto m = static_cast<Eigen::Index>(measured.size()), c = static_cast<Eigen::Index>(offered.size()),
               q = static_cast<Eigen::Index>(asked.size());
    Eigen::MatrixXd known = prior.topLeftCorner(m, m);
    for (Eigen::Index i = 0; i < m; ++i)
        known(i, i) += std::pow(problem->features[static_cast<std::size_t>(i)].noise, 2);
    const Eigen::MatrixXd left =
        m > 0 ? Eigen::MatrixXd(prior - prior.leftCols(m) * known.ldlt().solve(prior.topRows(m))) : prior;
    double variance = 0;
    for (Eigen::Index i = 0; i < q; ++i)
        variance += left(m + c + i, m + c + i);
    std::vector<OwnCandidate> ranked;
    for (Eigen::Index i = 0; i < c; ++i) {
        const double noise = problem->features[static_cast<std::size_t>(m + i)].noise;
        const double whole = left(m + i, m + i) + noise * noise;
        const double gain = left.block(m + c, m + i, q, 1).squaredNorm() / whole;
        OwnCandidate candidate{offered[static_cast<std::size_t>(i)], variance > 0 ? 1 - gain / variance : 1};
        ranked.push_back(std::move(candidate));
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const OwnCandidate& a, const OwnCandidate& b) { return a.remaining < b.remaining; });
    if (ranked.size() > most) ranked.resize(most);
    return ranked;
}

} // namespace strata::assess
