// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_stages.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

using serving::ArrivalProcess;
using serving::LengthDistribution;

constexpr double kMostRequests = 1e6;

const Json& memberOf(const Json& document, const char* key) { return servingMember(document, key); }

Error bad(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

/// Where nothing is stated: of a lognormal distribution the length below which 99 % of its tokens lie, so that an end
/// there lowers the mean by less than 1 %. Weighted by their lengths, lengths are lognormal with a median that is
/// exp(sigma^2) times as large.
double longestOf(const LengthDistribution& lengths) {
    constexpr double kQuantile99 = 2.326; // of the standard normal distribution
    if (lengths.kind == LengthDistribution::Kind::Trace) return 1e7;
    if (lengths.kind != LengthDistribution::Kind::LogNormal) return lengths.maximum;
    const double sigma = std::sqrt(std::log1p(lengths.cv * lengths.cv));
    const double end = lengths.tokens * std::exp(sigma * (sigma / 2.0 + kQuantile99));
    return std::max(lengths.maximum, std::ceil(std::min(end, 1e7)));
}

Result<LengthDistribution> readLength(const Json& lengths, const char* which, bool has_trace,
                                      const std::string& pointer) {
    const std::string here = pointer + "/" + which;
    const auto stated = lengths.find(which);
    LengthDistribution out;
    if (stated == lengths.end()) {
        if (!has_trace)
            return Error{
                "missing", here, {"error.has-no-lengths", {{"which", which}}}, {"accepted.distribution-or-trace"}, {}};
        out.kind = LengthDistribution::Kind::Trace;
        out.maximum = 1e7;
        return out;
    }
    static const std::array<const char*, 5> kKinds{"fixed", "uniform", "zipf", "lognormal", "trace"};
    const std::string kind = stated->value("distribution", "fixed");
    const auto place = std::find_if(kKinds.begin(), kKinds.end(), [&](const char* name) { return kind == name; });
    out.kind = static_cast<LengthDistribution::Kind>(place - kKinds.begin());
    out.tokens = stated->value("tokens", out.tokens);
    out.cv = stated->value("cv", out.cv);
    out.minimum = stated->value("minimum", out.minimum);
    out.maximum = stated->value("maximum", longestOf(out));
    out.theta = stated->value("theta", out.theta);
    if (out.maximum < out.minimum) {
        return bad(here + "/maximum", {"error.below-minimum", {{"field", "maximum"}}},
                   {"accepted.at-least", {{"least", std::int64_t(out.minimum)}}});
    }
    if (out.kind == LengthDistribution::Kind::LogNormal && out.tokens > out.maximum) {
        return bad(here + "/maximum", {"error.field-is", {{"field", "maximum"}, {"value", out.maximum}}},
                   {"accepted.at-least", {{"least", out.tokens}}});
    }
    if (out.kind == LengthDistribution::Kind::Trace && !has_trace) {
        return bad(here + "/distribution", {"error.traffic-has-no-trace"},
                   {"accepted.traffic-trace-or-another-distribution"});
    }
    return out;
}

/// When requests come, and how many. `replay`: recorded ones, so that none are drawn.
Result<serving::TrafficOptions> arrivalsOf(const Json& traffic, std::uint64_t seed, bool replay) {
    serving::TrafficOptions out;
    out.seed = seed;
    const Json& arrivals = memberOf(traffic, "arrivals");
    const std::string process = arrivals.value("process", "poisson");
    out.arrivals.kind = process == "gamma"         ? ArrivalProcess::Kind::Gamma
                        : process == "static"      ? ArrivalProcess::Kind::Static
                        : process == "even"        ? ArrivalProcess::Kind::Even
                        : process == "closed-loop" ? ArrivalProcess::Kind::Closed
                                                   : ArrivalProcess::Kind::Poisson;
    out.arrivals.users = arrivals.value("concurrency", 1);
    out.arrivals.think_s = arrivals.value("think_s", 0.0);
    out.arrivals.rate_per_s = arrivals.value("rate_per_s", 1.0);
    out.arrivals.cv = arrivals.value("cv", 1.0);
    out.requests = traffic.value("requests", std::uint64_t{0});
    out.duration_s = traffic.value("duration_s", 0.0);
    if (replay) return out;
    if (out.requests == 0 && out.duration_s <= 0) {
        return Error{"missing",
                     "/workload/traffic/requests",
                     {"error.neither-requests-nor-duration-s-given"},
                     {"accepted.one-them"},
                     {}};
    }
    if (out.requests == 0 && out.arrivals.kind == ArrivalProcess::Kind::Static) {
        return Error{"missing",
                     "/workload/traffic/requests",
                     {"error.static-arrivals-have-no-duration"},
                     {"accepted.number-requests"},
                     {}};
    }
    const bool closed = out.arrivals.kind == ArrivalProcess::Kind::Closed;
    if (!closed && out.requests == 0 && out.duration_s * out.arrivals.rate_per_s > kMostRequests) {
        return bad("/workload/traffic/duration_s", {"error.duration-s-times-rate-per-s"},
                   {"accepted.shorter-duration-or-lower-rate"});
    }
    return out;
}

Result<void> readLengths(const Json& lengths, const std::string& pointer, bool has_trace, LengthDistribution& prompt,
                         LengthDistribution& output) {
    for (const auto& [which, into] : {std::pair{"prompt", &prompt}, {"output", &output}}) {
        auto read = readLength(lengths, which, has_trace, pointer);
        if (!read) return read.error();
        *into = *read;
    }
    return {};
}

/// Tenants, each with traffic and a promise of its own.
struct Tenants {
    std::vector<serving::TenantTraffic> traffic;
    std::vector<Tenant> promises;
};

/// What a tenant does not state it has from all: the lengths of `traffic`, the `level`.
Result<Tenants> tenantsOf(const Json& stated, const serving::TrafficOptions& traffic, bool has_trace,
                          const serving::ServiceLevel& all) {
    Tenants out;
    for (std::size_t i = 0; i < stated.size(); ++i) {
        const Json& group = stated[i];
        const std::string here = "/workload/traffic/tenants/" + std::to_string(i);
        serving::TenantTraffic tenant;
        tenant.prompt = traffic.prompt;
        tenant.output = traffic.output;
        if (group.contains("lengths")) {
            if (auto read =
                    readLengths(group.at("lengths"), here + "/lengths", has_trace, tenant.prompt, tenant.output);
                !read)
                return read.error();
        }
        tenant.share = group.value("share", 1.0);
        tenant.priority = group.value("priority", 0);
        const auto level = group.contains("slo") ? readServiceLevel(group.at("slo"), here + "/slo")
                                                 : Result<serving::ServiceLevel>(all);
        if (!level) return level.error();
        tenant.ttft_promised_s = level->ttft.seconds;
        out.promises.push_back({group.value("name", "tenant " + std::to_string(i + 1)), *level});
        out.traffic.push_back(tenant);
    }
    return out;
}

serving::SessionOptions sessionsOf(const Json& traffic, const ServedModel& model) {
    serving::SessionOptions out;
    const Json& arrivals = memberOf(traffic, "arrivals");
    const auto stated = traffic.find("sessions");
    if (stated == traffic.end()) return out; // a closed loop of single requests is ClosedLoopTraffic's
    if (arrivals.value("process", "") == "closed-loop") {
        out.users = arrivals.value("concurrency", 1);
        out.think_s = arrivals.value("think_s", 0.0);
    }
    out.turns = stated->value("turns", 1);
    out.turn_s = stated->value("turn_s", 0.0);
    out.tool_share = stated->value("tool_share", 0.0);
    out.tool_s = stated->value("tool_s", 0.0);
    out.shared_tokens = stated->value("shared_tokens", 0);
    out.longest_tokens = model.document->value("max_seq", 4096);
    return out;
}

/// Recorded requests come as they were recorded.
Result<void> checkReplay(const Json& traffic) {
    for (const char* key : {"tenants", "sessions"}) {
        if (traffic.contains(key))
            return bad(std::string("/workload/traffic/") + key, {"error.trace-replayed-as-recorded"},
                       {"accepted.no-or-another-process-arrivals", {{"key", key}}});
    }
    return {};
}

/// Lengths of all requests. Each tenant may have lengths of its own, so that those of all are not needed.
Result<serving::TrafficOptions> withLengths(const Json& traffic, bool has_trace, serving::TrafficOptions options) {
    const Json& tenants = memberOf(traffic, "tenants");
    const bool all_own = !tenants.empty() && std::all_of(tenants.begin(), tenants.end(),
                                                         [](const Json& tenant) { return tenant.contains("lengths"); });
    if ((!all_own && !traffic.contains("vidur")) || traffic.contains("lengths")) {
        if (auto read = readLengths(memberOf(traffic, "lengths"), "/workload/traffic/lengths", has_trace,
                                    options.prompt, options.output);
            !read)
            return read.error();
    }
    return options;
}

/// traffic.vidur; nothing where it is absent.
Result<std::optional<serving::VidurTrafficOptions>> vidurOf(const Json& traffic,
                                                            const serving::TrafficOptions& options) {
    const auto stated = traffic.find("vidur");
    if (stated == traffic.end()) return std::optional<serving::VidurTrafficOptions>();
    const char* here = "/workload/traffic/vidur";
    const auto cannot = [here](Message text, Message expected) {
        return Error{"not-supported", here, std::move(text), std::move(expected), {}};
    };
    for (const char* other : {"tenants", "sessions", "trace", "lengths"}) {
        if (traffic.contains(other))
            return cannot({"error.these-requests-have-lengths-own-beside", {{"other", other}}},
                          {"accepted.traffic-without-or-without-vidur"});
    }
    if (options.arrivals.kind != ArrivalProcess::Kind::Poisson || options.requests == 0)
        return cannot({"error.vidur-s-requests-number-poisson-arrivals"}, {"accepted.process-poisson-and-requests"});
    serving::VidurTrafficOptions out;
    out.minimum = stated->value("minimum", out.minimum);
    out.maximum = stated->value("maximum", out.maximum);
    out.prompt_to_output = stated->value("prompt_to_output", out.prompt_to_output);
    out.rate_per_s = options.arrivals.rate_per_s;
    out.requests = options.requests;
    out.seed = static_cast<std::uint32_t>(options.seed);
    if (out.maximum < out.minimum) {
        return bad(std::string(here) + "/maximum", {"error.below-minimum", {{"field", "maximum"}}},
                   {"accepted.at-least", {{"least", std::int64_t(out.minimum)}}});
    }
    return std::optional(out);
}

} // namespace

