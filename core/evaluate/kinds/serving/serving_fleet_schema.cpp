// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_techniques.h"
#include "core/workload/kernel/kernel_schema.h"

namespace strata {
namespace {

using namespace field;

constexpr double kLongest_s = 1e7, kFastest = 1e14, kMostBytes = 1e16;

ObjectSchema poolSchema(const char* title) {
    return {"serving_pool",
            title,
            {
                integer("replicas", "Replicas", "", "Number of replicas of this pool.")
                    .byDefault(1)
                    .within(1, 1024)
                    .draggable(),
                integer("tp", "Tensor parallel", "", "Number of devices that share each layer.")
                    .byRule("that of the plan")
                    .within(1, 64)
                    .draggable(Scale::Log2),
                integer("max_batch", "Largest batch", "", "Largest number of requests that run at the same time.")
                    .within(1, 4096)
                    .draggable(Scale::Log2),
                integer("token_budget", "Token budget", "token", "Largest number of tokens in one iteration.")
                    .within(1, 1 << 20)
                    .draggable(Scale::Log2),
            }};
}

Field seconds(const char* key, const char* title, const char* help) {
    return number(key, title, "s", help).within(0, kLongest_s).draggable();
}

} // namespace

Field disaggregatedField() {
    return object(
               "disaggregated", "Separate pools",
               {"disaggregated",
                "Separate pools",
                {
                    object("prefill", "Prompts", poolSchema("Prompts")).draggable(),
                    object("decode", "Decoding", poolSchema("Decoding")).draggable(),
                    number("link_bytes_per_s", "Link", "B/s", "Bandwidth from one device to the other pool.")
                        .byRule("that of the fabric")
                        .within(1e6, kFastest)
                        .draggable(Scale::Log10),
                    number("link_share", "Link share", "1", "Share of the link's bandwidth that large messages reach.")
                        .byDefault(0.72)
                        .within(0.01, 1)
                        .draggable(),
                    number("setup_s", "Setup", "s", "Time to set up each transfer.")
                        .byDefault(0.001)
                        .within(0, 10)
                        .draggable(),
                    flag("layerwise", "Layer by layer", "The cache of a layer is sent while later layers are computed.")
                        .byDefault(true)
                        .draggable(),
                }},
               "Some replicas compute prompts, others decode.")
        .draggable();
}

Field failuresField() {
    return object("failures", "Failures",
                  {"failures",
                   "Failures",
                   {
                       number("mtbf_s", "Time between failures", "s", "Mean time between two failures of one replica.")
                           .within(1, 1e12)
                           .needed()
                           .draggable(Scale::Log10),
                       seconds("restart_s", "Restart", "Time until the replica runs again.").byDefault(60),
                   }})
        .draggable();
}

Field autoscalingField() {
    return object(
               "autoscaling", "Autoscaling",
               {"autoscaling",
                "Autoscaling",
                {
                    integer("minimum", "Fewest replicas", "", "Smallest number of replicas; as many run at the start.")
                        .byDefault(1)
                        .within(1, 1024)
                        .draggable(),
                    number("target", "Requests each", "",
                           "Number of waiting and running requests that each replica should have.")
                        .within(0.1, 1e5)
                        .needed()
                        .draggable(),
                    number("interval_s", "Interval", "s", "Time between two decisions.")
                        .byDefault(10)
                        .within(0.1, kLongest_s)
                        .draggable(),
                    seconds("start_s", "Start", "Time until a new replica accepts requests.").byDefault(60),
                }},
               "Replicas start and stop with the load, between the fewest and the stated number.")
        .draggable();
}

Field offloadField() {
    return object("kv_offload", "Cache offload",
                  {"kv_offload",
                   "Cache offload",
                   {
                       number("bytes", "Capacity", "B", "Capacity of the host or remote memory for cached prefixes.")
                           .within(1e6, kMostBytes)
                           .needed()
                           .draggable(Scale::Log2),
                       number("bytes_per_s", "Bandwidth", "B/s", "Bandwidth from this memory to a device.")
                           .byRule("that of the device's host link")
                           .within(1e6, kFastest)
                           .draggable(Scale::Log10),
                       flag("shared", "Shared", "All replicas share the memory, as remote memory allows.")
                           .byDefault(false),
                       choice("recompute", "Computed again", {"cheaper", "never"},
                              "Whether cached tokens are computed again where that is sooner than to fetch them.")
                           .byDefault("cheaper"),
                   }},
                  "Prefixes that left the device memory are kept elsewhere and found again.")
        .draggable();
}

Field loraField() {
    return object("lora", "Adapters",
                  {"lora",
                   "Adapters",
                   {
                       integer("adapters", "Adapters", "", "Number of adapters that requests ask for.")
                           .within(1, 100000)
                           .needed()
                           .draggable(Scale::Log2),
                       integer("rank", "Rank", "", "Rank of the adapters.")
                           .byDefault(16)
                           .within(1, 1024)
                           .draggable(Scale::Log2),
                       integer("resident", "In memory", "", "Number of adapters in the device memory of each replica.")
                           .byDefault(8)
                           .within(1, 100000)
                           .draggable(Scale::Log2),
                       number("skew", "Skew", "1",
                              "Skew of the adapters' popularity by Zipf's law; 0 makes all equally popular.")
                           .within(0, 0.999)
                           .draggable(),
                   }},
                  "Low-rank adapters of all matrix products of a layer; each request uses one of them.")
        .draggable();
}

Field colocatedField() {
    const auto sms = [](const char* help) { return integer("sms", "SMs", "", help).within(1, 1024).draggable(); };
    const auto share = [](const char* help) {
        return number("memory_share", "Memory share", "1", help).within(0.01, 1).draggable();
    };
    std::vector<std::string> modes;
    for (const std::string_view mode : gpu::sharingModes())
        modes.emplace_back(mode);
    ObjectSchema neighbour{
        "neighbour",
        "Neighbour",
        {
            any("model", "Model", "An id of the catalog, or an inline model.").needed(),
            workload::numberTypeField("dtype", "Type", "Number format of the neighbour.").byDefault("bf16"),
            integer("batch", "Batch", "", "Number of sequences that the neighbour decodes at the same time.")
                .byDefault(8)
                .within(1, 4096)
                .draggable(Scale::Log2),
            integer("context", "Context", "token", "Number of tokens in the context of each sequence.")
                .byDefault(1024)
                .within(1, 1e7)
                .draggable(Scale::Log2),
            number("load", "Load", "1", "Share of the time in which the neighbour runs.")
                .byDefault(1)
                .within(0, 1)
                .draggable(),
            sms("mps, mig: number of SMs of the neighbour."),
            share("mig: share of the bandwidth and of the L2 cache.").byRule("the share of the SMs"),
        }};
    return object(
               "colocated", "Co-location",
               {"colocated",
                "Co-location",
                {
                    choice("mode", "Mode", std::move(modes), "How the models share the device.").needed().draggable(),
                    sms("mps, mig: number of SMs of the model."),
                    share("mig: share of the bandwidth and of the L2 cache.").byRule("the share of the SMs"),
                    object("neighbour", "Neighbour", std::move(neighbour)).needed().draggable(),
                }},
               "Another model runs on the same devices.")
        .draggable();
}

Field sessionsField() {
    return object("sessions", "Sessions",
                  {"sessions",
                   "Sessions",
                   {
                       integer("turns", "Turns", "", "Number of turns in each session.")
                           .byDefault(1)
                           .within(1, 1000)
                           .draggable(),
                       seconds("turn_s", "Thinking", "Mean time that the user waits between two turns."),
                       number("tool_share", "Tool turns", "1", "Share of the turns that follow the result of a tool.")
                           .within(0, 1)
                           .draggable(),
                       seconds("tool_s", "Tool time", "Mean time for which a turn waits for a tool."),
                       integer("shared_tokens", "Shared prompt", "token",
                               "Number of tokens with which all prompts of a tenant begin.")
                           .within(0, 1e6)
                           .draggable(),
                   }},
                  "Conversations: each prompt continues where the last answer ended. The stated lengths are those of "
                  "one turn.")
        .draggable();
}

Field tenantsField(ObjectSchema lengths, ObjectSchema level) {
    return list("tenants", "Tenants",
                {"tenant",
                 "Tenant",
                 {
                     text("name", "Name"),
                     number("share", "Share", "1", "Weight of the tenant's requests relative to the other tenants.")
                         .byDefault(1)
                         .within(1e-6, 1e6)
                         .draggable(),
                     integer("priority", "Priority", "",
                             "Requests of higher priority come first under the policy \"priority\".")
                         .within(-1000, 1000)
                         .draggable(),
                     object("lengths", "Lengths", std::move(lengths)).draggable(),
                     object("slo", "Service level", std::move(level)).draggable(),
                 }},
                "Groups of users with lengths and service levels of their own.");
}

} // namespace strata
