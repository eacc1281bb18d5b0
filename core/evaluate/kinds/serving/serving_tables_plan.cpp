// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_techniques.h"
#include "core/exchange/serving/serving_tables.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

using namespace field;

constexpr double kMostTokens = 1e7;

Error cannot(const char* pointer, const std::string& text, const char* expected) {
    return {"not-supported", pointer, text, expected, {}};
}

} // namespace

Field operatorTablesField() {
    const auto formats = exchange::servingTableFormats();
    return object("operator_tables", "Operator tables",
                  {"operator_tables",
                   "Operator tables",
                   {
                       text("path", "Tables",
                            "Any file of a set of tables, or what their names have in common: CSV, plain or gzip.")
                           .needed(),
                       choice("format", "Format", {formats.begin(), formats.end()},
                              "vidur: what VIDUR looks up; vidur-profile: what its profiler measured; llmservingsim, "
                              "and -v0 for its first profiles; csv: one table with a column part. Told by the files "
                              "where absent."),
                       number("step_s", "Host work", "s",
                              "Of an iteration, that the device waits for; 0 where absent: engines prepare the next "
                              "iteration meanwhile.")
                           .within(0, 1)
                           .draggable(),
                   }},
                  "Iterations take what somebody measured or tabulated, not what kernels are predicted to take.");
}

Field vidurTrafficField() {
    return object("vidur", "Requests of VIDUR",
                  {"vidur_traffic",
                   "Requests of VIDUR",
                   {
                       number("minimum", "Shortest", "token", "Prompt and answer together; 1,024 where absent.")
                           .within(2, kMostTokens)
                           .draggable(Scale::Log2),
                       number("maximum", "Longest", "token", "4,096 where absent.")
                           .within(2, kMostTokens)
                           .draggable(Scale::Log2),
                       number("prompt_to_output", "Prompt over answer", "1", "20 where absent.")
                           .within(0.01, 1e4)
                           .draggable(),
                   }},
                  "The requests that VIDUR draws for the same rate, number and seed: gaps of at most three mean ones, "
                  "lengths uniform in all.")
        .draggable();
}

Field capacityField() {
    return object(
               "capacity", "Capacity search",
               {"capacity",
                "Capacity search",
                {
                    integer("replications", "Replications", "", "Seeds that are searched side by side; 5 where absent.")
                        .within(3, 64),
                    number("kept", "Kept by", "1",
                           "Share of the requests that must keep the service level; 0.9 where absent.")
                        .within(0.5, 0.999)
                        .draggable(),
                    integer("longest_run", "Longest run", "",
                            "Requests of the longest run that is tried: runs double until the rate that they answer "
                            "moves by less than 2 %; 16,384 where absent.")
                        .within(1, 1 << 20)
                        .draggable(Scale::Log2),
                }},
               "Of the method serving.capacity.")
        .draggable();
}

Result<void> readTablesPlan(const Json& plan, ServingQuery& query) {
    const auto stated = plan.find("operator_tables");
    if (stated == plan.end()) return {};
    query.tables = {stated->value("path", ""), stated->value("format", ""), stated->value("step_s", 0.0)};
    const char* without = "operator_tables without it";
    if (query.options.speculation.on())
        return cannot("/plan/speculative", "tables time one token of a decoding request, not the check of guesses",
                      without);
    if (query.experts || query.graph.expert_parallel > 1)
        return cannot("/plan/ep", "tables of one rank do not tell how experts are spread", without);
    if (query.power_limit_w > 0)
        return cannot("/plan/power_limit_w", "tables hold at the power that they were measured with", without);
    if (query.decode && query.decode->graph.tensor_parallel != query.graph.tensor_parallel)
        return cannot("/plan/disaggregated/decode/tp", "both pools take the same tables, which hold for one tp",
                      "the tp of the other pool");
    if (query.decode) query.decode->tables = query.tables;
    return {};
}

Result<void> readVidur(const Json& request, ServingQuery& query) {
    const Json& traffic = request.at("workload").at("traffic");
    const Json& scheduler = servingMember(servingMember(request, "plan"), "scheduler");
    for (ServingQuery* pool : {&query, query.decode.get()})
        if (pool) pool->options.scheduler.vidur_compatible = scheduler.value("vidur_compatible", false);
    const auto stated = traffic.find("vidur");
    if (stated == traffic.end()) return {};
    const char* here = "/workload/traffic/vidur";
    for (const char* other : {"tenants", "sessions", "trace", "lengths"}) {
        if (traffic.contains(other))
            return cannot(here, std::string("these requests have lengths of their own beside ") + other,
                          "traffic without it, or without vidur");
    }
    if (query.traffic.arrivals.kind != serving::ArrivalProcess::Kind::Poisson || query.traffic.requests == 0)
        return cannot(here, "VIDUR's requests are a number of Poisson arrivals", "process poisson, and requests");
    serving::VidurTrafficOptions out;
    out.minimum = stated->value("minimum", out.minimum);
    out.maximum = stated->value("maximum", out.maximum);
    out.prompt_to_output = stated->value("prompt_to_output", out.prompt_to_output);
    out.rate_per_s = query.traffic.arrivals.rate_per_s;
    out.requests = query.traffic.requests;
    out.seed = static_cast<std::uint32_t>(query.traffic.seed);
    if (out.maximum < out.minimum) {
        return Error{"bad-value",
                     std::string(here) + "/maximum",
                     "maximum is below minimum",
                     "at least " + std::to_string(std::int64_t(out.minimum)),
                     {}};
    }
    query.vidur = out;
    return {};
}

} // namespace strata