std::optional<double> longestLengthHeld(const Json& request, std::string_view pointer) {
    for (const char* which : {"prompt", "output"}) {
        const std::string lengths = "/workload/traffic/lengths";
        if (pointer != lengths + "/" + which + "/maximum") continue;
        const Json* stated = findPointer(request, lengths);
        const auto length =
            stated == nullptr ? Result<LengthDistribution>(Error{}) : readLength(*stated, which, true, lengths);
        return length ? std::optional(length->maximum) : std::nullopt;
    }
    return std::nullopt;
}

const Json& servingMember(const Json& document, const char* key) {
    static const Json kEmpty = Json::object();
    const auto found = document.find(key);
    return found == document.end() ? kEmpty : *found;
}

Result<serving::ServiceLevel> readServiceLevel(const Json& slo, const std::string& pointer) {
    for (const char* named : {"ttft", "tpot", "e2e"}) {
        const std::string metric = named;
        const std::string seconds = metric + "_s";
        if (!slo.contains(metric + "_percentile") || slo.contains(seconds)) continue;
        return Error{"missing",
                     pointer + "/" + seconds,
                     {"error.field-missing", {{"field", seconds}}},
                     {"accepted.limit-of-percentile", {{"field", seconds}}},
                     {}};
    }
    const auto limit = [&slo](const char* seconds, const char* percentile) {
        return serving::Limit{slo.value(seconds, 0.0), slo.value(percentile, 0.0) / 100};
    };
    return serving::ServiceLevel{limit("ttft_s", "ttft_percentile"), limit("tpot_s", "tpot_percentile"),
                                 limit("e2e_s", "e2e_percentile")};
}

