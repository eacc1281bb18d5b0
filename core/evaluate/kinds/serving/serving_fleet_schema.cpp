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
                integer("replicas", "Replicas", "", "1 where absent.").within(1, 1024).draggable(),
                integer("tp", "Tensor parallel", "", "Devices that share each layer; that of the plan where absent.")
                    .within(1, 64)
                    .draggable(Scale::Log2),
                integer("max_batch", "Largest batch", "", "Requests that run at a time.")
                    .within(1, 4096)
                    .draggable(Scale::Log2),
                integer("token_budget", "Token budget", "token", "Of one iteration.")
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
                    number("link_bytes_per_s", "Link", "B/s",
                           "Of one device towards the other pool; that of the fabric where absent.")
                        .within(1e6, kFastest)
                        .draggable(Scale::Log10),
                    number("link_share", "Link share", "1", "Of the link that large messages reach; 0.72 where absent.")
                        .within(0.01, 1)
                        .draggable(),
                    number("setup_s", "Setup", "s", "Of each transfer; 1 ms where absent.").within(0, 10).draggable(),
                    flag("layerwise", "Layer by layer",
                         "The cache of a layer leaves while later ones are computed; true where absent.")
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
                       number("mtbf_s", "Time between failures", "s", "Mean, of one replica.")
                           .within(1, 1e12)
                           .needed()
                           .draggable(Scale::Log10),
                       seconds("restart_s", "Restart", "Until the replica runs again; 60 s where absent."),
                   }})
        .draggable();
}

Field autoscalingField() {
    return object("autoscaling", "Autoscaling",
                  {"autoscaling",
                   "Autoscaling",
                   {
                       integer("minimum", "Fewest replicas", "", "And those at the start; 1 where absent.")
                           .within(1, 1024)
                           .draggable(),
                       number("target", "Requests each", "", "Waiting and running, that a replica should have.")
                           .within(0.1, 1e5)
                           .needed()
                           .draggable(),
                       number("interval_s", "Interval", "s", "Between decisions; 10 s where absent.")
                           .within(0.1, kLongest_s)
                           .draggable(),
                       seconds("start_s", "Start", "Until a new replica takes requests; 60 s where absent."),
                   }},
                  "Between minimum and replicas.")
        .draggable();
}

Field offloadField() {
    return object("kv_offload", "Cache offload",
                  {"kv_offload",
                   "Cache offload",
                   {
                       number("bytes", "Capacity", "B", "Of host or remote memory, for cached prefixes.")
                           .within(1e6, kMostBytes)
                           .needed()
                           .draggable(Scale::Log2),
                       number("bytes_per_s", "Bandwidth", "B/s", "To a device; that of its host link where absent.")
                           .within(1e6, kFastest)
                           .draggable(Scale::Log10),
                       flag("shared", "Shared", "By all replicas: remote memory. False where absent."),
                       choice("recompute", "Computed again", {"cheaper", "never"},
                              "Cached tokens that come from there later than they are computed again; cheaper where "
                              "absent: those are computed."),
                   }},
                  "Prefixes that left device memory are found again.")
        .draggable();
}

Field loraField() {
    return object("lora", "Adapters",
                  {"lora",
                   "Adapters",
                   {
                       integer("adapters", "Adapters", "", "That requests ask for.")
                           .within(1, 100000)
                           .needed()
                           .draggable(Scale::Log2),
                       integer("rank", "Rank", "", "16 where absent.").within(1, 1024).draggable(Scale::Log2),
                       integer("resident", "In memory", "", "Of each replica's devices; 8 where absent.")
                           .within(1, 100000)
                           .draggable(Scale::Log2),
                       number("skew", "Skew", "1", "Of their popularity, by Zipf's law; 0 for all alike.")
                           .within(0, 0.999)
                           .draggable(),
                   }},
                  "Low-rank adapters of all products of a layer, one of them for each request.")
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
            any("model", "Model", "A catalog id, or inline.").needed(),
            workload::numberTypeField("dtype", "Type", "bf16 where absent."),
            integer("batch", "Batch", "", "Sequences that it decodes at a time; 8 where absent.")
                .within(1, 4096)
                .draggable(Scale::Log2),
            integer("context", "Context", "token", "Of each; 1024 where absent.").within(1, 1e7).draggable(Scale::Log2),
            number("load", "Load", "1", "Share of the time in which it runs; 1 where absent.").within(0, 1).draggable(),
            sms("Of mps and mig."),
            share("mig: of bandwidth and L2; as its SMs where absent."),
        }};
    return object("colocated", "Co-location",
                  {"colocated",
                   "Co-location",
                   {
                       choice("mode", "Mode", std::move(modes), "How the device is shared.").needed().draggable(),
                       sms("Of the model, of mps and mig."),
                       share("mig: of bandwidth and L2; as its SMs where absent."),
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
                       integer("turns", "Turns", "", "Of each session; 1 where absent.").within(1, 1000).draggable(),
                       seconds("turn_s", "Thinking", "Mean wait of the user between turns."),
                       number("tool_share", "Tool turns", "1", "Share of the turns that follow a tool's result.")
                           .within(0, 1)
                           .draggable(),
                       seconds("tool_s", "Tool time", "Mean wait for a tool."),
                       integer("shared_tokens", "Shared prompt", "token", "That all prompts of a tenant begin with.")
                           .within(0, 1e6)
                           .draggable(),
                   }},
                  "Prompts that go on where the last answer ended; lengths are those of each turn.")
        .draggable();
}

Field tenantsField(ObjectSchema lengths, ObjectSchema level) {
    return list("tenants", "Tenants",
                {"tenant",
                 "Tenant",
                 {
                     text("name", "Name"),
                     number("share", "Share", "1", "Of the requests, relative to the others; 1 where absent.")
                         .within(1e-6, 1e6)
                         .draggable(),
                     integer("priority", "Priority", "", "Higher ones first, where the policy is priority.")
                         .within(-1000, 1000)
                         .draggable(),
                     object("lengths", "Lengths", std::move(lengths)).draggable(),
                     object("slo", "Service level", std::move(level)).draggable(),
                 }},
                "Groups of users with lengths and promises of their own.");
}

} // namespace strata
