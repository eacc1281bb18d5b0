// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/graph.h"

#include <nlohmann/json.hpp>

namespace strata::workload {

Result<ModelGraph> buildGraph(const Json&, const GraphOptions&, std::string_view pointer) {
    return Error{"not-modelled", std::string(pointer), "models are not cut into operators yet", "a kernel", {}};
}

}  // namespace strata::workload