Result<ServingLoad> servingLoadOf(const Json& request, const ServedModel& model,
                                  const serving::SchedulerOptions& scheduler) {
    const Json& traffic = request.at("workload").at("traffic");
    ServingLoad load;
    const auto level = readServiceLevel(memberOf(memberOf(request, "plan"), "slo"), "/plan/slo");
    if (!level) return level.error();
    load.level = *level;
    load.trace = traffic.value("trace", std::string());
    const bool recorded = !load.trace.empty();
    load.replay = memberOf(traffic, "arrivals").value("process", recorded ? "trace" : "poisson") == "trace";
    if (load.replay && !recorded) {
        return bad("/workload/traffic/arrivals/process", {"error.traffic-has-no-trace"},
                   {"accepted.traffic-trace-or-another-process"});
    }
    auto arrivals = arrivalsOf(traffic, request.value("seed", std::uint64_t{42}), load.replay);
    if (!arrivals) return arrivals.error();
    load.traffic = *std::move(arrivals);
    load.traffic.ttft_promised_s = load.level.ttft.seconds;
    load.sessions = sessionsOf(traffic, model);
    // Blocks of fewer tokens would need a key for each, and tell the same within a few tokens.
    constexpr std::int32_t kLeastPiece = 16;
    load.sessions.piece_tokens = std::max(kLeastPiece, scheduler.block_tokens);
    if (load.replay) {
        if (auto able = checkReplay(traffic); !able) return able.error();
    } else {
        auto drawn = withLengths(traffic, recorded, std::move(load.traffic));
        if (!drawn) return drawn.error();
        load.traffic = *std::move(drawn);
        auto tenants = tenantsOf(memberOf(traffic, "tenants"), load.traffic, recorded, load.level);
        if (!tenants) return tenants.error();
        load.traffic.tenants = std::move(tenants->traffic);
        load.tenants = std::move(tenants->promises);
    }
    const auto vidur = vidurOf(traffic, load.traffic);
    if (!vidur) return vidur.error();
    load.vidur = *vidur;
    return load;
}

} // namespace strata
