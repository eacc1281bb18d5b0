// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_stages.h"
#include "core/evaluate/kinds/serving/serving_techniques.h"
#include "core/exchange/serving/serving_tables.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

using namespace field;

constexpr double kMostTokens = 1e7;

Error cannot(const char* pointer, const Message& text, Message expected) {
    return {"not-supported", pointer, text, expected, {}};
}

} // namespace

Field operatorTablesField() {
    const auto formats = exchange::servingTableFormats();
    return object(
        "operator_tables", "Operator tables",
        {"operator_tables",
         "Operator tables",
         {
             text("path", "Tables",
                  "Any file of a set of tables, or the common part of their names: CSV, plain or gzip.")
                 .needed(),
             choice(
                 "format", "Format", {formats.begin(), formats.end()},
                 "Format of the tables. vidur: what VIDUR looks up; vidur-profile: what its profiler measured; "
                 "llmservingsim, and llmservingsim-v0 for its first profiles; csv: one table with a column \"part\".")
                 .byRule("told by the files"),
             number("step_s", "Host work", "s",
                    "Time of each iteration in which the device waits for the host. Engines prepare the next iteration "
                    "meanwhile.")
                 .byDefault(0)
                 .within(0, 1)
                 .draggable(),
         }},
        "Iteration times come from measured or tabulated operators instead of predicted kernels.");
}

Field vidurTrafficField() {
    return object("vidur", "Requests of VIDUR",
                  {"vidur_traffic",
                   "Requests of VIDUR",
                   {
                       number("minimum", "Shortest", "token", "Smallest total length of prompt and answer.")
                           .byDefault(1024)
                           .within(2, kMostTokens)
                           .draggable(Scale::Log2),
                       number("maximum", "Longest", "token", "Largest total length of prompt and answer.")
                           .byDefault(4096)
                           .within(2, kMostTokens)
                           .draggable(Scale::Log2),
                       number("prompt_to_output", "Prompt over answer", "1",
                              "Length of the prompt divided by that of the answer.")
                           .byDefault(20)
                           .within(0.01, 1e4)
                           .draggable(),
                   }},
                  "The requests that VIDUR draws for the same rate, number and seed: gaps of at most three times the "
                  "mean, and uniform total lengths.")
        .draggable();
}

Field capacityField() {
    return object("capacity", "Capacity search",
                  {"capacity",
                   "Capacity search",
                   {
                       integer("replications", "Replications", "", "Number of seeds that are searched side by side.")
                           .byDefault(5)
                           .within(3, 64),
                       number("kept", "Kept by", "1", "Share of the requests that must keep the service level.")
                           .byDefault(0.9)
                           .within(0.5, 0.999)
                           .draggable(),
                       integer("longest_run", "Longest run", "",
                               "Requests of the longest run that is tried: runs double until the capacity moves by "
                               "less than 2 %.")
                           .byDefault(16384)
                           .within(1, 1 << 20)
                           .draggable(Scale::Log2),
                   }},
                  "Settings of the method serving.capacity.")
        .draggable();
}

Result<TablesPlan> tablesPlanOf(const Json& plan, const ServingHardware& hardware, const ServedModel& model,
                                const SpeculativePlan& speculative, const ServingPools& pools) {
    const auto stated = plan.find("operator_tables");
    if (stated == plan.end()) return TablesPlan{};
    const Message without{"accepted.without-operator-tables"};
    if (speculative.speculation.on())
        return cannot("/plan/speculative", {"error.tables-time-one-token-decoding-request"}, without);
    if (model.experts || model.expert_parallel > 1)
        return cannot("/plan/ep", {"error.tables-one-rank-do-not-tell"}, without);
    if (hardware.power_limit_w > 0)
        return cannot("/plan/power_limit_w", {"error.tables-hold-at-power-they-measured"}, without);
    if (pools.decode && pools.decode->graph.tensor_parallel != pools.prompts.graph.tensor_parallel)
        return cannot("/plan/disaggregated/decode/tp", {"error.both-pools-take-same-tables-hold"},
                      {"accepted.tp-other-pool"});
    return TablesPlan{stated->value("path", ""), stated->value("format", ""), stated->value("step_s", 0.0)};
}

} // namespace strata
