// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/kinds/serving/serving_techniques.h"
#include "core/evaluate/request_parts.h"
#include "core/serving/policies/router.h"
#include "core/workload/kernel/kernel_schema.h"

namespace strata {
namespace {

using namespace field;

constexpr double kMostTokens = 1e7, kMostRequests = 1e6, kLongest_s = 1e6, kHighestRate = 1e5;

std::vector<std::string> words(std::span<const std::string_view> names) { return {names.begin(), names.end()}; }

Field lengthsField(const char* key, const char* title) {
    return object(key, title,
                  {"token_lengths",
                   title,
                   {
                       choice("distribution", "Distribution", {"fixed", "uniform", "zipf", "lognormal", "trace"},
                              "fixed where absent."),
                       number("tokens", "Tokens", "token", "Fixed length, or the mean of lognormal ones.")
                           .within(1, kMostTokens)
                           .draggable(Scale::Log2),
                       number("cv", "Spread", "1", "Standard deviation over mean, of lognormal lengths.")
                           .within(0, 20)
                           .draggable(),
                       integer("minimum", "Shortest", "token").within(1, kMostTokens).draggable(Scale::Log2),
                       integer("maximum", "Longest", "token").within(1, kMostTokens).draggable(Scale::Log2),
                       number("theta", "Skew", "1", "Of Zipf's law: how much more frequent the shortest are.")
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

ObjectSchema levelSchema() {
    return {"slo",
            "Service level",
            {
                number("ttft_s", "First token within", "s").within(1e-4, kLongest_s).draggable(Scale::Log10),
                number("tpot_s", "Token every", "s").within(1e-5, kLongest_s).draggable(Scale::Log10),
                number("e2e_s", "Answer within", "s").within(1e-3, kLongest_s).draggable(Scale::Log10),
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
                               "poisson where absent; static: all at the start; closed-loop: users who wait for "
                               "their answers; trace: as recorded."),
                        number("rate_per_s", "Rate", "1/s", "Requests per second.")
                            .within(1e-4, kHighestRate)
                            .draggable(Scale::Log10),
                        number("cv", "Burstiness", "1", "Standard deviation over mean of the gaps, of gamma.")
                            .within(0.01, 20)
                            .draggable(),
                        integer("concurrency", "Users", "", "Of a closed loop: requests in flight at most.")
                            .within(1, 1 << 16)
                            .draggable(Scale::Log2),
                        number("think_s", "Think time", "s",
                               "Of a closed loop: from the last token to the user's next request.")
                            .within(0, kLongest_s),
                    }})
                .draggable(),
            object("lengths", "Lengths", lengthsSchema()).draggable(),
            vidurTrafficField(),
            sessionsField(),
            tenantsField(lengthsSchema(), levelSchema()),
            text("trace", "Trace", "File of recorded requests: CSV, plain or gzip, or JSON Lines."),
            integer("requests", "Requests", "", "How many arrive.").within(1, kMostRequests).draggable(Scale::Log10),
            number("duration_s", "Duration", "s", "How long requests arrive, where their number is not given.")
                .within(1e-3, kLongest_s)
                .draggable(Scale::Log10),
        }};
}

ObjectSchema schedulerSchema() {
    return {
        "scheduler",
        "Scheduler",
        {
            choice("policy", "Policy", words(serving::schedulerPolicies()), "That of the engine where absent.")
                .draggable(),
            integer("max_batch", "Largest batch", "", "Requests that run at a time.")
                .within(1, 4096)
                .draggable(Scale::Log2),
            integer("token_budget", "Token budget", "token", "Of one iteration.")
                .within(1, 1 << 20)
                .draggable(Scale::Log2),
            integer("chunk_tokens", "Chunk", "token", "sarathi: tokens of one iteration.")
                .within(1, 1 << 20)
                .draggable(Scale::Log2),
            integer("block_tokens", "Block", "token", "Of the paged KV cache.").within(1, 4096).draggable(Scale::Log2),
            integer(
                "blocks", "Blocks", "",
                "Of the KV cache of a replica, as the engine counts them when it starts (vLLM: num_gpu_blocks). What "
                "the memory leaves where absent.")
                .within(2, 1 << 24)
                .draggable(Scale::Log2),
            number("watermark", "Watermark", "1", "Share of the blocks that an admission leaves free.")
                .within(0, 0.9)
                .draggable(),
            choice("preemption", "Preemption", {"recompute", "swap"},
                   "What becomes of a preempted request's cache; swap: to host memory. recompute where absent.")
                .draggable(),
            flag("ahead", "Schedules ahead",
                 "An iteration is chosen while the one before it runs: who comes later waits for one more. "
                 "It also hides the host's work behind the device's. As the engine does in its version where absent.")
                .draggable(),
            integer(
                "look_every", "Iterations between two looks", "",
                "Iterations that only decode before the engine looks who has come (SGLang's scheduler-recv-interval); "
                "one with prompts is followed by a look at once. 1 where absent.")
                .within(1, 1000)
                .draggable(Scale::Log2),
            flag("vidur_compatible", "As VIDUR does it",
                 "With VIDUR's departures from the engines and its rule for memory; false where absent."),
        }};
}

} // namespace

ObjectSchema servingRequestSchema() {
    const auto type = [](const char* key, const char* title, const char* help) {
        return workload::numberTypeField(key, title, help);
    };
    ObjectSchema workload{
        "serving_workload",
        "Model",
        {
            any("model", "Model", "A catalog id, an inline model, or {\"base\", \"set\"}.").needed(),
            type("dtype", "Type", "Of weights, activations and cache where they are not given; bf16 where absent."),
            type("weights", "Weights", "As stored."),
            type("activations", "Activations", "Of the inputs of matrix products."),
            type("kv_cache", "KV cache", "That of the activations where absent, 16 bits at least."),
            workload::expertSkewField(),
            workload::expertRoutingField(),
            object("traffic", "Traffic", trafficSchema()).needed().draggable(),
        }};
    ObjectSchema plan{
        "serving_plan",
        "Plan",
        {
            integer("tp", "Tensor parallel", "", "Devices that share each layer.").within(1, 64).draggable(Scale::Log2),
            integer("pp", "Pipeline parallel", "", "Devices that share the layers in turn.").within(1, 64).draggable(),
            integer("dp", "Attention copies", "",
                    "Of each replica: each has requests of its own, all share the experts.")
                .within(1, 256)
                .draggable(Scale::Log2),
            integer("ep", "Expert parallel", "", "Devices that share the experts: 1, or tp times dp.")
                .within(1, 64)
                .draggable(Scale::Log2),
            integer("replicas", "Replicas", "", "Copies of the model.").within(1, 1024).draggable(),
            choice("router", "Router", words(serving::routerPolicies()), "round-robin where absent.").draggable(),
            engineField(),
            object("scheduler", "Scheduler", schedulerSchema()).draggable(),
            flag("prefix_cache", "Prefix cache", "vllm: blocks stay findable by content; true where absent.")
                .draggable(),
            object("slo", "Service level", levelSchema(), "What a request must keep to count as good.").draggable(),
            speculativeField(),
            disaggregatedField(),
            autoscalingField(),
            failuresField(),
            offloadField(),
            loraField(),
            colocatedField(),
            operatorTablesField(),
            capacityField(),
            number("request_s", "Way of a request", "s",
                   "Outside of the engine: tokenizer, way to the scheduler, and the first token's way back. As "
                   "calibrated where the hardware names its runtime; 0 where it names none, and with operator tables.")
                .within(0, 100)
                .draggable(),
            number("device_price_per_h", "Price of a device", "1/h", "For an hour; tokens then have a cost.")
                .within(0, 1e6)
                .draggable(),
            number("host_bytes_per_s", "Host link", "B/s",
                   "Between a device and its host, one direction; the device's own where absent.")
                .within(1e6, 1e13)
                .draggable(Scale::Log10),
            number("power_limit_w", "Power limit", "W", "Of each board, below its own.").within(10, 1e4).draggable(),
        }};
    return requestSchemaOf("serving", "Serving request", std::move(workload), std::move(plan));
}

} // namespace strata
