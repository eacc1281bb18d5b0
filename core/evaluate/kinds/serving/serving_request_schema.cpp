// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/kinds/npu/layer_methods.h"
#include "core/evaluate/kinds/serving/serving_techniques.h"
#include "core/evaluate/request_parts.h"
#include "core/serving/routing/router.h"
#include "core/workload/kernel/kernel_schema.h"

namespace strata {
namespace {

using namespace field;

constexpr double kMostTokens = 1e7, kMostRequests = 1e6, kLongest_s = 1e6, kHighestRate = 1e5;

std::vector<std::string> words(std::span<const std::string_view> names) { return {names.begin(), names.end()}; }

Field lengthsField(const char* key, const char* title) {
    return object(
               key, title,
               {"token_lengths",
                title,
                {
                    choice("distribution", "Distribution", {"fixed", "uniform", "zipf", "lognormal", "trace"},
                           "Distribution of the lengths.")
                        .byDefault("fixed"),
                    number("tokens", "Tokens", "token", "The fixed length, or the mean of lognormal lengths.")
                        .within(1, kMostTokens)
                        .draggable(Scale::Log2),
                    number("cv", "Spread", "1", "lognormal: standard deviation of the lengths divided by their mean.")
                        .within(0, 20)
                        .draggable(),
                    integer("minimum", "Shortest", "token").within(1, kMostTokens).draggable(Scale::Log2),
                    integer("maximum", "Longest", "token")
                        .byRule("4,096, or what 99 % of the tokens of lognormal lengths lie below")
                        .within(1, kMostTokens)
                        .draggable(Scale::Log2),
                    number("theta", "Skew", "1",
                           "zipf: exponent; the larger it is, the more frequent the shortest lengths are.")
                        .within(0, 0.999)
                        .draggable(),
                }})
        .draggable();
}

ObjectSchema lengthsSchema() {
    return {"lengths",
            "Lengths",
            {
                lengthsField("prompt", "Prompt"),
                lengthsField("output", "Answer"),
            }};
}

Field percentileField(const char* key, const char* title) {
    return number(key, title, "",
                  "Percentile of the requests that must keep this limit, for serving.capacity: 99 asks that 99 of 100 "
                  "requests keep it, whatever the other limits do.")
        .byRule("the limit holds together with the others, for the share of plan.capacity.kept")
        .within(50, 99.99)
        .draggable();
}

ObjectSchema levelSchema() {
    return {"slo",
            "Service level",
            {
                number("ttft_s", "First token within", "s").within(1e-4, kLongest_s).draggable(Scale::Log10),
                percentileField("ttft_percentile", "Percentile of first tokens"),
                number("tpot_s", "Token every", "s").within(1e-5, kLongest_s).draggable(Scale::Log10),
                percentileField("tpot_percentile", "Percentile of tokens"),
                number("e2e_s", "Answer within", "s").within(1e-3, kLongest_s).draggable(Scale::Log10),
                percentileField("e2e_percentile", "Percentile of answers"),
            }};
}

ObjectSchema trafficSchema() {
    return {
        "traffic",
        "Traffic",
        {
            object("arrivals", "Arrivals",
                   {"arrivals",
                    "Arrivals",
                    {
                        choice("process", "Process", {"poisson", "gamma", "static", "even", "closed-loop", "trace"},
                               "How requests arrive. static: all at the start; closed-loop: from users who wait for "
                               "their answers; trace: as recorded.")
                            .byDefault("poisson"),
                        number("rate_per_s", "Rate", "requests/s", "Mean number of requests per second.")
                            .within(1e-4, kHighestRate)
                            .draggable(Scale::Log10),
                        number("cv", "Burstiness", "1", "gamma: standard deviation of the gaps divided by their mean.")
                            .within(0.01, 20)
                            .draggable(),
                        integer("concurrency", "Users", "", "Closed loop: largest number of requests in flight.")
                            .within(1, 1 << 16)
                            .draggable(Scale::Log2),
                        number("think_s", "Think time", "s",
                               "Closed loop: time from the last token to the user's next request.")
                            .within(0, kLongest_s),
                    }})
                .draggable(),
            object("lengths", "Lengths", lengthsSchema()).draggable(),
            vidurTrafficField(),
            sessionsField(),
            tenantsField(lengthsSchema(), levelSchema()),
            text("trace", "Trace", "A file of recorded requests: CSV, plain or gzip, or JSON Lines."),
            integer("requests", "Requests", "", "Number of requests that arrive.")
                .within(1, kMostRequests)
                .draggable(Scale::Log10),
            number("duration_s", "Duration", "s",
                   "Time during which requests arrive, where their number is not stated.")
                .within(1e-3, kLongest_s)
                .draggable(Scale::Log10),
        }};
}

ObjectSchema schedulerSchema() {
    return {
        "scheduler",
        "Scheduler",
        {
            choice("policy", "Policy", words(serving::schedulerPolicies()),
                   "Scheduling policy; the names that engines of the catalog give their schedulers are accepted too.")
                .byRule("that of the engine")
                .draggable()
                .orType(Field::Type::Text),
            integer("max_batch", "Largest batch", "", "Largest number of requests that run at the same time.")
                .within(1, 4096)
                .draggable(Scale::Log2),
            integer("token_budget", "Token budget", "token", "Largest number of tokens in one iteration.")
                .within(1, 1 << 20)
                .draggable(Scale::Log2),
            integer("chunk_tokens", "Chunk", "token", "stall-free: number of tokens in one iteration.")
                .within(1, 1 << 20)
                .draggable(Scale::Log2),
            integer("block_tokens", "Block", "token", "Number of tokens in a block of the paged KV cache.")
                .within(1, 4096)
                .draggable(Scale::Log2),
            integer("blocks", "Blocks", "",
                    "Number of blocks in the KV cache of a replica, as the engine prints it when it starts.")
                .byRule("what the memory leaves")
                .within(2, 1 << 24)
                .draggable(Scale::Log2),
            number("watermark", "Watermark", "1", "Share of the blocks that must stay free when a request is admitted.")
                .within(0, 0.9)
                .draggable(),
            choice("preemption", "Preemption", {"recompute", "swap"},
                   "What happens to the cache of a preempted request; \"swap\" moves it to host memory.")
                .byDefault("recompute")
                .draggable(),
            flag("ahead", "Schedules ahead",
                 "An iteration is scheduled while the previous one runs, so that a new request waits for one more. "
                 "This also hides the host's work behind the device's.")
                .byRule("as the engine does in its version")
                .draggable(),
            integer("look_every", "Iterations between two looks", "",
                    "Number of decode iterations before the engine looks for new requests (SGLang's "
                    "scheduler-recv-interval). After an iteration with prompts it looks at once.")
                .byDefault(1)
                .within(1, 1000)
                .draggable(Scale::Log2),
            flag("vidur_compatible", "As VIDUR does it",
                 "Follows VIDUR where it departs from the engines, also in its rule for memory.")
                .byDefault(false),
        }};
}

/// Devices that share a replica, and the replicas.
std::vector<Field> replicaFields() {
    return {
        integer("tp", "Tensor parallel", "", "Number of devices that share each layer.")
            .within(1, 64)
            .draggable(Scale::Log2),
        integer("pp", "Pipeline parallel", "", "Number of pipeline stages: devices that compute the layers in turn.")
            .within(1, 64)
            .draggable(),
        integer("dp", "Attention copies", "",
                "Data-parallel copies of the attention in each replica: each copy has requests of its own, and all "
                "copies share the experts.")
            .within(1, 256)
            .draggable(Scale::Log2),
        integer("ep", "Expert parallel", "", "Number of devices that share the experts: 1, or tp times dp.")
            .within(1, 64)
            .draggable(Scale::Log2),
        integer("replicas", "Replicas", "", "Number of copies of the model.").within(1, 1024).draggable(),
        choice("router", "Router", words(serving::routerPolicies()), "Rule by which requests are given to replicas.")
            .byDefault("round-robin")
            .draggable(),
    };
}

std::vector<Field> runtimeFields() {
    return {
        engineField(),
        layerMethodsField(),
        object("scheduler", "Scheduler", schedulerSchema()).draggable(),
        flag("prefix_cache", "Prefix cache", "Blocks of the cache stay findable by their content.")
            .byDefault(true)
            .draggable(),
        object("slo", "Service level", levelSchema(), "Limits that a request must keep to count as good.").draggable(),
    };
}

/// Techniques that may be added to an engine, and how it is asked.
std::vector<Field> techniqueFields() {
    return {
        speculativeField(), disaggregatedField(), autoscalingField(),    failuresField(), offloadField(),
        loraField(),        colocatedField(),     operatorTablesField(), capacityField(),
    };
}

/// What a request, a device and its links cost.
std::vector<Field> costFields() {
    return {
        number("request_s", "Way of a request", "s",
               "Time of each request outside the engine: the tokenizer, the way to the scheduler, and the way back "
               "of the first token.")
            .byRule("as calibrated for the runtime of the hardware; 0 without a runtime or with operator tables")
            .within(0, 100)
            .draggable(),
        number("device_price_per_h", "Price of a device", "1/h",
               "Price of one device for an hour; tokens then have a cost.")
            .within(0, 1e6)
            .draggable(),
        number("host_bytes_per_s", "Host link", "B/s", "Bandwidth between a device and its host in one direction.")
            .byRule("that of the device")
            .within(1e6, 1e13)
            .draggable(Scale::Log10),
        number("power_limit_w", "Power limit", "W", "Power limit of each board, below the board's own.")
            .within(10, 1e4)
            .draggable(),
    };
}

} // namespace

ObjectSchema servingRequestSchema() {
    ObjectSchema workload{"serving_workload", "Model",
                          membersOf({{workload::modelField()},
                                     workload::languageTypeFields(),
                                     {workload::expertSkewField(), workload::expertRoutingField(),
                                      object("traffic", "Traffic", trafficSchema()).needed().draggable()}})};
    ObjectSchema plan{"serving_plan", "Plan",
                      membersOf({replicaFields(), runtimeFields(), techniqueFields(), costFields()})};
    return requestSchemaOf("serving", "Serving request", std::move(workload), std::move(plan));
}

} // namespace strata
