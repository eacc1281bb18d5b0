// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/kernel/density.h"

#include <cstdint>
#include <string>
#include <vector>

namespace strata::workload {

/// One loop dimension of an operator, for example "m" with bound 64.
struct Dimension {
    std::string name;
    std::uint64_t bound = 1;
};

/// coefficient x dimension; a stride or a dilation is a coefficient.
struct ProjectionTerm {
    std::uint32_t dimension = 0; ///< index into Problem::dimensions
    std::uint32_t coefficient = 1;
};

/// One axis of a tensor: the sum of its terms.
using ProjectionAxis = std::vector<ProjectionTerm>;

/// An operand or result, indexed by the dimensions of its problem.
struct Tensor {
    std::string name; ///< "weights", "inputs", "outputs" for the built-in operators
    std::vector<ProjectionAxis> axes;
    bool output = false;    ///< accumulated into
    std::uint32_t bits = 0; ///< word width asked for by the workload; 0: the hardware's own
    TensorDensity density{};
};

/// A perfectly nested loop: every point of the box of dimensions is one multiply-accumulate.
struct Problem {
    std::string name;
    std::vector<Dimension> dimensions;
    std::vector<Tensor> tensors;

    /// Index of the dimension of that name, or -1.
    int findDimension(const std::string& dimension_name) const;
    /// Index of the tensor of that name, or -1.
    int findTensor(const std::string& tensor_name) const;
    /// Product of all bounds.
    double macs() const;
};

} // namespace strata::workload
