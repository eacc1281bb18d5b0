// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/problem.h"

#include <algorithm>

namespace strata::workload {

namespace {

template <class T>
int indexOf(const std::vector<T>& named, const std::string& name) {
    const auto found = std::find_if(named.begin(), named.end(), [&](const T& t) { return t.name == name; });
    return found == named.end() ? -1 : static_cast<int>(found - named.begin());
}

} // namespace

int Problem::findDimension(const std::string& dimension_name) const { return indexOf(dimensions, dimension_name); }

int Problem::findTensor(const std::string& tensor_name) const { return indexOf(tensors, tensor_name); }

double Problem::macs() const {
    double product = 1.0;
    for (const Dimension& dimension : dimensions)
        product *= static_cast<double>(dimension.bound);
    return product;
}

} // namespace strata::workload
