// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/power/power_products.h"

#include "app/lab/power/power_compile.h"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace strata::assess {
namespace {

using workload::Kernel;
using workload::Matmul;

constexpr double kBlock = 128;
constexpr double kMostWeights = 65536.0 * 65536.0;                               ///< no matrix is as large
constexpr std::array<std::array<double, 2>, 2> kResumed{{{4, 1024}, {2, 4096}}}; ///< rows, columns

using Sizes = std::set<double, std::greater<>>;
std::vector<double> listed(const Sizes& sizes) { return {sizes.begin(), sizes.end()}; }

/// Kernels that exist already.
class Compiled {
public:
    explicit Compiled(int sms) : sms_(sms) {}

    void forget() { kept_.clear(); }

    bool isNew(const ProductProblem& product_problem) {
        const auto m = static_cast<int>(product_problem.m), n = static_cast<int>(product_problem.n),
                   k = static_cast<int>(product_problem.k);
        return kept_.emplace(n, k, blockScaledKernel(m, n, k, sms_)).second;
    }

private:
    int sms_;
    std::set<std::tuple<int, int, BlockScaledKernel>> kept_;
};

bool isResumed(double m, double n) {
    for (const auto& [rows, columns] : kResumed) {
        if (m == rows && n == columns) return true;
    }
    return false;
}

/// Products of one device in its table.
struct Products {
    Sizes m, n, k;
    std::map<bool, Kernel> kinds; ///< block-scaled or not
    std::multimap<std::tuple<bool, double, double, double>, std::size_t> rows;
};

PowerSweep sweepOf(std::size_t device, int sms, const Products& products) {
    PowerSweep sweep{device, 1, {}, {}, {}};
    for (const ProductProblem& product_problem :
         productProblems(listed(products.m), listed(products.n), listed(products.k), sms)) {
        const auto kind = products.kinds.find(product_problem.block_scaled);
        if (kind == products.kinds.end()) continue;
        const auto [from, to] = products.rows.equal_range(
            {product_problem.block_scaled, product_problem.m, product_problem.n, product_problem.k});
        for (auto row = from; row != to; ++row)
            sweep.rows.emplace_back(sweep.kernels.size(), row->second);
        Kernel kernel = kind->second;
        auto& shape = std::get<Matmul>(kernel.shape);
        shape.m = product_problem.m;
        shape.n = product_problem.n;
        shape.k = product_problem.k;
        sweep.kernels.push_back(kernel);
        sweep.host.push_back({product_problem.compiles, 0});
    }
    return sweep;
}

} // namespace

std::vector<ProductProblem> productProblems(std::span<const double> m, std::span<const double> n,
                                            std::span<const double> k, int sms) {
    std::vector<ProductProblem> problems;
    Compiled compiled(sms);
    for (const double rows : m) {
        for (const double columns : n) {
            if (isResumed(rows, columns)) compiled.forget();
            for (const double depth : k) {
                if (columns * depth >= kMostWeights) continue;
                problems.push_back({rows, columns, depth, false, false});
                if (columns < kBlock || depth < kBlock) continue;
                ProductProblem scaled{rows, columns, depth, true, false};
                scaled.compiles = compiled.isNew(scaled);
                problems.push_back(scaled);
            }
        }
    }
    return problems;
}

std::vector<PowerSweep> productSweeps(const PowerRows& data) {
    std::map<std::size_t, Products> devices;
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const Kernel& kernel = data.rows[i].kernel;
        const auto* shape = std::get_if<Matmul>(&kernel.shape);
        if (shape == nullptr) continue;
        Products& own = devices[data.rows[i].device];
        own.m.insert(shape->m);
        own.n.insert(shape->n);
        own.k.insert(shape->k);
        own.kinds.try_emplace(shape->block_scaled, kernel);
        own.rows.emplace(std::tuple{shape->block_scaled, shape->m, shape->n, shape->k}, i);
    }
    std::vector<PowerSweep> sweeps;
    for (const auto& [device, products] : devices)
        sweeps.push_back(sweepOf(device, static_cast<int>(data.devices[device].sms), products));
    return sweeps;
}

} // namespace strata::assess
