// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/commands/commands.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace strata::npu {
namespace {

constexpr std::array<const char*, 3> kTensors{"weights", "inputs", "outputs"};

/// Dimensions by their part in a product: columns of the array, its rows, and the rows that stream through it.
struct Roles {
    int column = -1, row = -1, stream = -1;
};

std::optional<Roles> rolesOf(const workload::Problem& problem) {
    const auto at = [&](const char* dimension) { return problem.findDimension(dimension); };
    if (at("p") >= 0 && at("c") >= 0) return Roles{at("m"), at("c"), at("p")};
    if (at("k") >= 0 && at("m") >= 0) return Roles{at("n"), at("k"), at("m")};
    return std::nullopt;
}

/// The array: the product of all fan-outs along each axis.
double fanout(const hardware::NpuArchitecture& architecture, std::uint32_t hardware::NpuLevel::*axis) {
    double copies = 1;
    for (const hardware::NpuLevel& level : architecture.levels)
        copies *= level.*axis;
    return copies;
}

/// Bounds of the loops inside of the outermost level.
std::vector<double> tileBounds(const workload::Problem& problem, const Mapping& mapping) {
    std::vector<double> bounds(problem.dimensions.size(), 1.0);
    const auto multiply = [&](const std::vector<Loop>& loops) {
        for (const Loop& loop : loops)
            bounds[loop.dimension] *= static_cast<double>(loop.bound);
    };
    for (std::size_t l = 0; l < mapping.levels.size(); ++l) {
        if (l > 0) multiply(mapping.levels[l].temporal);
        multiply(mapping.levels[l].spatial_x);
        multiply(mapping.levels[l].spatial_y);
    }
    return bounds;
}

double tileWords(const workload::Tensor& tensor, const std::vector<double>& bounds) {
    double words = 1;
    for (const workload::ProjectionAxis& axis : tensor.axes) {
        double extent = 1;
        for (const workload::ProjectionTerm& term : axis)
            extent += term.coefficient * (bounds[term.dimension] - 1);
        words *= extent;
    }
    return words;
}

bool moves(const workload::Tensor& tensor, std::uint32_t dimension) {
    for (const workload::ProjectionAxis& axis : tensor.axes) {
        for (const workload::ProjectionTerm& term : axis) {
            if (term.dimension == dimension) return true;
        }
    }
    return false;
}

/// Iterations in which the tile is another one: inner loops that do not move the tensor cost nothing.
double changes(const workload::Tensor& tensor, const std::vector<Loop>& loops) {
    std::size_t end = loops.size();
    while (end > 0 && (loops[end - 1].bound == 1 || !moves(tensor, loops[end - 1].dimension)))
        --end;
    double product = 1;
    for (std::size_t i = 0; i < end; ++i)
        product *= static_cast<double>(loops[i].bound);
    return product;
}

double powerSum(double left, double right, double power) {
    return std::pow(std::pow(left, power) + std::pow(right, power), 1.0 / power);
}

} // namespace

Result<CommandCosts> commandCosts(const hardware::Calibration& calibration) {
    std::string missing;
    const auto value = [&](const char* key) {
        const auto found = calibration.values.find(key);
        if (found == calibration.values.end()) missing = key;
        return found == calibration.values.end() ? 0.0 : found->second;
    };
    CommandCosts costs{value("issue_cycles"),
                       value("issue_power"),
                       {value("weight_row_cycles"), value("input_row_cycles"), value("output_row_cycles")},
                       value("overlap_power"),
                       value("iteration_cycles"),
                       value("start_cycles")};
    if (missing.empty()) return costs;
    return Error{"missing",
                 "/values/" + missing,
                 {"error.calibration-has-no", {{"id", calibration.id}, {"missing", missing}}},
                 {"accepted.calibration-strata-lab-calibrate-npu-commands"},
                 {}};
}

Result<CommandTime> commandTime(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                                const Mapping& mapping, const CommandCosts& costs) {
    const auto roles = rolesOf(problem);
    const double columns = fanout(architecture, &hardware::NpuLevel::fanout_x);
    const double rows = fanout(architecture, &hardware::NpuLevel::fanout_y);
    if (!roles || columns * rows < 2) {
        return Error{"not-modelled",
                     "/workload/operator",
                     {"error.commands-counted-for-products-on-array"},
                     {"accepted.conv2d-or-matmul-on-hardware-whose"},
                     {}};
    }
    const std::vector<double> bounds = tileBounds(problem, mapping);
    const std::vector<Loop>& outer = mapping.levels.front().temporal;
    const auto bound = [&](int dimension) { return bounds[static_cast<std::size_t>(dimension)]; };
    CommandTime time;
    time.iterations = 1;
    for (const Loop& loop : outer)
        time.iterations *= static_cast<double>(loop.bound);

    // Blocks of one iteration: whole ones, and what is left of the streamed rows.
    double beside = 1;
    for (std::size_t d = 0; d < bounds.size(); ++d) {
        const auto dimension = static_cast<int>(d);
        if (dimension == roles->stream) continue;
        if (dimension == roles->column)
            beside *= std::ceil(bounds[d] / columns);
        else if (dimension == roles->row)
            beside *= std::ceil(bounds[d] / rows);
        else
            beside *= bounds[d];
    }
    const double whole = std::floor(bound(roles->stream) / rows);
    const double rest = bound(roles->stream) - whole * rows;
    const double compute = beside * (whole * powerSum(costs.issue_cycles, rows, costs.issue_power) +
                                     (rest > 0 ? powerSum(costs.issue_cycles, rest, costs.issue_power) : 0.0));
    time.blocks = time.iterations * beside * (whole + (rest > 0 ? 1.0 : 0.0));
    time.compute_cycles = time.iterations * compute;

    for (std::size_t t = 0; t < kTensors.size(); ++t) {
        const workload::Tensor& tensor = problem.tensors[static_cast<std::size_t>(problem.findTensor(kTensors[t]))];
        // Inputs lie along the rows of the array, weights and outputs along its columns.
        const bool inputs = t == 1;
        const double along = bound(inputs ? roles->row : roles->column);
        const double wide = inputs ? rows : columns;
        time.moved_rows[t] = changes(tensor, outer) * tileWords(tensor, bounds) / along * std::ceil(along / wide);
        time.move_cycles += costs.row_cycles[t] * time.moved_rows[t];
    }
    const double together =
        powerSum(compute, time.move_cycles / time.iterations, costs.overlap_power) * time.iterations;
    time.exposed_cycles = together - time.compute_cycles;
    time.fixed_cycles = costs.iteration_cycles * time.iterations + costs.start_cycles;
    time.cycles = together + time.fixed_cycles;
    return time;
}

} // namespace strata::npu
