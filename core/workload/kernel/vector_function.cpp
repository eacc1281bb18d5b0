// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/vector_function.h"

#include <array>

namespace strata::workload {
namespace {

struct Row {
    VectorFunction function;
    std::string_view name;
    double inputs;
};

// In the order of the enumeration.
constexpr std::array kRows{
    Row{VectorFunction::Add, "add", 2},
    Row{VectorFunction::Mul, "mul", 2},
    Row{VectorFunction::Div, "div", 2},
    Row{VectorFunction::Pow, "pow", 1},
    Row{VectorFunction::Relu, "relu", 1},
    Row{VectorFunction::Gelu, "gelu", 1},
    Row{VectorFunction::Tanh, "tanh", 1},
    Row{VectorFunction::Silu, "silu", 1},
    Row{VectorFunction::Rope, "rope", 1},
    Row{VectorFunction::Sampling, "sampling", 1},
    Row{VectorFunction::Residual, "residual", 2},
    Row{VectorFunction::Softmax, "softmax", 1},
    Row{VectorFunction::LayerNorm, "layernorm", 1},
    Row{VectorFunction::RmsNorm, "rmsnorm", 1},
    Row{VectorFunction::BatchNorm, "batchnorm", 1},
    Row{VectorFunction::Copy, "copy", 1},
    Row{VectorFunction::Embedding, "embedding", 1},
    Row{VectorFunction::Pool, "pool", 1},
};

constexpr bool inOrder() {
    for (std::size_t i = 0; i < kRows.size(); ++i) {
        if (static_cast<std::size_t>(kRows[i].function) != i) return false;
    }
    return true;
}
static_assert(inOrder());

} // namespace

std::string_view name(VectorFunction function) { return kRows[static_cast<std::size_t>(function)].name; }

std::optional<VectorFunction> vectorFunctionNamed(std::string_view wanted) {
    for (const Row& row : kRows) {
        if (row.name == wanted) return row.function;
    }
    return std::nullopt;
}

std::vector<std::string> elementwiseNames() {
    std::vector<std::string> names;
    for (const Row& row : kRows)
        names.emplace_back(row.name);
    return names;
}

double usualInputs(VectorFunction function) { return kRows[static_cast<std::size_t>(function)].inputs; }

} // namespace strata::workload
