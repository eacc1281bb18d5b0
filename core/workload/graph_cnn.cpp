// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/graph_builders.h"

#include <nlohmann/json.hpp>

namespace strata::workload {

Result<void> writeCnn(const Json&, Tape&, ModelGraph&, std::string_view pointer) {
    return Error{"not-modelled", std::string(pointer), "not yet", "a transformer", {}};
}

Result<void> writeDiffusion(const Json&, Tape&, ModelGraph&, std::string_view pointer) {
    return Error{"not-modelled", std::string(pointer), "not yet", "a transformer", {}};
}

}  // namespace strata::workload
