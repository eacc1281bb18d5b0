// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/serving_fixture.h"

#include <nlohmann/json.hpp>

namespace strata::fixture {

std::shared_ptr<const Json> servingRequest(double rate, double slo_s) {
    Json request{{"kind", "serving"},
                 {"hardware", "h100-sxm5-80gb"},
                 {"workload",
                  {{"model", "llama3.1-8b"}, {"traffic", {{"arrivals", {{"rate_per_s", rate}}}, {"requests", 100}}}}},
                 {"plan", {{"replicas", 2}}}};
    if (slo_s > 0.0) request["plan"]["slo"] = {{"ttft_s", slo_s}};
    return std::make_shared<const Json>(std::move(request));
}

} // namespace strata::fixture
